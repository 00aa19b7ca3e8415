//! HTTPS with a made certificate.

use std::{fs, net::SocketAddr, path::Path, sync::Arc};

use outflank_server::config::{Config, Hosts, Tls};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};

use super::{app::TestApp, client::Request};

async fn answer(address: SocketAddr, trusted: &Path, name: &'static str) -> std::io::Result<String> {
    let mut roots = RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(&fs::read(trusted)?).expect("a certificate");
    roots.add(authority).expect("it is an authority");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    let name = ServerName::try_from(name).expect("a name");
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: games.example\r\nConnection: close\r\n\r\n").await?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[tokio::test]
async fn a_device_that_trusts_the_authority_reaches_the_server_by_its_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let tls = Tls::made_in(folder.path(), &["games.example".parse().expect("a name")], None).expect("it is made");
    let authority = tls.authority().expect("it was made").to_owned();
    let app = TestApp::with(Config { tls: Some(tls), hosts: Hosts::Any, ..Config::default() }).await;
    for name in ["games.example", "localhost", "127.0.0.1"] {
        let answer = answer(app.address, &authority, name).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.1 404"), "{name}: {answer}");
    }
    let refused = answer(app.address, &authority, "other.example").await.expect_err("it is not for this name");
    assert!(refused.to_string().contains("certificate"), "{refused}");
    let plain = Request::to(app.address, "games.example", "GET", "/edit").send().await;
    assert_eq!((plain.status, plain.headers["location"].as_str()), (308, "https://games.example/edit"));
    assert_eq!(Request::to(app.address, "games.example", "GET", "/health").send().await.status, 200);
    assert_ne!(app.get("/edit").send().await.status, 308, "this machine");
    app.stop().await;
}
