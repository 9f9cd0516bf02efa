"""What `make bench` runs: suites of contests, then the page profiles/peers/README.md.

python -m cs336_basics.measure.peers [--suite NAME …] [--contest NAME …] [--rounds N]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from cs336_basics.errors import BPEError
from cs336_basics.measure import places
from cs336_basics.measure.pages import write_text
from cs336_basics.measure.peers import page, suites
from cs336_basics.measure.peers.contest import BenchRow, Contest, run_contest
from cs336_basics.measure.tables import Row, read_rows, write_rows


def main(argv: Sequence[str] | None = None) -> int:
    """Run the suites that are asked for; return the exit code."""
    parser = argparse.ArgumentParser(description="Time this project against its peers.")
    parser.add_argument("--suite", action="append", choices=suites.names(), help="may be repeated")
    parser.add_argument("--contest", action="append", help="only this one; may be repeated")
    parser.add_argument("--rounds", type=int, default=5, help="turns of every entry (5)")
    parser.add_argument("--out", type=Path, default=places.PROFILES / "peers")
    parser.add_argument(
        "--redraw", action="store_true", help="measure nothing: write the page and plots again"
    )
    args = parser.parse_args(argv)
    try:
        for suite in [] if args.redraw else args.suite or suites.names():
            run_suite(suite, args.out, args.rounds, args.contest)
        page.draw(args.out)
        write_text(args.out / "README.md", page.render(args.out))
    except (BPEError, OSError) as error:
        print(f"peers: {error}", file=sys.stderr)
        return 2
    print(f"{places.shown_path(args.out / 'README.md')}: written")
    return 0


def run_suite(suite: str, out: Path, rounds: int, only: Sequence[str] | None = None) -> None:
    """Run the contests of a suite and put their rows in the place of older ones.

    Args:
        suite: one of `suites.names()`.
        out: folder of the CSV files.
        rounds: turns of every entry.
        only: names of contests; None for all.
    """
    out.mkdir(parents=True, exist_ok=True)
    with tqdm(suites.contests(suite), desc=suite, unit="contest") as contests:
        for contest in contests:
            if only and contest.name not in only:
                continue
            if not contest.corpus.is_file():
                tqdm.write(f"{contest.name}: left out, {contest.corpus.name} is not here")
                continue
            contests.set_postfix_str(contest.name)
            rows, details = run_contest(contest, rounds, tqdm.write)
            name = contest.name
            _replace(BenchRow, out / f"{suite}.csv", rows, name)
            _replace(page.Relation, out / page.RELATIONS, page.relate(contest, details), name)
            _replace(page.ContestFacts, out / page.CONTESTS, [_facts(suite, contest, rounds)], name)
            _sort_by_suite(out / page.CONTESTS)


def _replace(kind: type[Row], path: Path, rows: Sequence[Row], contest: str) -> None:
    """Write the new rows of a contest in the place of its old ones."""
    column = kind._fields.index("contest")
    old = read_rows(kind, path) if path.is_file() else []
    ours = [i for i, row in enumerate(old) if row[column] == contest]
    place = ours[0] if ours else len(old)
    kept = [row for i, row in enumerate(old) if i not in ours]
    if kept or rows:
        write_rows([*kept[:place], *rows, *kept[place:]], path)


def _sort_by_suite(path: Path) -> None:
    """Put the suites into the order of the table, whichever ran last; the page follows it."""
    order = suites.names()
    rows = read_rows(page.ContestFacts, path)
    rows.sort(key=lambda row: order.index(row.suite))
    write_rows(rows, path)


def _facts(suite: str, contest: Contest, rounds: int) -> page.ContestFacts:
    what = contest.name, contest.title, contest.unit
    compared = contest.baseline, contest.reference, contest.shows
    where = places.commit(), places.python(), places.cpu()
    text = places.corpus_facts(contest.corpus)
    return page.ContestFacts(suite, *what, *compared, rounds, *text, *where)


if __name__ == "__main__":
    sys.exit(main())
