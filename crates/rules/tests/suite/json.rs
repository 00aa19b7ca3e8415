//! Records of every kind in our own form.

use outflank_rules::record::{Format, Reader, Record, json};
use proptest::{collection::vec, prelude::*};

use crate::arbitrary;

fn read(text: &str) -> Vec<Record> {
    Reader::new(Format::Json, text.as_bytes()).map(Result::unwrap).collect()
}

/// As other programs would lay it out.
fn pretty(line: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    serde_json::to_string_pretty(&value).unwrap()
}

proptest! {
    #[test]
    fn every_record_is_read_back(record in arbitrary::record()) {
        let text = json::write(&record).unwrap();
        prop_assert_eq!(text.matches('\n').count(), 1);
        prop_assert_eq!(json::parse(&text), Ok(record), "{}", text);
    }

    #[test]
    fn lines_arrays_and_laid_out_objects_are_read(records in vec(arbitrary::record(), 0..4)) {
        let lines: Vec<String> = records.iter().map(|record| json::write(record).unwrap()).collect();
        prop_assert_eq!(&read(&lines.concat()), &records);
        prop_assert_eq!(&read(&format!("[{}]", lines.join(","))), &records);
        let array = format!("[{}]", lines.join(","));
        prop_assert_eq!(&read(&pretty(&array)), &records);
        let laid_out: Vec<String> = lines.iter().map(|line| pretty(line)).collect();
        prop_assert_eq!(&read(&laid_out.join("\n")), &records);
    }
}
