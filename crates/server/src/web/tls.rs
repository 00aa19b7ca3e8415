//! HTTPS: a certificate from files, or one that the server makes for the local network.
//!
//! Browsers store the page for use without a network, and give its engine threads, only over HTTPS
//! or at localhost. The made certificate is signed by an authority of its own, whose key is thrown
//! away: a device that trusts the authority trusts this certificate and no other.

use std::{
    fmt, fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::{
    body::Body,
    http::{HeaderValue, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, KeyUsagePurpose,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

use super::host::{self, HostName};

/// Systems refuse certificates of a year and a month and longer.
const VALID_FOR: Duration = Duration::from_secs(390 * 24 * 60 * 60);

/// A made certificate is replaced this long before it expires.
const RENEW_BEFORE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The first bytes of a certificate that the server has made. The names follow, then the time in
/// seconds since 1970 until which it is used.
const MADE_FOR: &str = "outflank: ";

/// The proof of who a server is.
#[derive(Clone)]
pub struct Tls {
    config: Arc<ServerConfig>,
    authority: Option<PathBuf>,
}

impl Tls {
    /// Reads a certificate chain and its key from PEM files.
    pub fn read(certificate: &Path, key: &Path) -> Result<Tls, TlsError> {
        let unreadable = |file: &Path, cause: String| TlsError::Unreadable { file: file.to_owned(), cause };
        let read = |file: &Path| fs::read(file).map_err(|cause| unreadable(file, cause.to_string()));
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&read(certificate)?)
            .collect::<Result<_, _>>()
            .map_err(|cause| unreadable(certificate, cause.to_string()))?;
        if chain.is_empty() {
            return Err(unreadable(certificate, "it contains no certificate in PEM".to_owned()));
        }
        let secret = PrivateKeyDer::from_pem_slice(&read(key)?).map_err(|cause| unreadable(key, cause.to_string()))?;
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, secret))
            .map_err(|cause| TlsError::Unfit { certificate: certificate.to_owned(), key: key.to_owned(), cause })?;
        Ok(Tls { config: Arc::new(config), authority: None })
    }

    /// The certificate in this folder, or a new one for this machine, these names and its address
    /// in the network.
    pub fn made_in(folder: &Path, names: &[HostName], address: Option<IpAddr>) -> Result<Tls, TlsError> {
        let local = [IpAddr::from(Ipv4Addr::LOCALHOST), Ipv6Addr::LOCALHOST.into()].into_iter().chain(address);
        let mut all: Vec<String> = vec!["localhost".to_owned()];
        all.extend(local.map(|address| address.to_string()));
        all.extend(names.iter().map(ToString::to_string));
        let [certificate, key, authority] =
            ["certificate.pem", "key.pem", "authority.crt"].map(|name| folder.join(name));
        if !is_made_for(&certificate, &all) {
            make(folder, [&certificate, &key, &authority], all)?;
        }
        Ok(Tls { authority: Some(authority), ..Tls::read(&certificate, &key)? })
    }

    /// The certificate that devices install to trust the server, if the server made it.
    pub fn authority(&self) -> Option<&Path> {
        self.authority.as_deref()
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config))
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("authority", &self.authority).finish_non_exhaustive()
    }
}

/// Was the certificate made for these names, and is it still valid for a while?
fn is_made_for(certificate: &Path, names: &[String]) -> bool {
    let text = fs::read_to_string(certificate).unwrap_or_default();
    let line = text.lines().next().and_then(|line| line.strip_prefix(MADE_FOR));
    let Some((made_for, until)) = line.and_then(|line| line.rsplit_once(' ')) else { return false };
    made_for == names.join(" ") && until.parse().is_ok_and(|until: u64| until > seconds(SystemTime::now()))
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn make(folder: &Path, [certificate, key, authority]: [&Path; 3], names: Vec<String>) -> Result<(), TlsError> {
    let now = SystemTime::now();
    let until = now + VALID_FOR;
    let first_line = format!("{MADE_FOR}{} {}\n", names.join(" "), seconds(until - RENEW_BEFORE));
    let mut above = CertificateParams::default();
    above.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    above.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let mut own = CertificateParams::new(names)?;
    own.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    own.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    for (params, title) in [(&mut above, "Outflank on this network"), (&mut own, "Outflank")] {
        params.distinguished_name.push(DnType::CommonName, title);
        // Clocks of other devices may be behind.
        params.not_before = (now - Duration::from_secs(24 * 60 * 60)).into();
        params.not_after = until.into();
    }
    let (above_key, own_key) = (KeyPair::generate()?, KeyPair::generate()?);
    let above_pem = above.self_signed(&above_key)?.pem();
    let own_pem = own.signed_by(&own_key, &Issuer::new(above, above_key))?.pem();
    let unwritable = |cause| TlsError::Unwritable { folder: folder.to_owned(), cause };
    fs::create_dir_all(folder).map_err(unwritable)?;
    write_secret(key, &own_key.serialize_pem()).map_err(unwritable)?;
    fs::write(authority, &above_pem).map_err(unwritable)?;
    // Last: it says that the others are there.
    fs::write(certificate, first_line + &own_pem + &above_pem).map_err(unwritable)
}

/// Writes a file that only this user can read.
fn write_secret(file: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(file)?, text.as_bytes())
}

/// The reply to a request without TLS at a server that has it: where the page is. Programs may go
/// on without it, and so may browsers on this machine, whose connections nobody can read.
pub(crate) fn redirect<B>(request: &Request<B>) -> Option<Response> {
    const FOR_PROGRAMS: [&str; 4] = ["/api", "/health", "/ready", "/metrics"];
    let path = request.uri().path();
    let is_for_programs = FOR_PROGRAMS
        .iter()
        .any(|one| path.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if is_for_programs || host::is_this_machine(request.headers()) {
        return None;
    }
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    let place = format!("https://{host}{}", request.uri().path_and_query().map_or("/", |path| path.as_str()));
    let location = HeaderValue::from_str(&place).ok()?;
    let text = Body::from(format!("This server uses HTTPS: open {place}\n"));
    Some((StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)], text).into_response())
}

/// Why there is no HTTPS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {}: {cause}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        cause: String,
    },
    /// The certificate cannot be used with the key.
    #[error("cannot use the certificate {} with the key {}: {cause}", certificate.display(), key.display())]
    Unfit {
        /// The certificate.
        certificate: PathBuf,
        /// The key.
        key: PathBuf,
        /// Why.
        cause: rustls::Error,
    },
    /// The made certificate cannot be stored.
    #[error("cannot write a certificate to {}: {cause}", folder.display())]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// No certificate can be made.
    #[error("cannot make a certificate: {0}")]
    NotMade(#[from] rcgen::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> HostName {
        text.parse().expect("a name")
    }

    #[test]
    fn a_made_certificate_is_kept_until_the_names_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = |names: &[HostName]| {
            let tls = Tls::made_in(folder.path(), names, None).unwrap_or_else(|error| panic!("{error}"));
            fs::read(tls.authority().expect("it was made")).expect("a file")
        };
        let first = made(&[name("games.example")]);
        assert_eq!(made(&[name("games.example")]), first);
        assert_ne!(made(&[name("other.example")]), first);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_reads_the_key() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        Tls::made_in(folder.path(), &[], None).unwrap_or_else(|error| panic!("{error}"));
        let mode = fs::metadata(folder.path().join("key.pem")).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn files_that_are_no_certificate_or_key_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("notes.txt");
        let error = Tls::read(&file, &file).expect_err("there is no such file").to_string();
        assert!(error.starts_with("cannot read ") && error.contains("notes.txt"), "{error}");
        fs::write(&file, "hello").expect("written");
        let error = Tls::read(&file, &file).expect_err("no certificate").to_string();
        assert!(error.contains("notes.txt: it contains no certificate in PEM"), "{error}");
    }

    #[test]
    fn browsers_of_other_machines_go_to_https_and_programs_stay() {
        let sent_to = |host: &str, path: &str| {
            let request = Request::get(path).header(header::HOST, host).body(()).expect("a request");
            redirect(&request).map(|reply| reply.headers()[header::LOCATION].to_str().expect("text").to_owned())
        };
        let place = sent_to("192.0.2.7:7654", "/game/abc?ply=3");
        assert_eq!(place.as_deref(), Some("https://192.0.2.7:7654/game/abc?ply=3"));
        for (host, path) in [("192.0.2.7:7654", "/api/bots/socket"), ("192.0.2.7", "/health"), ("localhost:7654", "/")]
        {
            assert_eq!(sent_to(host, path), None, "{host} {path}");
        }
        assert!(sent_to("192.0.2.7", "/apiary").is_some());
    }
}
