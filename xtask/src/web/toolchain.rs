//! Which compiler makes WebAssembly.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::drivers;

/// Where Debian has its Rust for the web.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_LINKER: &str = "wasm-ld-19";
const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];

pub const TARGET: &str = "wasm32-unknown-unknown";

/// A compiler for WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toolchain {
    /// The one in use, which has the target's library.
    Installed,
    /// Debian's, which compiles the library along.
    Debian,
}

/// The compiler in use, if it has the target's library; else Debian's, installed where that can be done.
///
/// # Errors
/// If there is neither.
pub fn find() -> Result<Toolchain> {
    if has_target()? {
        return Ok(Toolchain::Installed);
    }
    if !Path::new(DEBIAN_RUSTC).exists() || !is_there(DEBIAN_LINKER) {
        drivers::install(&DEBIAN_PACKAGES)
            .context(format!("{TARGET} is not installed: rustup target add {TARGET}, or Debian's packages"))?;
    }
    if !Path::new(DEBIAN_RUSTC).exists() {
        bail!("{TARGET} is not installed: rustup target add {TARGET}");
    }
    Ok(Toolchain::Debian)
}

impl Toolchain {
    /// A cargo that compiles for the target, with the vectors of the `simd128` proposal; `is_silent` where a fault needs no message,
    /// if the compiler can do without.
    pub fn cargo(self, is_silent: bool) -> Command {
        const VECTORS: &str = "-Ctarget-feature=+simd128";
        match self {
            Self::Installed => {
                let mut command = crate::test::cargo();
                command.env("RUSTFLAGS", VECTORS);
                command
            }
            Self::Debian => {
                let mut command = Command::new(DEBIAN_CARGO);
                let silence = if is_silent { " -Zunstable-options -Cpanic=immediate-abort" } else { "" };
                command.env("RUSTFLAGS", format!("{VECTORS}{silence}"));
                // building the library needs what is not stable yet
                command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
                command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTDOC");
                command.args(["-Zbuild-std=std,panic_abort", "--config"]);
                command.arg(format!("target.{TARGET}.linker=\"{DEBIAN_LINKER}\""));
                command
            }
        }
    }
}

fn has_target() -> Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let output = output.context("rustc does not start")?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(output.status.success() && Path::new(&folder).is_dir())
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
