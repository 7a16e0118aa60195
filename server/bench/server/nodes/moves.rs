//! Moves on several servers: the delay that a hop adds, and how many there are in a second.

use super::super::games::Script;
use super::super::load::{Load, Placing};
use super::super::table::histogram;
use super::{BenchNodes, Group, NODES, figures, in_ms, stop};
use crate::BenchError;
use std::sync::Arc;
use std::time::Duration;

/// The matches whose moves are compared, each of which moves once a second.
const PACED: usize = 99;

/// The matches of a round in which every move is answered at once.
const SATURATED: usize = 300;

/// Compares moves by players who are connected to the holder of their match with moves by players who
/// are connected to another server, at 100 moves a second, in pairs of rounds.
pub(super) async fn compare_hops(
    options: &BenchNodes,
    group: &Group<'_>,
    script: &Arc<Script>,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    let (servers, mut rooms) = group.start_with_matches(NODES, 2 * PACED / NODES, script).await?;
    let span = Duration::from_secs(options.seconds);
    let load = |placing| Load::across(&servers, placing, Arc::clone(script), PACED);
    let (at_holder, apart) = (load(Placing::Together), load(Placing::Apart));
    let others = rooms.split_off(PACED);
    let mut tables = [at_holder.sit(rooms).await?, apart.sit(others).await?];
    let mut delays = [histogram(), histogram()];
    for _ in 0..options.rounds {
        for ((load, own), delay) in
            [&at_holder, &apart].into_iter().zip(&mut tables).zip(&mut delays)
        {
            let (played, round) =
                load.round(std::mem::take(own), span, Duration::from_secs(1)).await?;
            *own = played;
            // All have the same range.
            let _ = delay.add(&round.delay);
        }
    }
    let [at_holder, apart] = &delays;
    print(&format!("hop: connected to the holder:      {}", figures(at_holder)));
    print(&format!("hop: connected to another server:  {}", figures(apart)));
    let more = |quantile| {
        in_ms(apart.value_at_quantile(quantile)) - in_ms(at_holder.value_at_quantile(quantile))
    };
    print(&format!("hop: {:.2} ms more in the median, {:.2} ms at 99 %", more(0.5), more(0.99)));
    stop(servers).await
}

/// Counts the moves in a second that one, two and more servers carry, where a proxy has connected the
/// players to another server than the holder of their match.
pub(super) async fn count_moves(
    options: &BenchNodes,
    group: &Group<'_>,
    script: &Arc<Script>,
    print: &mut dyn FnMut(&str),
) -> Result<(), BenchError> {
    for nodes in 1..=NODES {
        let (servers, mut rooms) =
            group.start_with_matches(nodes, 2 * SATURATED / nodes, script).await?;
        for (placing, name) in
            [(Placing::Together, "at the holder"), (Placing::Apart, "at another server")]
        {
            if nodes == 1 && placing == Placing::Apart {
                continue;
            }
            let load = Load::across(&servers, placing, Arc::clone(script), SATURATED);
            let tables = load.sit(rooms.split_off(rooms.len() - SATURATED)).await?;
            let span = Duration::from_secs(options.seconds);
            let (_, round) = load.round(tables, span, Duration::ZERO).await?;
            print(&format!(
                "rate: {nodes} servers, players {name}: {:.0} moves a second, {:.0} µs of the servers' CPU a move, {}",
                round.moves_per_second(),
                round.cpu_per_move(),
                figures(&round.delay)
            ));
        }
        stop(servers).await?;
    }
    Ok(())
}
