//! Replays the seeds of every target, so that each `cargo test` repeats what the fuzzer once found.

use std::{fs, path::Path};

use outflank_fuzz::TARGETS;

#[test]
fn every_target_passes_its_seeds() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for (name, target) in TARGETS {
        let folder = seeds.join(name);
        let mut replayed = 0;
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder that can be read").path();
            println!("{}", path.display());
            target(&fs::read(&path).expect("a seed that can be read"));
            replayed += 1;
        }
        assert!(replayed > 0, "{name} has no seeds in {}", folder.display());
    }
}

#[test]
fn every_folder_of_seeds_belongs_to_a_target() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for entry in fs::read_dir(seeds).expect("the folder of seeds") {
        let name = entry.expect("a folder that can be read").file_name();
        let name = name.to_str().expect("a name in ASCII");
        assert!(outflank_fuzz::target(name).is_some(), "no target is called {name}");
    }
}
