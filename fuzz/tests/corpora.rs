//! Everything in the corpora still holds.

use fuzz::TARGETS;
use std::fs;
use std::path::Path;

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let manifest = fs::read_to_string(folder("libfuzzer/Cargo.toml")).expect("the manifest");
    for target in TARGETS {
        let program = folder("libfuzzer/targets").join(format!("{}.rs", target.name));
        assert!(program.exists(), "{}", program.display());
        assert!(manifest.contains(&format!("name = \"{}\"", target.name)), "{}", target.name);
    }
    // Without the server's messages one of them is not run.
    let corpora = fs::read_dir(folder("corpus")).expect("the corpora").count();
    assert_eq!(corpora, TARGETS.len() + usize::from(!cfg!(feature = "wire")));
}

#[test]
#[expect(clippy::print_stdout, reason = "a test's output is shown where it fails")]
fn the_corpora_hold() {
    for target in TARGETS {
        let files = fs::read_dir(folder("corpus").join(target.name)).expect("a corpus");
        let mut count = 0;
        for file in files {
            let path = file.expect("a file of a corpus").path();
            let bytes = fs::read(&path).expect("a file of a corpus");
            // Named before it runs, so that a failure tells which.
            println!("{}", path.display());
            (target.run)(&bytes);
            count += 1;
        }
        assert!(count > 0, "{} has no corpus", target.name);
    }
}
