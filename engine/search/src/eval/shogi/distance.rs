//! Distances on the board of Shogi, in steps of a king, in tables.

/// Distances in steps of a king.
const DISTANCES: [[u8; 81]; 81] = {
    let mut table = [[0; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let files = (a / 9_u8).abs_diff(b / 9);
            let ranks = (a % 9_u8).abs_diff(b % 9);
            table[a as usize][b as usize] = if files > ranks { files } else { ranks };
            b += 1;
        }
        a += 1;
    }
    table
};

/// The distance of two squares, by their indices.
pub(super) static DISTANCE: [[u8; 81]; 81] = DISTANCES;

/// By square and distance: the other squares that are no further, in steps of a king.
pub(super) static WITHIN: [[u128; 5]; 81] = {
    let mut table = [[0; 5]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let mut distance = DISTANCES[a][b] as usize;
            while distance > 0 && distance < 5 {
                table[a][distance] |= 1 << b;
                distance += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
};
