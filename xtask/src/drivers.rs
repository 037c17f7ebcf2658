//! What the tests of pictures and windows need beside Rust: a software Vulkan driver, a display, a hand at the mouse.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// A program or driver, and the Debian package that has it.
struct Need {
    package: &'static str,
    found: fn() -> bool,
}

const NEEDS: [Need; 4] = [
    Need { package: "mesa-vulkan-drivers", found: has_vulkan_driver },
    Need { package: "xvfb", found: || is_on_path("Xvfb") },
    Need { package: "xdotool", found: || is_on_path("xdotool") },
    Need { package: "imagemagick", found: || is_on_path("import") },
];

/// Installs what is missing where that is possible, and says otherwise which tests will be skipped.
///
/// # Errors
/// If an installation that was begun fails.
pub fn ensure_installed() -> Result<()> {
    let missing: Vec<&str> = NEEDS.iter().filter(|need| !(need.found)()).map(|need| need.package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if !is_on_path("apt-get") || !is_root() {
        println!("SKIPPED: tests of pictures and windows need {}", missing.join(", "));
        return Ok(());
    }
    // what the driver and the window load while they run
    let loaded = ["libvulkan1", "libxcursor1", "libxi6", "libxkbcommon-x11-0", "libxrandr2"];
    let install = [&["install", "-qy", "--no-install-recommends"][..], &loaded].concat();
    apt_get(&["update", "-q"])?;
    apt_get(&[&install[..], &missing[..]].concat())
}

/// What pages are made and tested with.
const WEB_NEEDS: [Need; 3] = [
    Need { package: "nodejs", found: || is_on_path("node") },
    Need { package: "npm", found: || is_on_path("npm") },
    Need { package: "chromium", found: || is_on_path("chromium") },
];

/// Installs node and a browser where they are missing and that is possible.
///
/// # Errors
/// If something is missing that cannot be installed here.
pub fn ensure_browser() -> Result<()> {
    let missing: Vec<&str> = WEB_NEEDS.iter().filter(|need| !(need.found)()).map(|need| need.package).collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Installs packages of Debian.
///
/// # Errors
/// If there is no apt-get, or it must not, or it fails.
pub fn install(packages: &[&str]) -> Result<()> {
    ensure!(is_on_path("apt-get") && is_root(), "missing, and cannot be installed here: {}", packages.join(", "));
    apt_get(&["update", "-q"])?;
    apt_get(&[&["install", "-qy", "--no-install-recommends"][..], packages].concat())
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
    ensure!(command.status().context("apt-get does not start")?.success(), "failed: apt-get {}", arguments.join(" "));
    Ok(())
}

fn has_vulkan_driver() -> bool {
    let has_any = |folder: &str| Path::new(folder).read_dir().is_ok_and(|mut files| files.next().is_some());
    !cfg!(target_os = "linux")
        || env::var_os("VK_DRIVER_FILES").is_some()
        || ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"].into_iter().any(has_any)
}

fn is_on_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
