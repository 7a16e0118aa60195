//! Properties of the search, over all games and rulesets.

mod ends;
mod levels;
mod mates;
mod play;
