"""What the notebooks teach with: checks of the learner's own code, and pictures of ours."""
