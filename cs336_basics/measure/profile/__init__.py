"""Where the time of a workload goes: profiles of calls and of lines, and the pages about them.

`profiling` profiles one call, `calls` reads what cProfile noted. `workloads` says what is profiled,
`scalene` runs the line profiler and `reports` reads it. `folder` makes `profiles/<name>/` with its
`run_sheet`, and `tour` the page over all of them. `make profiles` runs `__main__`.
"""
