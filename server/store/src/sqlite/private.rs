//! Files that no other user of the machine may read: the data folder has the mode 0700 and its files
//! 0600, whatever the umask.
//!
//! A folder and files that exist already are tightened at each opening. A folder that holds anything
//! but the database, such as a home folder, keeps its mode, and so does a file that the system does
//! not let this process change. Either is a warning in the log. Systems without such modes are left alone.

use super::open::{FILE, LOCK};
use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// The mode of the data folder.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// The mode of its files.
#[cfg(unix)]
const FILE_MODE: u32 = 0o600;

/// The beginning of the names of the store's files.
#[cfg(unix)]
const PREFIX: &str = "yiguan.";

/// A folder that file systems have at their root.
#[cfg(unix)]
const LOST_AND_FOUND: &str = "lost+found";

/// Options for a file that only its owner can read.
pub(super) fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, FILE_MODE);
    options
}

/// Makes a folder that only its owner can read, unless there is one.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    builder.create(folder)
}

/// Takes the rights of others to the data folder and to the store's files.
#[cfg(unix)]
pub(super) fn tighten(folder: &Path) {
    for file in [FILE.to_owned(), format!("{FILE}-wal"), format!("{FILE}-shm"), LOCK.to_owned()] {
        let path = folder.join(file);
        match restrict(&path, FILE_MODE) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => warn(&path, &error),
            Ok(()) | Err(_) => {}
        }
    }
    let restricted = match is_only_ours(folder) {
        Ok(true) => restrict(folder, FOLDER_MODE),
        Ok(false) => match is_open(folder, FOLDER_MODE) {
            Ok(false) => Ok(()),
            Ok(true) => Err(io::Error::other("it holds other files")),
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    if let Err(error) = restricted {
        warn(folder, &error);
    }
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &Path) {}

/// Whether a folder holds nothing but files of the store.
#[cfg(unix)]
fn is_only_ours(folder: &Path) -> io::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        if !name.to_str().is_some_and(|name| name.starts_with(PREFIX) || name == LOST_AND_FOUND) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether others have rights beyond a mode.
#[cfg(unix)]
fn is_open(path: &Path, mode: u32) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o777 & !mode != 0)
}

/// Takes all rights beyond a mode, and gives none.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = std::fs::metadata(path)?.permissions();
    let before = permissions.mode() & 0o7777;
    if before & 0o777 & !mode == 0 {
        return Ok(());
    }
    permissions.set_mode(before & mode);
    std::fs::set_permissions(path, permissions)
}

#[cfg(unix)]
fn warn(path: &Path, error: &io::Error) {
    tracing::warn!(
        path = %path.display(),
        %error,
        "other users of the machine may have rights to the data, which contains the signing key"
    );
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
    }

    fn open_up(path: &Path, mode: u32) {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("it is ours");
    }

    #[test]
    fn open_folder_and_files_are_tightened() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("one/data");
        make_folder(&folder).expect("it is new");
        assert_eq!((mode(&folder), mode(&outer.path().join("one"))), (0o700, 0o700));
        open_up(&folder, 0o755);
        let names = ["yiguan.db", "yiguan.db-wal", "yiguan.db-shm", "yiguan.lock"];
        for name in names {
            let path = folder.join(name);
            options().write(true).create(true).truncate(false).open(&path).expect("it is new");
            assert_eq!(mode(&path), 0o600, "{name}");
            open_up(&path, 0o664);
        }
        tighten(&folder);
        assert_eq!(mode(&folder), 0o700);
        for name in names {
            assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
        }
    }

    #[test]
    fn folder_with_other_files_keeps_its_mode() {
        let folder = tempfile::tempdir().expect("a folder");
        let (own, other) = (folder.path().join("yiguan.db"), folder.path().join("letters.txt"));
        for path in [&own, &other] {
            std::fs::write(path, "").expect("it is new");
            open_up(path, 0o644);
        }
        open_up(folder.path(), 0o755);
        tighten(folder.path());
        assert_eq!((mode(folder.path()), mode(&own), mode(&other)), (0o755, 0o600, 0o644));
    }

    #[test]
    fn folder_closed_to_others_keeps_its_special_bits() {
        let folder = tempfile::tempdir().expect("a folder");
        open_up(folder.path(), 0o1700);
        tighten(folder.path());
        assert_eq!(mode(folder.path()), 0o1700);
    }
}
