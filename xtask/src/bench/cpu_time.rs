//! The time that this process has used, which a loaded machine lengthens less than the time on the wall.

use std::time::Duration;

/// CPU time of this process so far.
#[cfg(unix)]
pub fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Time since the first call, where CPU time is not to be had.
#[cfg(not(unix))]
pub fn now() -> Duration {
    use std::{sync::OnceLock, time::Instant};
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Milliseconds of CPU time that `work` takes.
pub fn milliseconds(work: impl FnOnce()) -> f64 {
    let start = now();
    work();
    now().saturating_sub(start).as_secs_f64() * 1e3
}
