//! Counts the instructions of one move, one end of a game, one change of the lobby and one join, by
//! Callgrind: the same on a busy machine. `./check counts` compares them with `baseline.json`.

#![expect(missing_docs, reason = "the macros make public functions")]

use gungraun::{library_benchmark, library_benchmark_group, main};
use protocol::Frame;
use std::hint::black_box;
use yiguan_counts::Scene;

#[library_benchmark(setup = Scene::underway)]
#[bench::shogi()]
fn play(mut scene: Scene) -> (Scene, Vec<Frame>) {
    let frames = black_box(scene.play());
    (scene, frames)
}

#[library_benchmark(setup = Scene::underway)]
#[bench::shogi()]
fn end(mut scene: Scene) -> (Scene, Vec<Frame>) {
    let frames = black_box(scene.resign());
    (scene, frames)
}

#[library_benchmark(setup = Scene::underway)]
#[bench::shogi()]
fn list(scene: Scene) -> (Scene, Frame) {
    let frame = black_box(scene.list());
    (scene, frame)
}

#[library_benchmark(setup = Scene::open)]
#[bench::shogi()]
fn join(mut scene: Scene) -> (Scene, Frame) {
    let frame = black_box(scene.join());
    (scene, frame)
}

library_benchmark_group!(name = paths, benchmarks = [play, end, list, join]);

main!(library_benchmark_groups = paths);
