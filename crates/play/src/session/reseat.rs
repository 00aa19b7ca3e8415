//! Other players in the middle of a game.

use outflank_rules::Color;

use crate::{PlayerFault, Seat, Session};

impl Session {
    /// From now on a side is played by somebody else; what the one before was thinking about is given up. The clock goes on as it is. A
    /// program that is not there is refused, and nothing changes.
    ///
    /// ```
    /// use outflank_play::{Options, Seat, Session};
    /// use outflank_rules::{Color, Game, Variant};
    ///
    /// let mut session = Session::new(Options::new(Game::new(Variant::STANDARD.start())));
    /// session.reseat(Color::White, "level:3".parse()?)?;
    /// assert_eq!(session.seats().white.to_string(), "level:3");
    /// assert!(session.reseat(Color::White, Seat::Gtp("/no/such/engine".to_owned())).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reseat(&mut self, color: Color, seat: Seat) -> Result<(), PlayerFault> {
        if self.seats[color] == seat {
            return Ok(());
        }
        seat.find()?;
        self.thinkers[color] = None;
        self.thoughts[color] = None;
        self.seats[color] = seat;
        if self.clocks.is_some() {
            self.seat(color);
        }
        if self.game.ply() > 0 {
            self.save();
        }
        Ok(())
    }
}
