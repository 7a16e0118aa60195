//! An authenticator in software: makes one passkey and signs with it, as a browser answers.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// A device with one passkey of a site.
#[derive(Debug)]
pub struct Authenticator {
    origin: String,
    key: EcdsaKeyPair,
    id: Vec<u8>,
    user: String,
}

impl Authenticator {
    /// A device whose browser shows pages of `origin`.
    ///
    /// # Panics
    ///
    /// If no key can be made.
    #[must_use]
    pub fn new(origin: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let key = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a new key");
        let key = EcdsaKeyPair::from_pkcs8(algorithm, key.as_ref(), &random).expect("it reads");
        let id = digest(&SHA256, key.public_key().as_ref()).as_ref().to_vec();
        Self { origin: origin.to_owned(), key, id, user: String::new() }
    }

    /// The id of the passkey.
    #[must_use]
    pub fn id(&self) -> &[u8] {
        &self.id
    }

    /// The answer to the options for making a passkey.
    ///
    /// # Panics
    ///
    /// If the options are incomplete.
    pub fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().expect("a user").to_owned();
        let mut data = self.data(options["rp"]["id"].as_str().expect("a site"), 0x45);
        data.extend([0; 16]);
        data.extend([0, u8::try_from(self.id.len()).expect("short")]);
        data.extend(&self.id);
        // The public key as COSE: kind 2 (EC2), algorithm -7 (ES256), curve 1 (P-256), x and y.
        let point = self.key.public_key().as_ref();
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(&point[1..33]);
        data.extend([0x22, 0x58, 0x20]);
        data.extend(&point[33..]);
        // {"fmt": "none", "attStmt": {}, "authData": …} as CBOR.
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).expect("short"));
        object.extend(data);
        let client = self.client("webauthn.create", options);
        self.answer(&json!({
            "attestationObject": URL_SAFE_NO_PAD.encode(object),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
        }))
    }

    /// The answer to the options for using the passkey.
    ///
    /// # Panics
    ///
    /// If the options are incomplete.
    pub fn get(&self, options: &Value) -> Value {
        let data = self.data(options["rpId"].as_str().expect("a site"), 0x05);
        let client = self.client("webauthn.get", options);
        let mut signed = data.clone();
        signed.extend(digest(&SHA256, client.as_bytes()).as_ref());
        let signature = self.key.sign(&SystemRandom::new(), &signed).expect("it signs");
        self.answer(&json!({
            "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
            "signature": URL_SAFE_NO_PAD.encode(signature),
            "userHandle": self.user,
        }))
    }

    fn data(&self, site: &str, flags: u8) -> Vec<u8> {
        let mut data = digest(&SHA256, site.as_bytes()).as_ref().to_vec();
        data.push(flags);
        // It does not count, as devices whose passkeys are synchronised do not.
        data.extend([0; 4]);
        data
    }

    fn client(&self, kind: &str, options: &Value) -> String {
        let challenge = &options["challenge"];
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false})
            .to_string()
    }

    fn answer(&self, response: &Value) -> Value {
        let id = URL_SAFE_NO_PAD.encode(&self.id);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        })
    }
}
