//! `cargo xtask web`: the engine as WebAssembly, the npm package and the pages, in web/lib and web/dist.

mod engine;
mod scenes;
mod toolchain;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use self::engine::{ENGINE, Size, VIEWER};
use crate::drivers;
use crate::test::{cargo, in_ci};

/// Where the package and the pages are.
const FOLDER: &str = "web";

/// Builds everything, and says how large it is.
///
/// # Errors
/// If a tool is missing or a part cannot be built.
pub fn build() -> Result<()> {
    let toolchain = toolchain::find()?;
    for (module, folder) in [(&ENGINE, "src/engine"), (&VIEWER, "src/viewer")] {
        let Size { whole, gzipped } = module.build(toolchain, &Path::new(FOLDER).join(folder))?;
        println!("{}: {} KB, {} KB gzipped", module.package, whole.div_ceil(1000), gzipped.div_ceil(1000));
    }
    scenes::write(&Path::new(FOLDER).join("scenes"))?;
    install_packages()?;
    npm(&["run", "--silent", "build"])
}

/// Builds everything and runs the tests in node and in a browser; whether it did, for on a machine that has no tools for the web, and
/// on which none can be installed, they are skipped.
///
/// # Errors
/// If it cannot be built, or a test fails; or in CI, if there are no tools.
pub fn test() -> Result<bool> {
    if let Err(error) = drivers::ensure_browser().and_then(|()| toolchain::find()) {
        ensure!(!in_ci(), "tests of the web: {error:#}");
        println!("SKIPPED: tests of the web: {error:#}");
        return Ok(false);
    }
    build()?;
    // the program whose bits the engine's are compared with
    let built = cargo().args(["build", "--quiet", "--package", "muslin"]).status();
    ensure!(built.context("cargo does not start")?.success(), "muslin cannot be built");
    println!("npm test");
    npm(&["test", "--silent"])?;
    Ok(true)
}

/// Installs what package-lock.json names, if that is not done.
fn install_packages() -> Result<()> {
    let lock = fs::read(Path::new(FOLDER).join("package-lock.json")).context("web/package-lock.json")?;
    let stamp = Path::new(FOLDER).join("node_modules/.muslin-lock");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])?;
    fs::write(&stamp, lock).with_context(|| format!("cannot write {}", stamp.display()))
}

fn npm(arguments: &[&str]) -> Result<()> {
    let status = Command::new("npm").current_dir(FOLDER).args(arguments).status();
    ensure!(
        status.context("npm does not start: install node 20 or later")?.success(),
        "failed: npm {}",
        arguments.join(" ")
    );
    Ok(())
}
