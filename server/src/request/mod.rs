//! What every request has, whether a handler or a socket answers it: who asks, with which
//! parameters, and how it is refused.

mod device;
mod error;
mod extract;
mod identity;
mod problem;
mod refusals;

pub(crate) use device::Device;
pub(crate) use error::{ApiError, CODES};
pub(crate) use extract::{Flag, Json, MaybeJson, Name, Params, Upgrade};
pub(crate) use identity::{
    Became, Brought, Identity, Known, Visitor, Who, identify, own_pages_only,
};
pub(crate) use problem::Problem;
