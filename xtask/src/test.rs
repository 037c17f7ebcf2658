//! `cargo xtask test`: what a change must pass; `cargo xtask bless`: the golden hashes and pictures anew.

use std::env;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::{drivers, layers, web};

/// One run of cargo.
struct Step {
    arguments: &'static str,
    /// Environment variable to set, and its value.
    variable: Option<(&'static str, &'static str)>,
    /// Part of Rust that it needs and that a minimal installation lacks.
    component: Option<&'static str>,
}

const fn step(arguments: &'static str) -> Step {
    Step { arguments, variable: None, component: None }
}

const BEFORE_LAYERS: [Step; 2] = [
    Step { component: Some("rustfmt"), ..step("fmt --all --check") },
    Step { component: Some("clippy"), ..step("clippy --workspace --all-targets -- -D warnings") },
];

const AFTER_LAYERS: [Step; 3] = [
    Step { variable: Some(("RUSTDOCFLAGS", "-D warnings")), ..step("doc --workspace --no-deps") },
    step("test --workspace"),
    // the same scenes and hashes again: optimisation must change no bit
    step("test --release --package muslin-scene --test it"),
];

const fn bless_step(arguments: &'static str) -> Step {
    Step { variable: Some(("MUSLIN_BLESS", "1")), ..step(arguments) }
}

const BLESS: [Step; 3] = [
    bless_step("test --release --package muslin-scene --test it golden"),
    bless_step("test --package muslin-render --test it golden"),
    bless_step("test --package muslin-render --test it documents"),
];

/// Runs every step, and stops at the first that fails.
pub fn run() -> Result<()> {
    let start = Instant::now();
    drivers::ensure_installed()?;
    let mut passed = 0;
    for step in &BEFORE_LAYERS {
        passed += u32::from(step.run()?);
    }
    layers::check()?;
    passed += 1;
    for step in &AFTER_LAYERS {
        passed += u32::from(step.run()?);
    }
    passed += u32::from(web::test()?);
    println!("{passed} steps passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Makes the golden hashes and pictures anew.
pub fn bless() -> Result<()> {
    drivers::ensure_installed()?;
    for step in &BLESS {
        step.run()?;
    }
    println!("golden hashes and pictures are written: look at them with git diff");
    Ok(())
}

/// Runs a task of this program in its release build.
pub fn in_release(task: &str) -> Result<()> {
    let status = cargo().args("run --quiet --release --package xtask --".split(' ')).args(task.split(' ')).status();
    ensure!(status.context("cargo does not start")?.success(), "failed: {task}");
    Ok(())
}

/// Runs an example of a crate in its release build.
pub fn example(name: &str, package: &str) -> Result<()> {
    let status = cargo().args(["run", "--quiet", "--release", "--package", package, "--example", name]).status();
    ensure!(status.context("cargo does not start")?.success(), "failed: {name}");
    Ok(())
}

impl Step {
    /// Whether it passed: true, or false when it was skipped for want of an optional part of Rust.
    fn run(&self) -> Result<bool> {
        if let Some(component) = self.component
            && !self.is_installed()?
        {
            let missing = format!("{component} is not installed: rustup component add {component}");
            ensure!(!in_ci(), "{missing}");
            println!("SKIPPED: {missing}");
            return Ok(false);
        }
        println!("cargo {}", self.arguments);
        let mut command = cargo();
        command.args(self.arguments.split(' ')).envs(self.variable);
        if !command.status().context("cargo does not start")?.success() {
            bail!("failed: cargo {}", self.arguments);
        }
        Ok(true)
    }

    fn is_installed(&self) -> Result<bool> {
        let subcommand = self.arguments.split(' ').next();
        let mut command = cargo();
        command.args(subcommand).arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command.status().context("cargo does not start")?.success())
    }
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Whether this is CI, where nothing is skipped.
pub fn in_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}
