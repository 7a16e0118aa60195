//! The authorities that may certify the mail server: those of the system, or those of a file.
//!
//! Of the system's certificates those that cannot be read are passed over, since they are many and
//! not the operator's work. Of a file that the operator names every one has to be right.

use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use std::fmt;

/// The certificates of a file, instead of those of the system.
#[derive(Clone)]
pub struct Authorities(Certificate);

/// A file does not consist of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file of `--mail-ca` needs certificates in PEM, all of them valid")]
pub struct BadAuthorities;

// Written by hand: there is nothing to show.
impl fmt::Debug for Authorities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorities").finish_non_exhaustive()
    }
}

impl Authorities {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// [`BadAuthorities`], also if there is no certificate.
    pub fn read(pem: &[u8]) -> Result<Self, BadAuthorities> {
        // The library takes a text without certificates for none to trust.
        let has_any = pem.windows(BEGIN.len()).any(|part| part == BEGIN);
        let read = Certificate::from_pem(pem).map_err(|_| BadAuthorities).map(Self);
        let read = read.ok().filter(|_| has_any).ok_or(BadAuthorities)?;
        read.encryption("localhost").ok_or(BadAuthorities)?;
        Ok(read)
    }

    /// The means of encryption with a host for which these vouch.
    pub(super) fn encryption(&self, host: &str) -> Option<TlsParameters> {
        TlsParameters::builder(host.to_owned())
            .certificate_store(CertificateStore::None)
            .add_root_certificate(self.0.clone())
            .build()
            .ok()
    }
}

/// The beginning of a certificate.
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// The means of encryption with a host for which the system's vouch; `None` if it has none.
pub(super) fn encryption_of_the_system(host: &str) -> Option<TlsParameters> {
    if rustls_native_certs::load_native_certs().certs.is_empty() {
        return None;
    }
    TlsParameters::builder(host.to_owned())
        .certificate_store(CertificateStore::Default)
        .build()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_is_refused() {
        for text in [
            "",
            "certificate",
            "-----BEGIN CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n",
            "-----BEGIN PRIVATE KEY-----\nbm8=\n-----END PRIVATE KEY-----\n",
        ] {
            assert!(Authorities::read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
