//! CPU levels by name and by architecture.

use crate::kernel::{CpuLevel, CpuLevelError};

#[test]
fn a_level_of_another_architecture_is_unknown() {
    let foreign = if cfg!(target_arch = "aarch64") { "v3" } else { "neon" };
    assert_eq!(foreign.parse::<CpuLevel>(), Err(CpuLevelError::Unknown(foreign.to_owned())));
}

#[test]
#[cfg(target_arch = "aarch64")]
fn the_kernels_of_neon_are_in_use_and_under_test() {
    use crate::kernel::AnyCpu;

    assert_eq!(CpuLevel::best(), CpuLevel::Neon);
    assert!(matches!(AnyCpu::available()[..], [AnyCpu::Portable(_), AnyCpu::Neon(_)]));
}
