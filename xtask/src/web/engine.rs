//! A crate as a WebAssembly module: cargo, then the JavaScript around it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, ensure};
use wasm_bindgen_cli_support::Bindgen;

use super::toolchain::{TARGET, Toolchain};

/// A crate that becomes a module.
pub struct Module {
    pub package: &'static str,
    /// Its name as files have it.
    pub name: &'static str,
    pub profile: &'static str,
    /// Whether a fault needs no message: smaller.
    pub is_silent: bool,
}

/// The engine of the npm package.
pub const ENGINE: Module = Module { package: "muslin-web", name: "muslin_web", profile: "web", is_silent: true };
/// The window as a page.
pub const VIEWER: Module =
    Module { package: "muslin-viewer", name: "muslin_viewer", profile: "web-viewer", is_silent: false };

/// How large a module is [bytes].
pub struct Size {
    pub whole: usize,
    pub gzipped: usize,
}

impl Module {
    /// Compiles it and puts the module, JavaScript and types into `folder`.
    ///
    /// # Errors
    /// If it does not compile, or the files cannot be written.
    pub fn build(&self, toolchain: Toolchain, folder: &Path) -> Result<Size> {
        let Self { package, name, profile, is_silent } = *self;
        let mut cargo = toolchain.cargo(is_silent);
        cargo.args(["rustc", "--quiet", "--package", package, "--lib", "--crate-type", "cdylib"]);
        cargo.args(["--profile", profile, "--target", TARGET]);
        // beside what the other compiler makes
        cargo.env("CARGO_TARGET_DIR", "target/web");
        ensure!(cargo.status().context("cargo does not start")?.success(), "{package} does not compile");
        let module = Path::new("target/web").join(TARGET).join(profile).join(format!("{name}.wasm"));
        let mut bindgen = Bindgen::new();
        bindgen.input_path(&module).web(true)?.typescript(true).omit_default_module_path(false);
        bindgen.remove_name_section(true).remove_producers_section(true);
        bindgen.generate(folder).with_context(|| format!("no JavaScript can be made of {package}"))?;
        let bytes = fs::read(folder.join(format!("{name}_bg.wasm")))?;
        Ok(Size { whole: bytes.len(), gzipped: gzipped(&bytes)? })
    }
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut gzip = Command::new("gzip");
    gzip.args(["-9", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gzip = gzip.spawn().context("gzip does not start")?;
    let mut input = gzip.stdin.take().context("gzip takes no input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = gzip.wait_with_output()?;
    writer.join().map_err(|_| anyhow!("gzip took no input"))??;
    Ok(output.stdout.len())
}
