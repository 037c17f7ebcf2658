//! What is wrong with a scene, in words for a window.

use muslin_scene::SceneError;

/// Every problem with its place and what to do about it, a line each.
pub fn text(error: &SceneError) -> String {
    let lines = error.problems().iter().map(|problem| match &problem.help {
        Some(help) => format!("{problem}\n    {help}"),
        None => problem.to_string(),
    });
    let mut text = error.to_string();
    for line in lines {
        text.push_str("\n\n");
        text.push_str(&line);
    }
    text
}
