//! A Postgres that is reached by TLS, and one that shows another's certificate.

use std::process::{Command, Output};

/// Runs a script beside a Postgres that speaks TLS; `$yiguan` is the program.
fn beside_postgres(script: &str) -> Output {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    Command::new(format!("{folder}/tests/support/postgres.sh"))
        .args(["bash", "-c", script])
        .env("POSTGRES_TLS", "1")
        .env("yiguan", env!("CARGO_BIN_EXE_yiguan"))
        .env_remove("DATABASE_URL")
        .output()
        .expect("the script is there")
}

#[test]
fn postgres_is_reached_by_tls_and_by_no_other_certificate_than_the_one_named() {
    let output = beside_postgres(
        r#"set -e
        url=${TEST_DATABASE_URL/127.0.0.1/localhost}
        "$yiguan" migrate --database "$url?sslmode=verify-full&sslrootcert=$TEST_DATABASE_CA"
        psql -Atq "$TEST_DATABASE_URL" -c "alter system set log_connections = on" -c "select pg_reload_conf()" >/dev/null
        "$yiguan" export --database "$url?sslmode=require"
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=other \
            -keyout /dev/null -out "$TEST_DATABASE_CA.other" 2>/dev/null
        if "$yiguan" export --database "$url?sslmode=verify-full&sslrootcert=$TEST_DATABASE_CA.other" 2>&1; then exit 9; fi
        folder=$(dirname "$TEST_DATABASE_CA")
        openssl req -x509 -key "$folder/data/server.key" -days 2 -subj /CN=localhost \
            -addext "basicConstraints=critical,CA:FALSE" -out "$folder/nameless.crt" 2>/dev/null
        cat "$folder/nameless.crt" >"$folder/data/server.crt"
        psql -Atq "$TEST_DATABASE_URL" -c "select pg_reload_conf()" >/dev/null
        # Postgres reads it again a moment later.
        for _ in $(seq 100); do
            if said=$("$yiguan" export --database "$url?sslmode=verify-full&sslrootcert=$folder/nameless.crt" 2>&1); then exit 8; fi
            if [[ $said = *"does not name"* ]]; then break; fi
        done
        echo "nameless: $said"
        psql -Atq "$url?sslmode=require" -c "select ssl from pg_stat_ssl where pid = pg_backend_pid()"
        "#,
    );
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.contains("the database is at schema"), "{said}");
    let (untrusted, nameless) = said.split_once("nameless: ").expect("it was tried");
    assert!(untrusted.contains("the certificate of Postgres cannot be used"), "{said}");
    assert!(untrusted.contains("`sslrootcert` must name it"), "{said}");
    assert!(nameless.contains("does not name the host of the address"), "{said}");
    assert!(!nameless.contains("sslrootcert"), "{said}");
}
