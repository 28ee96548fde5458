//! Feature columns -> probabilities -> the blocks to keep: the learned model.
//!
//! ```text
//! predictor       the model in one pass over a page                (column_slots)
//! stages          early exit and the end factor: how the stages' answers become one probability
//! threshold       probabilities -> the blocks with the best expected F1
//! decision        probabilities, asides -> the blocks to keep, with their structures
//! contributions   what moved the probability of each block
//! stored_arrays   arrays of a model file -> numbers of the types below
//! tree_arrays     gradient-boosted decision trees as a model file has them, checked
//! boosted_trees   these trees, evaluated                           (masked_trees, vector_trees)
//! ```

pub mod boosted_trees;
mod column_slots;
mod contributions;
pub mod decision;
mod masked_trees;
pub mod predictor;
pub mod stages;
pub mod stored_arrays;
pub mod threshold;
pub mod tree_arrays;
#[cfg(target_arch = "x86_64")]
mod vector_trees;
