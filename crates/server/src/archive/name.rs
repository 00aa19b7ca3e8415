//! Folds names for searches: `Gothe` finds Göthe.

use crate::game::wire;

/// A name in lower case, without diacritics and punctuation.
pub(super) fn folded(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    for c in wire::name_key(name).chars() {
        match plain(c) {
            Some(letters) => words.push_str(letters),
            None if is_mark(c) => {}
            None if c.is_alphanumeric() => words.push(c),
            None => words.push(' '),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text has letters or digits, so that a search can find a name by it.
pub fn is_name(text: &str) -> bool {
    !folded(text).is_empty()
}

/// Whether each wanted word begins a word of a folded name.
pub(super) fn has_words(name: &str, wanted: &str) -> bool {
    wanted.split(' ').all(|wanted| name.split(' ').any(|word| word.starts_with(wanted)))
}

/// Whether a character is a combining diacritic.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The base letters of the lower-case letters with diacritics in Latin-1 and Latin Extended-A.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_diacritics_and_punctuation_make_no_difference() {
        for (one, other) in [
            ("GÖTHE Jürgen", "gothe jurgen"),
            ("Łukasz Żółw", "lukasz zolw"),
            ("Re\u{301}my", "Rémy"),
            ("O'Neill-Smith,  A.", "o neill smith a"),
            ("Strauß", "STRAUSS"),
            ("ＡＮＮ", "ann"),
        ] {
            assert_eq!(folded(one), folded(other), "{one}");
        }
        assert_eq!(folded("村上 健"), "村上 健");
        assert_eq!(folded(" -- "), "");
        assert!(!is_name(" -- ") && is_name("健") && is_name("7"));
    }

    #[test]
    fn names_are_found_by_the_beginnings_of_their_words_in_any_order() {
        let name = folded("Tastet Marc");
        assert!(has_words(&name, "marc tas") && has_words(&name, "tastet") && has_words(&name, ""));
        assert!(!has_words(&name, "arc") && !has_words(&name, "tastet paul"));
    }
}
