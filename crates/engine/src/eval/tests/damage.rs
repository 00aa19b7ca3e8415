//! Weight files round-trip, and all other input is refused with a reason.

use std::sync::OnceLock;

use proptest::prelude::*;

use super::models;
use crate::eval::file::checksum;
use crate::eval::{Layout, Model, WeightsError};

/// A file that is small enough to be read often.
fn file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let layout = Layout::six();
        let phases = vec![vec![3; layout.parameters()]; layout.phases()];
        Model::new(layout, "threes", &phases).expect("as many as the layout says").to_bytes()
    })
}

/// The file with these bytes at this place and a checksum that fits.
fn altered(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = file().to_vec();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let body = file.len() - 8;
    let sum = checksum(&file[..body]);
    file[body..].copy_from_slice(&sum.to_le_bytes());
    file
}

fn refusal(bytes: &[u8]) -> WeightsError {
    Model::from_bytes(bytes).err().expect("a refusal")
}

fn assert_round_trip(model: &Model) {
    let read = Model::from_bytes(&model.to_bytes()).expect("its own file");
    assert_eq!(read.name(), model.name());
    assert_eq!(read.layout().digest(), model.layout().digest());
    for phase in 0..model.layout().phases() {
        assert!(read.parameters(phase) == model.parameters(phase), "phase {phase}");
    }
}

#[test]
fn files_round_trip() {
    models().iter().for_each(|model| assert_round_trip(model));
}

#[test]
fn built_in_weights_round_trip() {
    assert_round_trip(&Model::standard());
    assert_round_trip(&Model::six());
}

#[test]
fn weights_that_change_little_from_phase_to_phase_are_packed_as_differences() {
    let model = &models()[1];
    let phases = vec![model.parameters(0); model.layout().phases()];
    let alike = Model::new(Layout::six(), "", &phases).expect("as many as the layout says");
    assert!(alike.to_bytes().len() < model.to_bytes().len() / 8);
    assert_round_trip(&alike);
}

#[test]
fn each_fault_has_its_name() {
    assert_eq!(refusal(b""), WeightsError::NotWeights);
    assert_eq!(refusal(b"OUTFLOOR and more"), WeightsError::NotWeights);
    assert_eq!(refusal(b"OUTFLANK\x01"), WeightsError::CutShort);
    assert_eq!(refusal(b"OUTFLANK\x01\x00"), WeightsError::Damaged);
    assert_eq!(refusal(&altered(8, &[2, 1])), WeightsError::UnknownVersion { found: 258 });
    assert_eq!(refusal(&altered(10, &[7; 8])), WeightsError::OtherLayout { found: 0x0707_0707_0707_0707 });
    assert_eq!(refusal(&altered(18, &[15])), WeightsError::WrongCount { found: 15, expected: 16 });
    assert!(matches!(refusal(&altered(20, &[0, 0, 0, 0])), WeightsError::WrongCount { found: 0, .. }));
    assert_eq!(refusal(&altered(24, &[9])), WeightsError::BadPacking);
    assert_eq!(refusal(&altered(25, &[255, 255])), WeightsError::CutShort);
    assert_eq!(refusal(&altered(33, &[0xff; 8])), WeightsError::BadPacking);
    let mut damaged = file().to_vec();
    *damaged.last_mut().expect("not empty") ^= 1;
    assert_eq!(refusal(&damaged), WeightsError::Damaged);
}

#[test]
fn refusals_say_what_to_do() {
    let text = refusal(&altered(8, &[2, 0])).to_string();
    assert_eq!(text, "weight file of version 2, but this program reads version 1; convert or retrain");
    assert!(WeightsError::Damaged.to_string().contains("copy it again"));
}

#[test]
fn parameters_of_a_wrong_number_are_refused() {
    let layout = Layout::six();
    let right = layout.parameters();
    let phases = vec![vec![0; right + 1]; layout.phases()];
    let refused = Model::new(layout, "", &phases).err();
    assert_eq!(refused, Some(WeightsError::WrongCount { found: right + 1, expected: right }));
    assert_eq!(Model::new(Layout::six(), "", &[]).err(), Some(WeightsError::WrongCount { found: 0, expected: 16 }));
}

#[test]
fn names_are_kept_within_bounds() {
    let layout = Layout::six();
    let phases = vec![vec![0; layout.parameters()]; layout.phases()];
    let model = Model::new(layout, &"é".repeat(70_000), &phases).expect("as many as the layout says");
    let read = Model::from_bytes(&model.to_bytes()).expect("its own file");
    assert_eq!(read.name(), "é".repeat(100));
}

proptest! {
    #[test]
    fn every_changed_byte_is_noticed(at in 0..file().len(), change in 1..=255u8) {
        let mut damaged = file().to_vec();
        damaged[at] ^= change;
        prop_assert!(Model::from_bytes(&damaged).is_err());
    }

    #[test]
    fn every_cut_is_noticed(length in 0..file().len()) {
        prop_assert!(Model::from_bytes(&file()[..length]).is_err());
    }

    #[test]
    fn damage_with_a_valid_checksum_never_panics(at in 10..file().len() - 8, byte: u8) {
        let _ = Model::from_bytes(&altered(at, &[byte]));
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Model::from_bytes(&bytes);
        let _ = Model::from_bytes(&[b"OUTFLANK\x01\x00", &bytes[..]].concat());
    }
}
