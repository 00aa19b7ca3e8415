//! First programs for people who write a bot.
