//! The engine: cargo, then the JavaScript around it.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use super::toolchain::{TARGET, Toolchain};

/// How large the module is.
pub struct Size {
    pub bytes: usize,
    pub gzipped: usize,
}

/// Compiles the engine and puts the module, JavaScript and types into `folder`.
///
/// # Errors
/// If it does not compile, or the files cannot be written.
pub fn build(toolchain: Toolchain, folder: &Path) -> Result<Size> {
    let mut cargo = toolchain.cargo();
    cargo.args(["build", "--quiet", "--package", "muslin-web", "--lib", "--profile", "web", "--target", TARGET]);
    // beside what the other compiler makes
    cargo.env("CARGO_TARGET_DIR", "target/web");
    ensure!(cargo.status().context("cargo does not start")?.success(), "the engine does not compile");
    let module = Path::new("target/web").join(TARGET).join("web/muslin_web.wasm");
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(&module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).context("no JavaScript can be made of the module")?;
    let bytes = fs::read(folder.join("muslin_web_bg.wasm"))?;
    Ok(Size { bytes: bytes.len(), gzipped: gzipped(&bytes)? })
}

fn gzipped(bytes: &[u8]) -> Result<usize> {
    let mut gzip = Command::new("gzip");
    gzip.args(["-9", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut gzip = gzip.spawn().context("gzip does not start")?;
    let mut input = gzip.stdin.take().context("gzip takes no input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = gzip.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("gzip took no input"))??;
    Ok(output.stdout.len())
}
