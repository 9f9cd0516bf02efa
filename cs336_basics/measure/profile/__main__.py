"""What `make profiles` runs: every report in `profiles/`, the vocabularies, and the tour.

    python -m cs336_basics.measure.profile [NAME …] [--budget SECONDS] [--corpus FILE]

A name is a trainer, `pretokenize`, `encode`, a vocabulary (`stories_1k`, `tinystories_10k`, …) or
`growth`; without a name everything is made. The tour, profiles/README.md, is always made anew.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from cs336_basics.datasets.corpora import default_corpus
from cs336_basics.errors import BPEError
from cs336_basics.measure import places, trainings
from cs336_basics.measure.growth import page as growth_page
from cs336_basics.measure.growth import sizes
from cs336_basics.measure.profile import folder as profile_folder
from cs336_basics.measure.profile import tour, workloads
from cs336_basics.measure.profile.folder import BUDGET, WITH_HTML


def main(argv: Sequence[str] | None = None) -> int:
    """Make the reports that are asked for; return the exit code."""
    known = [*trainings.VOCABULARIES, *workloads.names(), "growth"]
    parser = argparse.ArgumentParser(description="Make the reports in profiles/ anew.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--budget", type=float, default=BUDGET, help="seconds for a plain run")
    parser.add_argument("--corpus", type=Path, help="TinyStories if it is there, else our stories")
    parser.add_argument("--out", type=Path, default=places.PROFILES, help="folder of the reports")
    parser.add_argument(
        "--redraw", action="store_true", help="measure nothing: draw again what is there"
    )
    args = parser.parse_args(argv)
    if unknown := sorted(set(args.names) - set(known)):
        parser.error(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}")
    try:
        if args.redraw:
            redraw(args.names or known, args.out)
        else:
            make(args.names or known, args.out, budget=args.budget, corpus=args.corpus)
    except (BPEError, OSError) as error:
        print(f"profiles: {error}", file=sys.stderr)
        return 2
    return 0


def make(
    names: Sequence[str], out: Path, *, budget: float = BUDGET, corpus: Path | None = None
) -> None:
    """Make some reports, then the tour over all that are there.

    Args:
        names: what to make; vocabularies are made first, because `encode` needs one.
        out: the folder of the reports.
        budget: seconds a workload may run without a profiler; a run of `growth` a third of it.
        corpus: a text file; None for TinyStories where it is there, else the bundled stories.
    """
    out.mkdir(parents=True, exist_ok=True)
    corpus = corpus or default_corpus()
    with tqdm(names, desc="profiles", unit="report") as bar:
        for name in sorted(names, key=lambda name: name not in trainings.VOCABULARIES):
            bar.set_postfix_str(name)
            if name in trainings.VOCABULARIES:
                trainings.write_vocabulary(name, out, say=tqdm.write)
            elif name == "growth":
                sizes.measure(out / name, budget=budget / 3)
                growth_page.write(out / name)
            else:
                profile_folder.write_profile(
                    name, corpus, out / name, budget=budget, html=name in WITH_HTML, say=tqdm.write
                )
            bar.update()
    tour.write_tour(out)


def redraw(names: Sequence[str], out: Path) -> None:
    """Draw the figures and write the pages again, from what was measured before."""
    for name in tqdm(names, desc="redraw", unit="report"):
        if (out / name / "RUN.md").is_file():
            profile_folder.draw_profile(out / name, html=name in WITH_HTML)
    if (out / "growth").is_dir() and "growth" in names:
        growth_page.write(out / "growth")
    tour.write_tour(out)


if __name__ == "__main__":
    sys.exit(main())
