//! Diu Fang: every rule and every cell of the table, texts, and a slow model.

mod model;
