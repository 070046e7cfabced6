//! Encryption on the way to the database, as the `sslmode` of its address asks for it, with the meaning PostgreSQL's own programs give
//! it. The driver knows only some of the modes and checks no certificate by itself.

use super::chain;
use crate::StoreError;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

/// How much of the server's certificate must be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// It only keeps out who listens.
    Anybody,
    /// Signed by a known authority.
    Signed,
    /// And made out to the host of the address.
    Named,
}

/// What an address says about encryption.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The address without what the driver does not understand.
    pub url: String,
    pub mode: SslMode,
    trust: Trust,
    /// The file with the authorities; the system's without one.
    ca: Option<PathBuf>,
}

impl Wanted {
    /// `ca` is used if the address names no `sslrootcert`.
    pub fn of(url: &str, ca: Option<&Path>) -> Result<Self, StoreError> {
        let (url, mode, named) = split(url);
        let ca = named.or_else(|| ca.map(Path::to_owned));
        let (mode, trust) = match mode.as_deref() {
            Some("disable") => (SslMode::Disable, Trust::Anybody),
            None | Some("prefer") => (SslMode::Prefer, Trust::Anybody),
            // As with PostgreSQL's own programs: who names an authority wants it to count.
            Some("require") if ca.is_some() => (SslMode::Require, Trust::Signed),
            Some("require") => (SslMode::Require, Trust::Anybody),
            Some("verify-ca") => (SslMode::Require, Trust::Signed),
            Some("verify-full") => (SslMode::Require, Trust::Named),
            Some(other) => {
                let known = "disable, prefer, require, verify-ca and verify-full";
                return Err(unfit(format!("there is no sslmode {other:?}, but {known}")));
            }
        };
        Ok(Wanted { url, mode, trust, ca })
    }

    pub fn connector(&self) -> Result<MakeRustlsConnect, StoreError> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder =
            ClientConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions();
        let builder = builder.map_err(|error| unfit(error.to_string()))?.dangerous();
        let verifier: Arc<dyn ServerCertVerifier> = match self.trust {
            Trust::Anybody => Arc::new(Lenient { provider, roots: None }),
            Trust::Signed => Arc::new(Lenient { provider, roots: Some(self.roots()?) }),
            Trust::Named => {
                let verifier = WebPkiServerVerifier::builder_with_provider(self.roots()?.into(), provider);
                verifier.build().map_err(|error| unfit(error.to_string()))?
            }
        };
        let config = builder.with_custom_certificate_verifier(verifier).with_no_client_auth();
        Ok(MakeRustlsConnect::new(config))
    }

    fn roots(&self) -> Result<RootCertStore, StoreError> {
        let mut roots = RootCertStore::empty();
        let certificates = match &self.ca {
            Some(file) => from_file(file)?,
            None => rustls_native_certs::load_native_certs().certs,
        };
        roots.add_parsable_certificates(certificates);
        if roots.is_empty() {
            let place = self.ca.as_ref().map_or("the system".into(), |file| file.display().to_string());
            return Err(unfit(format!(
                "{place} has no certificate of an authority; name a file with sslrootcert"
            )));
        }
        Ok(roots)
    }
}

fn from_file(file: &Path) -> Result<Vec<CertificateDer<'static>>, StoreError> {
    let read = CertificateDer::pem_file_iter(file).and_then(|found| found.collect());
    read.map_err(|error| unfit(format!("{}: {}", file.display(), chain(&error))))
}

fn unfit(why: String) -> StoreError {
    StoreError::Unavailable(format!("the encryption to the database: {why}"))
}

/// Takes `sslmode` and `sslrootcert` out of an address, which may be a URL or words such as `host=…`.
fn split(url: &str) -> (String, Option<String>, Option<PathBuf>) {
    let (start, words, joint) = match url.split_once('?') {
        Some((start, query)) if url.contains("://") => (format!("{start}?"), query, '&'),
        _ if url.contains("://") => return (url.into(), None, None),
        _ => (String::new(), url, ' '),
    };
    let (mut mode, mut ca, mut rest) = (None, None, Vec::new());
    for word in words.split(joint) {
        match word.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value.to_owned()),
            Some(("sslrootcert", value)) if joint == '&' => ca = Some(decoded(value).into()),
            Some(("sslrootcert", value)) => ca = Some(value.into()),
            _ => rest.push(word),
        }
    }
    (start + &rest.join(&joint.to_string()), mode, ca)
}

fn decoded(value: &str) -> String {
    percent_encoding::percent_decode_str(value).decode_utf8_lossy().into_owned()
}

/// Asks for less than the name in the certificate, or nothing at all; that the server has the key to it is always asked.
#[derive(Debug)]
struct Lenient {
    provider: Arc<CryptoProvider>,
    /// Whose signature counts; without them anybody's.
    roots: Option<RootCertStore>,
}

impl ServerCertVerifier for Lenient {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if let Some(roots) = &self.roots {
            let certificate = ParsedCertificate::try_from(certificate)?;
            let algorithms = self.provider.signature_verification_algorithms.all;
            rustls::client::verify_server_cert_signed_by_trust_anchor(
                &certificate,
                roots,
                between,
                now,
                algorithms,
            )?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_what_is_wanted() {
        let wanted = |url: &str| Wanted::of(url, None).unwrap();
        let plain = wanted("postgres://u@h/db?application_name=x");
        assert_eq!((plain.mode, plain.trust), (SslMode::Prefer, Trust::Anybody));
        assert_eq!(plain.url, "postgres://u@h/db?application_name=x");
        for (mode, expected) in [
            ("disable", (SslMode::Disable, Trust::Anybody)),
            ("prefer", (SslMode::Prefer, Trust::Anybody)),
            ("require", (SslMode::Require, Trust::Anybody)),
            ("verify-ca", (SslMode::Require, Trust::Signed)),
            ("verify-full", (SslMode::Require, Trust::Named)),
        ] {
            let found = wanted(&format!("postgres://u@h/db?a=b&sslmode={mode}&c=d"));
            assert_eq!((found.mode, found.trust), expected);
            assert_eq!(found.url, "postgres://u@h/db?a=b&c=d");
        }
        let words = wanted("host=h user=u sslmode=require sslrootcert=/a/ca.pem");
        assert_eq!((words.url.as_str(), words.trust), ("host=h user=u", Trust::Signed));
        let url = wanted("postgres://u@h/db?sslmode=verify-full&sslrootcert=%2Fa%20b%2Fca.pem");
        assert_eq!((url.url.as_str(), url.ca), ("postgres://u@h/db?", Some("/a b/ca.pem".into())));
        assert!(Wanted::of("postgres://u@h/db?sslmode=sometimes", None).is_err());
    }
}
