//! Every text of some places, as far as the order of its code points goes: what the ranks and places of an engine
//! depend on. For tests, of this room and of columns.

/// The code points of the levels of an order, ascending: neighbours among them, and far ones.
const LEVELS: [u32; 9] = [0x80, 0xFC, 0x3B1, 0x4E2D, 0x4E2E, 0xFFFD, 0x1_F600, 0x10_FFFE, 0x10_FFFF];

/// The code point of the lowest level in every second text.
const BASIC: u32 = 0x61;

/// The number of orders of so many places, equal code points included (OEIS A000670).
const ORDERS: [usize; 9] = [1, 3, 13, 75, 541, 4_683, 47_293, 545_835, 7_087_261];

/// The most places: 8, or as `ACELABEL_EXHAUSTIVE_PLACES` says, up to 9.
fn most() -> usize {
    std::env::var("ACELABEL_EXHAUSTIVE_PLACES").ok().and_then(|most| most.parse().ok()).unwrap_or(8)
}

/// Hands over every text of 1 place and more, with and without basic code points.
pub(crate) fn each_text(mut work: impl FnMut(&[u32])) {
    let mut count = 0;
    for places in 1..=most() {
        each_order(places, &mut Vec::new(), 0, &mut |levels| {
            for lowest in [BASIC, LEVELS[0]] {
                let text: Vec<u32> =
                    levels.iter().map(|&level| if level == 0 { lowest } else { LEVELS[level] }).collect();
                work(&text);
                count += 1;
            }
        });
    }
    assert_eq!(count, 2 * ORDERS[..most()].iter().sum::<usize>());
}

/// Every order of places: a level for each, none left out between the lowest and the highest. `used` has a bit for
/// each.
fn each_order(places: usize, levels: &mut Vec<usize>, used: u32, work: &mut impl FnMut(&[usize])) {
    if levels.len() == places {
        if used.trailing_ones() == used.count_ones() {
            work(levels);
        }
        return;
    }
    for level in 0..places {
        levels.push(level);
        each_order(places, levels, used | 1 << level, work);
        levels.pop();
    }
}
