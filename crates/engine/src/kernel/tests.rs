//! The kernels against readable twins, on boards from games and on boards of random discs, on all
//! squares.

mod boards;
mod edges;
mod levels;
mod moves;
mod stability;
