//! Feature columns -> probabilities -> the blocks to keep: the learned model.
//!
//! ```text
//! predictor       the model in one pass over a page
//! boosted_trees   gradient-boosted decision trees in flat arrays
//! masked_trees    the same trees, evaluated with bit masks instead of walking
//! vector_trees    masked trees, sixteen rows at a time
//! ```

pub mod boosted_trees;
mod masked_trees;
pub mod predictor;
#[cfg(target_arch = "x86_64")]
mod vector_trees;
