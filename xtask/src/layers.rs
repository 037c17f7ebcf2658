//! `cargo xtask check-layers`: which crate may use which, as a table, and whether the workspace keeps to it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::test::cargo;

/// What a crate of the workspace may depend on.
struct Rule {
    package: &'static str,
    /// Crates of the workspace that it may use.
    may_use: &'static [&'static str],
    /// Crates that it must not use itself.
    not_directly: &'static [&'static str],
    /// Crates that must be nowhere below it.
    nowhere: &'static [&'static str],
}

/// A crate sees those above it here, never those below. Dependencies of tests and build scripts are free.
const RULES: [Rule; 9] = [
    Rule {
        package: "muslin-geom",
        may_use: &[],
        not_directly: &[],
        nowhere: &[
            "clap",
            "egui",
            "getrandom",
            "npyz",
            "pyo3",
            "rayon",
            "serde_json",
            "tempfile",
            "wgpu",
            "winit",
            "zip",
        ],
    },
    Rule {
        package: "muslin-sim",
        may_use: &["muslin-geom"],
        // schemars, which makes the schema of the settings, brings it along
        not_directly: &["serde_json"],
        nowhere: &["clap", "egui", "getrandom", "npyz", "pyo3", "tempfile", "wgpu", "winit", "zip"],
    },
    Rule {
        package: "muslin-city",
        may_use: &["muslin-geom"],
        not_directly: &[],
        nowhere: &["clap", "egui", "pyo3", "wgpu", "winit"],
    },
    Rule {
        package: "muslin-scene",
        may_use: &["muslin-geom", "muslin-sim", "muslin-city"],
        not_directly: &[],
        nowhere: &["clap", "egui", "indicatif", "pyo3", "wgpu", "winit"],
    },
    Rule {
        package: "muslin-render",
        may_use: &["muslin-geom", "muslin-sim", "muslin-city", "muslin-scene"],
        not_directly: &[],
        nowhere: &["clap", "egui", "indicatif", "pyo3", "winit"],
    },
    Rule {
        package: "muslin-viewer",
        may_use: &["muslin-geom", "muslin-sim", "muslin-city", "muslin-scene", "muslin-render"],
        not_directly: &["winit"],
        nowhere: &["clap", "indicatif", "pyo3"],
    },
    Rule {
        package: "muslin",
        may_use: &["muslin-geom", "muslin-sim", "muslin-scene", "muslin-city", "muslin-render", "muslin-viewer"],
        not_directly: &[],
        nowhere: &["pyo3"],
    },
    Rule {
        package: "muslin-web",
        may_use: &["muslin-geom", "muslin-sim", "muslin-city", "muslin-scene"],
        not_directly: &[],
        nowhere: &["clap", "egui", "indicatif", "pyo3", "wgpu", "winit"],
    },
    Rule { package: "xtask", may_use: &["muslin-geom", "muslin-sim", "muslin-scene"], not_directly: &[], nowhere: &[] },
];

/// Fails with every dependency that the table forbids.
pub fn check() -> Result<()> {
    let graph = Graph::of_workspace()?;
    let faults = faults(&graph, &RULES);
    ensure!(faults.is_empty(), "the layers are broken:\n{}", faults.join("\n"));
    println!("layers: {} crates keep to the table", graph.members.len());
    Ok(())
}

/// The crates of the workspace, and which package uses which, by name, on any platform.
#[derive(Debug, Default)]
struct Graph {
    members: BTreeSet<String>,
    uses: BTreeMap<String, BTreeSet<String>>,
}

/// The part of `cargo metadata`'s answer that is needed here.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `dev` or `build`; nothing for a normal dependency.
    kind: Option<String>,
}

impl Graph {
    fn of_workspace() -> Result<Self> {
        let output = cargo().args(["metadata", "--format-version", "1"]).output().context("cargo does not start")?;
        if !output.status.success() {
            bail!("cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        let metadata = serde_json::from_slice(&output.stdout).context("cargo metadata's answer is not understood")?;
        Ok(Self::of_metadata(&metadata))
    }

    fn of_metadata(metadata: &Metadata) -> Self {
        let names: BTreeMap<&str, &str> = metadata.packages.iter().map(|p| (p.id.as_str(), p.name.as_str())).collect();
        let name = |id: &str| names.get(id).map_or_else(|| id.to_owned(), ToString::to_string);
        let mut graph =
            Self { members: metadata.workspace_members.iter().map(|id| name(id)).collect(), ..Self::default() };
        for node in &metadata.resolve.nodes {
            let normal = node.deps.iter().filter(|dep| dep.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            // two versions of a package count as one: a rule is about either
            graph.uses.entry(name(&node.id)).or_default().extend(normal.map(|dep| name(&dep.pkg)));
        }
        graph
    }

    fn used_by(&self, package: &str) -> impl Iterator<Item = &str> {
        self.uses.get(package).into_iter().flatten().map(String::as_str)
    }

    /// For every package below `package`, a shortest way down to it: the package that uses it.
    fn users_below<'a>(&'a self, package: &'a str) -> BTreeMap<&'a str, &'a str> {
        let mut users = BTreeMap::new();
        let mut queue = VecDeque::from([package]);
        while let Some(user) = queue.pop_front() {
            for used in self.used_by(user) {
                if used != package && !users.contains_key(used) {
                    users.insert(used, user);
                    queue.push_back(used);
                }
            }
        }
        users
    }
}

/// What `graph` has that `rules` forbid, one line each.
fn faults(graph: &Graph, rules: &[Rule]) -> Vec<String> {
    let mut faults = Vec::new();
    for member in &graph.members {
        let Some(rule) = rules.iter().find(|rule| rule.package == member) else {
            faults.push(format!("{member} has no rule: add it to the table in xtask/src/layers.rs"));
            continue;
        };
        for used in graph.used_by(member) {
            let above = graph.members.contains(used) && !rule.may_use.contains(&used);
            if above || rule.not_directly.contains(&used) {
                faults.push(format!("{member} must not use {used}"));
            }
        }
        let users = graph.users_below(member);
        for forbidden in rule.nowhere.iter().filter(|&forbidden| users.contains_key(forbidden)) {
            faults.push(format!("{member} must not reach {forbidden}: {}", way(&users, forbidden)));
        }
    }
    faults
}

/// `a -> b -> c`, from the package that `users` was made for down to `used`.
fn way(users: &BTreeMap<&str, &str>, used: &str) -> String {
    let mut way = vec![used];
    while let Some(user) = way.last().and_then(|package| users.get(package)) {
        way.push(user);
    }
    way.reverse();
    way.join(" -> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_LAYERS: [Rule; 2] = [
        Rule { package: "low", may_use: &[], not_directly: &["json"], nowhere: &["window"] },
        Rule { package: "high", may_use: &["low"], not_directly: &[], nowhere: &[] },
    ];

    fn graph(members: &[&str], edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph { members: members.iter().map(ToString::to_string).collect(), ..Graph::default() };
        for &(user, used) in edges {
            graph.uses.entry(user.to_owned()).or_default().insert(used.to_owned());
        }
        graph
    }

    fn faults_of(edges: &[(&str, &str)]) -> Vec<String> {
        faults(&graph(&["low", "high"], edges), &TWO_LAYERS)
    }

    #[test]
    fn allowed_edges_pass() {
        // json comes to `low` through another crate only, and `high` may have a window
        let edges = [("high", "low"), ("high", "window"), ("low", "schema"), ("schema", "json")];
        assert_eq!(faults_of(&edges), [""; 0]);
    }

    #[test]
    fn an_edge_upward_is_named() {
        assert_eq!(faults_of(&[("low", "high")]), ["low must not use high"]);
    }

    #[test]
    fn a_crate_that_must_not_be_used_directly_is_named() {
        assert_eq!(faults_of(&[("low", "json")]), ["low must not use json"]);
    }

    #[test]
    fn a_crate_that_must_be_nowhere_is_named_with_the_way_to_it() {
        let edges = [("low", "a"), ("a", "b"), ("b", "a"), ("b", "window"), ("low", "c"), ("c", "low")];
        assert_eq!(faults_of(&edges), ["low must not reach window: low -> a -> b -> window"]);
    }

    #[test]
    fn a_crate_without_a_rule_is_a_fault() {
        let faults = faults(&graph(&["low", "new"], &[]), &TWO_LAYERS);
        assert_eq!(faults, ["new has no rule: add it to the table in xtask/src/layers.rs"]);
    }

    #[test]
    fn only_normal_dependencies_count() {
        let dependency = |kinds: &str| format!(r#"{{ "pkg": "2", "dep_kinds": [{kinds}] }}"#);
        for (kinds, used) in [
            (r#"{ "kind": null }"#, true),
            (r#"{ "kind": "dev" }"#, false),
            (r#"{ "kind": "build" }"#, false),
            (r#"{ "kind": "dev" }, { "kind": null }"#, true),
        ] {
            let text = format!(
                r#"{{ "packages": [{{ "id": "1", "name": "low" }}, {{ "id": "2", "name": "window" }}],
                "workspace_members": ["1"],
                "resolve": {{ "nodes": [{{ "id": "1", "deps": [{}] }}] }} }}"#,
                dependency(kinds)
            );
            let graph = Graph::of_metadata(&serde_json::from_str(&text).unwrap());
            assert_eq!(graph.used_by("low").collect::<Vec<_>>() == ["window"], used, "{kinds}");
        }
    }

    #[test]
    fn the_workspace_keeps_to_the_table() {
        check().unwrap();
    }
}
