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

#[test]
fn objects_inside_a_record_may_begin_a_line() {
    let records =
        read("{\"moves\":\n[\"f5\"],\"notes\":[\n{\"eval\": 1},\n{\"eval\": 2}\n],\"black\":\n{\"name\":\"Ann\"}}");
    assert_eq!(records.len(), 1);
    assert_eq!((records[0].notes.len(), records[0].black.name.as_str()), (2, "Ann"));
}

#[test]
fn a_damaged_line_does_not_affect_the_others() {
    let good = "{\"version\":1,\"moves\":[\"f5\"]}\n";
    let foreign = "{\"moves\":[\"c4\"]}\n";
    for damaged in [
        "{\"version\":1,\"moves\":[\"f5\",\n",
        "{\"version\":1,\"moves\":[\"f\n",
        "{]\n",
        "nonsense\n",
        "{\"\n",
        "}}\n",
    ] {
        for good in [good, foreign] {
            let text = [good, damaged, good, good].concat();
            let results: Vec<_> = Reader::new(Format::Json, text.as_bytes()).collect();
            let read = results.iter().filter(|result| result.is_ok()).count();
            assert!(read >= 2 && results.iter().any(Result::is_err), "{damaged:?}: {results:?}");
            if good.starts_with("{\"version") {
                assert_eq!(read, 3, "{damaged:?}: {results:?}");
            }
        }
    }
}

#[test]
fn brackets_that_hold_no_records_are_reported() {
    for (text, good) in [("[[[[", 0), ("]]]]\n", 0), ("[{\"moves\":[\"f5\"]}\n", 1), ("[{\"moves\":[]},[", 1)] {
        let results: Vec<_> = Reader::new(Format::Json, text.as_bytes()).collect();
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), good, "{text:?}");
        assert!(results.iter().any(Result::is_err), "{text:?}");
    }
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
