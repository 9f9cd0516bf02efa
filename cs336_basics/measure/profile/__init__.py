"""A folder in `profiles/` for each workload: where its time goes."""
