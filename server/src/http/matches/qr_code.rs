//! The address of a match, or of a sign-in link, as a QR code in SVG, for a phone nearby.
//!
//! The code contains the server's public address. It is drawn for any well-formed id, whether or
//! not such a match exists, so it reveals nothing about matches.

use crate::request::{ApiError, Name, SiteOrigin};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::MatchId;
use qrcode::render::svg::Color;
use qrcode::{EcLevel, QrCode};

/// The longest address that is drawn, in bytes: a host name has at most 253, and a longer code is
/// hard to read.
const MAX_ADDRESS_BYTES: usize = 320;

/// Draws the address of a match. Only the form of the id is checked, not whether there is such a
/// match: the code contains nothing that the client did not send.
pub(crate) async fn draw(
    SiteOrigin(origin): SiteOrigin,
    Name(id): Name,
) -> Result<Response, ApiError> {
    let id: MatchId = id.parse().map_err(|_| ApiError::NotFound)?;
    let svg = code(&format!("{origin}/m/{id}")).ok_or(ApiError::NotFound)?;
    let kept = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "private, max-age=86400"),
    ];
    Ok((kept, svg).into_response())
}

/// The picture of an address; `None` if it is too long.
pub(in crate::http) fn code(address: &str) -> Option<String> {
    if address.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    let code = QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    // Black on white in the dark theme as well: many readers recognise nothing else.
    Some(
        code.render()
            .dark_color(Color("#000"))
            .light_color(Color("#fff"))
            .min_dimensions(180, 180)
            .build(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_drawn_with_its_quiet_zone() {
        let svg = code("https://play.example/m/01890a5d-ac96-774b-bcce-b302099a8057")
            .expect("it is short");
        assert!(svg.contains("<svg"), "{svg}");
        // Four modules of white on each side of 33, at 5 units each.
        assert!(svg.contains("width=\"205\""), "{}", &svg[..200]);
    }

    #[test]
    fn host_header_is_bounded() {
        assert!(code(&format!("https://{}/m/1", "a".repeat(MAX_ADDRESS_BYTES))).is_none());
    }
}
