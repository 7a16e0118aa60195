//! A certificate of the test's own, which is trusted by a client only on request.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A certificate, signed by itself, with its key.
pub struct Certificate {
    folder: TempDir,
    acceptor: TlsAcceptor,
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Certificate").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Certificate {
    /// Makes one for a host, such as `localhost`.
    ///
    /// # Panics
    ///
    /// If there is no `openssl`.
    #[must_use]
    pub fn of(host: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let [key, certificate] =
            ["key.pem", "certificate.pem"].map(|name| folder.path().join(name));
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"])
            .args(["-nodes", "-days", "2", "-subj"])
            .arg(format!("/CN=test of {host}"))
            .arg("-addext")
            .arg(format!("subjectAltName=DNS:{host}"))
            .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
            .arg(&key)
            .arg("-out")
            .arg(&certificate)
            .output()
            .expect("there is a command `openssl`");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let chain = vec![CertificateDer::from_pem_file(&certificate).expect("it was written")];
        let key = PrivateKeyDer::from_pem_file(&key).expect("it was written");
        let config = ServerConfig::builder().with_no_client_auth();
        let config = config.with_single_cert(chain, key).expect("they belong together");
        Self { folder, acceptor: TlsAcceptor::from(Arc::new(config)) }
    }

    /// The file by which it is trusted.
    ///
    /// # Panics
    ///
    /// If the folder for temporary files has an odd name.
    #[must_use]
    pub fn path(&self) -> String {
        self.file("certificate.pem")
    }

    /// The file of its key.
    ///
    /// # Panics
    ///
    /// If the folder for temporary files has an odd name.
    #[must_use]
    pub fn key_path(&self) -> String {
        self.file("key.pem")
    }

    fn file(&self, name: &str) -> String {
        let path: &Path = &self.folder.path().join(name);
        path.to_str().expect("plain").to_owned()
    }

    /// The key that encrypts with it.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }
}
