"""The compiled rung: kernels that know only bytes and arrays, and need no numba to start."""
