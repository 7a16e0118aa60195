//! The files of the client as they are written, and whether a bundle is made from them. The build
//! script has this, too: a release decides when it is built, other builds when they start.

use super::folder::files;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder where `static/build.sh` puts the bundle.
const BUNDLE: &str = "dist";

/// The file of the bundle that holds the digest of its sources.
const DIGEST: &str = "SOURCES";

/// Folders built from the sources.
const MADE: [&str; 2] = ["dist/", "bundle/node_modules/"];

/// The folder to serve, and the paths of the files in it: the bundle of the client in `client`
/// where there is one that was made from the present sources, and else its modules as they are.
pub(crate) fn served(client: &Path) -> io::Result<(PathBuf, Vec<String>)> {
    let bundle = client.join(BUNDLE);
    let made_from = fs::read_to_string(bundle.join(DIGEST)).ok();
    if made_from.is_some_and(|made_from| digest(client).is_ok_and(|now| now == made_from)) {
        let paths = files(&bundle, &[])?;
        return Ok((bundle, paths));
    }
    let mut paths = files(client, &MADE)?;
    paths.retain(|path| is_served(path));
    Ok((client.to_owned(), paths))
}

/// Whether a file among the sources is for browsers, rather than for those who build them.
fn is_served(path: &str) -> bool {
    !path.starts_with("bundle/")
        && !path.ends_with(".d.ts")
        && path.rsplit_once('.').is_some_and(|(_, ending)| ending != "sh")
}

/// The digest that `static/bundle/sources.js` computes.
fn digest(client: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    for path in files(client, &MADE)? {
        digest.update(&path);
        digest.update([0]);
        digest.update(fs::read(client.join(&path))?);
        digest.update([0]);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
