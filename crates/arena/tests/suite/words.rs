//! What parses prints and parses again to the same value; nothing panics.

use outflank_arena::{PlayerSpec, Seat, TimeControl, socket::Address};
use proptest::prelude::*;

proptest! {
    #[test]
    fn seats(text in "(gtp:|level:|random|greedy|human| )?[ -~é/\\\\]{0,12}") {
        if let Ok(seat) = text.parse::<Seat>() {
            prop_assert_eq!(seat.to_string().parse::<Seat>(), Ok(seat));
        }
    }

    #[test]
    fn entrants(text in "(gtp:|JSON:|level:|nodes:|tcp://|ws://|Wss://| )?[ -~é/\\\\]{0,12}(:[0-9]{1,5})?") {
        if let Ok(entrant) = text.parse::<PlayerSpec>() {
            prop_assert_eq!(entrant.to_string().parse::<PlayerSpec>(), Ok(entrant));
        }
        if let Ok(address) = text.parse::<Address>() {
            prop_assert_eq!(address.to_string().parse::<Address>(), Ok(address));
        }
    }

    #[test]
    fn time_controls(text in "[0-9.]{0,4}(h|m|s|ms|min)?[0-9]{0,3}(s|ms)?([+/][0-9mse ov]{0,6})?") {
        if let Ok(time) = text.parse::<TimeControl>() {
            prop_assert_eq!(time.to_string().parse::<TimeControl>(), Ok(time), "{}", text);
        }
    }

    #[test]
    fn any_text(text in any::<String>()) {
        let _ = (text.parse::<Seat>(), text.parse::<TimeControl>(), text.parse::<PlayerSpec>(), text.parse::<Address>());
    }
}
