//! CPU levels: the instructions that the kernels and the search may use.
//!
//! The search is compiled once for each level. A level is a type that implements [`Cpu`]. Its value
//! is a proof: only [`AnyCpu::in_use`] and [`AnyCpu::available`] make one, after they found that
//! this CPU has the instructions. So safe code cannot reach an instruction that the CPU lacks.
//!
//! Rust compiles a function for more than the basic instructions only if the function says so
//! itself. [`per_cpu!`] writes such a function once for each level. NEON is basic on ARM64: the level
//! has kernels, and all code is compiled for it anyway.

use std::{env, fmt, str::FromStr, sync::OnceLock};

use super::rises::{Digits, GROUPS};
use super::two_moves::TwoMoves;
use super::{flips, last, legal, rises, stable};

/// The environment variable that forces a lower level.
const FORCED: &str = "OUTFLANK_CPU";

/// A set of CPU instructions that the engine uses. It picks the best level of this CPU when it
/// starts; the environment variable `OUTFLANK_CPU` forces a lower one. On x86-64 it takes `any`,
/// `v3-slow-pext`, `v3` and `v4`, on ARM64 `any` and `neon`.
///
/// All levels give the same results.
///
/// ```
/// use outflank_engine::CpuLevel;
///
/// assert!(CpuLevel::in_use()? <= CpuLevel::best());
/// assert_eq!("any".parse(), Ok(CpuLevel::Any));
/// # Ok::<(), outflank_engine::CpuLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum CpuLevel {
    /// Only what every CPU of the architecture has.
    Any,
    /// x86-64-v3 on CPUs with a slow `pext`: AMD Zen 1 and 2.
    V3SlowPext,
    /// x86-64-v3: AVX2 and BMI2.
    V3,
    /// x86-64-v4: AVX-512.
    V4,
    /// ARM64 with NEON: every ARM64 CPU.
    Neon,
}

impl CpuLevel {
    /// All levels of this architecture, the lowest first.
    pub const ALL: &'static [CpuLevel] = if cfg!(target_arch = "x86_64") {
        &[CpuLevel::Any, CpuLevel::V3SlowPext, CpuLevel::V3, CpuLevel::V4]
    } else if cfg!(target_arch = "aarch64") {
        &[CpuLevel::Any, CpuLevel::Neon]
    } else {
        &[CpuLevel::Any]
    };

    /// The best level of this CPU.
    pub fn best() -> CpuLevel {
        static BEST: OnceLock<CpuLevel> = OnceLock::new();
        *BEST.get_or_init(detect)
    }

    /// The level that the engine uses: the best one, or the one in `OUTFLANK_CPU`.
    ///
    /// # Errors
    ///
    /// `OUTFLANK_CPU` names no level, or one that this CPU lacks. The engine then uses the best level.
    pub fn in_use() -> Result<CpuLevel, CpuLevelError> {
        static IN_USE: OnceLock<Result<CpuLevel, CpuLevelError>> = OnceLock::new();
        IN_USE
            .get_or_init(|| {
                let Some(forced) = env::var_os(FORCED).filter(|forced| !forced.is_empty()) else {
                    return Ok(CpuLevel::best());
                };
                let level: CpuLevel = forced.to_string_lossy().parse()?;
                if level.is_available() { Ok(level) } else { Err(CpuLevelError::Lacking(level)) }
            })
            .clone()
    }

    fn is_available(self) -> bool {
        CpuLevel::ALL.contains(&self) && self <= CpuLevel::best()
    }

    fn name(self) -> &'static str {
        match self {
            CpuLevel::Any => "any",
            CpuLevel::V3SlowPext => "v3-slow-pext",
            CpuLevel::V3 => "v3",
            CpuLevel::V4 => "v4",
            CpuLevel::Neon => "neon",
        }
    }
}

impl fmt::Display for CpuLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for CpuLevel {
    type Err = CpuLevelError;

    fn from_str(text: &str) -> Result<CpuLevel, CpuLevelError> {
        let level = CpuLevel::ALL.iter().find(|level| level.name() == text);
        level.copied().ok_or_else(|| CpuLevelError::Unknown(text.to_owned()))
    }
}

/// An unusable CPU level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CpuLevelError {
    /// No level of this architecture has this name.
    #[error("unknown CPU level {0:?} in OUTFLANK_CPU; use one of {names}", names = names())]
    Unknown(String),
    /// This CPU does not have the instructions.
    #[error("OUTFLANK_CPU is {0}, but this CPU has only {best}; use that or a lower level", best = CpuLevel::best())]
    Lacking(CpuLevel),
}

fn names() -> String {
    CpuLevel::ALL.iter().map(|level| level.name()).collect::<Vec<_>>().join(", ")
}

/// Other architectures have one set of instructions: their best level is known to the compiler.
#[cfg(not(target_arch = "x86_64"))]
fn detect() -> CpuLevel {
    CpuLevel::ALL[CpuLevel::ALL.len() - 1]
}

#[cfg(target_arch = "x86_64")]
fn detect() -> CpuLevel {
    macro_rules! has {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") {
        return CpuLevel::Any;
    }
    if has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl") {
        return CpuLevel::V4;
    }
    if is_before_zen_3() { CpuLevel::V3SlowPext } else { CpuLevel::V3 }
}

/// AMD CPUs before family 0x19 run `pext` as microcode, in up to hundreds of cycles. Hygon's CPUs of
/// family 0x18 are Zen 1.
#[cfg(target_arch = "x86_64")]
fn is_before_zen_3() -> bool {
    use std::arch::x86_64::__cpuid;
    let leaf = __cpuid(0);
    let vendor = [leaf.ebx, leaf.edx, leaf.ecx].map(u32::to_le_bytes).concat();
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    matches!(&vendor[..], b"AuthenticAMD" | b"HygonGenuine") && family < 0x19
}

/// A CPU level as a type, with its kernels. A value proves that this CPU has the instructions.
///
/// # Safety
///
/// A value exists only if the CPU has the instructions that `IS_V3` and `IS_V4` promise.
pub(crate) unsafe trait Cpu: Copy + Send + Sync + 'static {
    /// Whether functions are compiled for x86-64-v3. True at x86-64-v4 too.
    #[cfg(target_arch = "x86_64")]
    const IS_V3: bool = false;

    /// Whether functions are compiled for x86-64-v4.
    #[cfg(target_arch = "x86_64")]
    const IS_V4: bool = false;

    /// Whether [`pext`](Cpu::pext) and [`pdep`](Cpu::pdep) are fast instructions.
    const HAS_PEXT: bool = false;

    /// Returns the empty squares where `own` outflanks at least one disc of `opp`.
    fn legal(self, own: u64, opp: u64) -> u64;

    /// Returns the discs of `opp` that a disc of `own` on the empty square flips.
    fn flips(self, square: u32, own: u64, opp: u64) -> u64;

    /// Returns the discs that each of two moves flips.
    #[inline(always)]
    fn two_flips(self, [a, b]: [u32; 2], own: u64, opp: u64) -> [u64; 2] {
        [self.flips(a, own, opp), self.flips(b, own, opp)]
    }

    /// Returns the results of two moves. The squares may be the same.
    #[inline(always)]
    fn two_moves(self, squares: [u32; 2], own: u64, opp: u64) -> TwoMoves {
        TwoMoves::one_by_one(self, squares, own, opp)
    }

    /// Gathers the bits under the mask at the low end.
    #[inline(always)]
    fn pext(self, bits: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (bits >> mask.trailing_zeros() & 1) << place;
            mask &= mask - 1;
            place += 1;
        }
        gathered
    }

    /// Spreads the low bits over the mask.
    #[inline(always)]
    fn pdep(self, bits: u64, mut mask: u64) -> u64 {
        let (mut spread, mut place) = (0, 0);
        while mask != 0 {
            spread |= (bits >> place & 1) << mask.trailing_zeros();
            mask &= mask - 1;
            place += 1;
        }
        spread
    }

    /// Adds the moves of both sides to the numbers of all groups.
    #[inline(always)]
    fn rises(self, digits: &Digits, numbers: &[u16; GROUPS], own_moves: u64, opp_moves: u64) -> [u16; GROUPS] {
        rises::portable(digits, numbers, own_moves, opp_moves)
    }

    /// Returns the number of discs that a disc of `own` on the square flips if every other square
    /// of the 8x8 board holds a disc.
    #[inline(always)]
    fn last_flips(self, square: u32, own: u64) -> u32 {
        last::last_flips(self, square, own)
    }

    /// Returns discs of `own` that no sequence of moves can flip: a subset that is cheap to find.
    /// `walls` are the squares outside the area, none on the full 8x8 board.
    #[inline(always)]
    fn stable(self, own: u64, opp: u64, walls: u64) -> u64 {
        stable::stable(self, own, opp, walls)
    }
}

/// [`CpuLevel::Any`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

// SAFETY: it promises nothing.
unsafe impl Cpu for Portable {
    #[inline(always)]
    fn legal(self, own: u64, opp: u64) -> u64 {
        legal::portable::legal(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        flips::portable::flips(square, own, opp)
    }
}

/// [`CpuLevel::Neon`]. It needs no proof: every ARM64 CPU has NEON.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon;

// SAFETY: it promises nothing.
#[cfg(target_arch = "aarch64")]
unsafe impl Cpu for Neon {
    #[inline(always)]
    fn legal(self, own: u64, opp: u64) -> u64 {
        legal::neon::legal(own, opp)
    }

    #[inline(always)]
    fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
        flips::neon::flips(square, own, opp)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, V3, V4};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::{Cpu, Digits, GROUPS, TwoMoves, flips, legal, rises};
    use crate::kernel::two_moves;

    /// Proves that the CPU has AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Avx2(());

    /// [`CpuLevel::V3`](super::CpuLevel::V3), or [`CpuLevel::V3SlowPext`](super::CpuLevel::V3SlowPext).
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct V3<const HAS_PEXT: bool>(Avx2);

    /// [`CpuLevel::V4`](super::CpuLevel::V4).
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct V4(Avx2);

    impl<const HAS_PEXT: bool> V3<HAS_PEXT> {
        /// # Safety
        ///
        /// The CPU has x86-64-v3.
        pub(super) unsafe fn new() -> V3<HAS_PEXT> {
            V3(Avx2(()))
        }
    }

    impl V4 {
        /// # Safety
        ///
        /// The CPU has x86-64-v4.
        pub(super) unsafe fn new() -> V4 {
            V4(Avx2(()))
        }
    }

    // SAFETY: the constructor demands x86-64-v3.
    unsafe impl<const HAS_PEXT: bool> Cpu for V3<HAS_PEXT> {
        const IS_V3: bool = true;
        const HAS_PEXT: bool = HAS_PEXT;

        #[inline(always)]
        fn legal(self, own: u64, opp: u64) -> u64 {
            legal::avx2::legal(self.0, own, opp)
        }

        #[inline(always)]
        fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
            flips::avx2::flips(self.0, square, own, opp)
        }

        #[inline(always)]
        fn pext(self, bits: u64, mask: u64) -> u64 {
            // SAFETY: x86-64-v3 has BMI2.
            unsafe { _pext_u64(bits, mask) }
        }

        #[inline(always)]
        fn pdep(self, bits: u64, mask: u64) -> u64 {
            // SAFETY: x86-64-v3 has BMI2.
            unsafe { _pdep_u64(bits, mask) }
        }
    }

    // SAFETY: the constructor demands x86-64-v4.
    unsafe impl Cpu for V4 {
        const IS_V3: bool = true;
        const IS_V4: bool = true;
        const HAS_PEXT: bool = true;

        #[inline(always)]
        fn legal(self, own: u64, opp: u64) -> u64 {
            legal::avx2::legal(self.0, own, opp)
        }

        #[inline(always)]
        fn flips(self, square: u32, own: u64, opp: u64) -> u64 {
            flips::avx512::flips(self, self.0, square, own, opp)
        }

        #[inline(always)]
        fn rises(self, digits: &Digits, numbers: &[u16; GROUPS], own_moves: u64, opp_moves: u64) -> [u16; GROUPS] {
            rises::avx512::rises(self, digits, numbers, own_moves, opp_moves)
        }

        #[inline(always)]
        fn two_flips(self, squares: [u32; 2], own: u64, opp: u64) -> [u64; 2] {
            two_moves::avx512::two_flips(self, squares, own, opp)
        }

        #[inline(always)]
        fn two_moves(self, squares: [u32; 2], own: u64, opp: u64) -> TwoMoves {
            two_moves::avx512::two_moves(self, squares, own, opp)
        }

        #[inline(always)]
        fn pext(self, bits: u64, mask: u64) -> u64 {
            // SAFETY: x86-64-v4 has BMI2.
            unsafe { _pext_u64(bits, mask) }
        }

        #[inline(always)]
        fn pdep(self, bits: u64, mask: u64) -> u64 {
            // SAFETY: x86-64-v4 has BMI2.
            unsafe { _pdep_u64(bits, mask) }
        }
    }
}

/// A level chosen at run time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AnyCpu {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    V3SlowPext(V3<false>),
    #[cfg(target_arch = "x86_64")]
    V3(V3<true>),
    #[cfg(target_arch = "x86_64")]
    V4(V4),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
}

impl AnyCpu {
    /// The level that the engine uses.
    #[inline]
    pub(crate) fn in_use() -> AnyCpu {
        static IN_USE: OnceLock<AnyCpu> = OnceLock::new();
        *IN_USE.get_or_init(|| AnyCpu::new(CpuLevel::in_use().unwrap_or_else(|_| CpuLevel::best())))
    }

    /// All levels of this CPU.
    #[cfg(test)]
    pub(crate) fn available() -> Vec<AnyCpu> {
        CpuLevel::ALL.iter().copied().filter(|level| level.is_available()).map(AnyCpu::new).collect()
    }

    fn new(level: CpuLevel) -> AnyCpu {
        assert!(level.is_available(), "this CPU lacks {level}");
        match level {
            // SAFETY: the CPU has this level. Each level has all instructions of the lower ones.
            #[cfg(target_arch = "x86_64")]
            CpuLevel::V3SlowPext => AnyCpu::V3SlowPext(unsafe { V3::new() }),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            CpuLevel::V3 => AnyCpu::V3(unsafe { V3::new() }),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            CpuLevel::V4 => AnyCpu::V4(unsafe { V4::new() }),
            #[cfg(target_arch = "aarch64")]
            CpuLevel::Neon => AnyCpu::Neon(Neon),
            _ => AnyCpu::Portable(Portable),
        }
    }
}

/// Evaluates an expression for the type of a CPU level that is chosen at run time.
macro_rules! with_cpu {
    ($any:expr, |$cpu:ident| $body:expr) => {
        match $any {
            $crate::kernel::AnyCpu::Portable($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::AnyCpu::V3SlowPext($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::AnyCpu::V3($cpu) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::AnyCpu::V4($cpu) => $body,
            #[cfg(target_arch = "aarch64")]
            $crate::kernel::AnyCpu::Neon($cpu) => $body,
        }
    };
}
pub(crate) use with_cpu;

/// Defines a function that is compiled for a CPU level. `#[cpu(C = value)]` names the type of the
/// level and takes its value from the arguments, which proves that the CPU has the level.
///
/// Use it for functions on the hot path that call themselves, or that are too large to inline.
/// Everything that they call must be such a function too, or be `#[inline(always)]`. A closure is
/// neither: in incremental builds, which do not inline closures early, each instruction of a kernel
/// in one becomes a call.
macro_rules! per_cpu {
    (
        $(#[doc = $doc:literal])*
        $(#[inline($never:ident)])?
        #[cpu($Cpu:ty = $value:expr)]
        $vis:vis fn $name:ident<$T:ident: $bound:ident>($($arg:ident: $type:ty),* $(,)?) $(-> $ret:ty)? $body:block
    ) => {
        $(#[doc = $doc])*
        #[inline(always)]
        #[allow(unsafe_code, clippy::too_many_arguments)]
        $vis fn $name<$T: $bound>($($arg: $type),*) $(-> $ret)? {
            #[inline(always)]
            fn body<$T: $bound>($($arg: $type),*) $(-> $ret)? $body

            #[inline(never)]
            fn portable<$T: $bound>($($arg: $type),*) $(-> $ret)? {
                body::<$T>($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            $(#[inline($never)])?
            fn v3<$T: $bound>($($arg: $type),*) $(-> $ret)? {
                body::<$T>($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
            $(#[inline($never)])?
            fn v4<$T: $bound>($($arg: $type),*) $(-> $ret)? {
                body::<$T>($($arg),*)
            }

            let _: $Cpu = $value;
            #[cfg(target_arch = "x86_64")]
            if <$Cpu as $crate::kernel::Cpu>::IS_V4 {
                // SAFETY: the value of this level exists, so the CPU has x86-64-v4.
                return unsafe { v4::<$T>($($arg),*) };
            }
            #[cfg(target_arch = "x86_64")]
            if <$Cpu as $crate::kernel::Cpu>::IS_V3 {
                // SAFETY: the value of this level exists, so the CPU has x86-64-v3.
                return unsafe { v3::<$T>($($arg),*) };
            }
            portable::<$T>($($arg),*)
        }
    };
}
pub(crate) use per_cpu;
