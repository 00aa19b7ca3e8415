//! What the results of many games tell, and how surely.
