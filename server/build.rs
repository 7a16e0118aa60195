//! Puts the client into releases: `static/dist` where `static/build.sh` made it from the present
//! files of `static/`, and else the modules as they are. Other builds read the files when they start, so
//! that nothing is compiled anew for a change of the client.

#[path = "src/client/folder.rs"]
mod folder;
#[path = "src/client/sources.rs"]
mod sources;

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    let variable = |name| env::var(name).map_err(std::io::Error::other);
    if variable("PROFILE")? != "release" {
        return Ok(());
    }
    println!("cargo::rustc-cfg=embedded");
    let client = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../static").canonicalize()?;
    // A folder stands for all that is in it, and for what will be.
    println!("cargo::rerun-if-changed={}", client.display());
    let (folder, paths) = sources::served(&client)?;
    let mut list = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for path in paths {
        let file: PathBuf = folder.join(&path);
        let _ = writeln!(list, "    ({path:?}, include_bytes!({file:?})),");
    }
    list.push_str("];\n");
    std::fs::write(Path::new(&variable("OUT_DIR")?).join("client.rs"), list)
}
