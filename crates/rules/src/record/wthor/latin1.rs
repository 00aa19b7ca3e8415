//! Names in ISO-8859-1, whose 256 characters are the first 256 of Unicode.

/// The text before the first zero byte.
pub(super) fn decode(field: &[u8]) -> String {
    field.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
}

/// The text, cut off where a zero byte must still fit behind it; a character that ISO-8859-1 lacks becomes `?`.
pub(super) fn encode(text: &str, field: &mut [u8]) {
    field.fill(0);
    let room = field.len().saturating_sub(1);
    for (byte, c) in field[..room].iter_mut().zip(text.chars()) {
        *byte = u8::try_from(c).ok().filter(|&byte| byte != 0).unwrap_or(b'?');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_survive_and_what_does_not_fit_is_replaced_or_cut() {
        let mut field = [7; 8];
        encode("Pérou", &mut field);
        assert_eq!(field, *b"P\xe9rou\0\0\0");
        assert_eq!(decode(&field), "Pérou");
        encode("斜め long name", &mut field);
        assert_eq!(field, *b"?? long\0");
        assert_eq!(decode(b"full"), "full");
    }
}
