//! What must not crash.

use glam::Vec3;
use muslin_render::drawable::arrows::{Arrow, arrows};
use muslin_render::drawable::boxes::{BoxInstance, boxes};
use muslin_render::drawable::grid::ground_grid;
use muslin_render::{Background, Camera, Look, Renderer, SphereResolution, Stage, Style, Target};

use crate::scenes::scene;
use crate::{draw, gpu};

#[test]
fn a_target_without_size_and_a_cloth_that_is_lost_draw_something() {
    let Some(gpu) = gpu() else { return };
    let (model, mut x) = scene("pinned2", 5, 0);
    let mut stage = Stage::new(gpu, &model, SphereResolution::default());
    x.xs[3] = f64::NAN;
    x.ys[4] = f64::INFINITY;
    stage.update(gpu, &model, &x, 0.0);
    let camera = Camera::framing(Vec3::ZERO, Vec3::ZERO, 1.0);
    for look in Look::ALL {
        let picture = draw(gpu, &stage, &camera, &Style::of(look), [0, 0], 4);
        assert_eq!(picture.size, [1, 1]);
    }
}

#[test]
fn a_shader_of_the_user_takes_the_place_of_the_look_and_its_mistakes_have_a_line() {
    let Some(gpu) = gpu() else { return };
    let (model, _) = scene("pinned2", 5, 0);
    let stage = Stage::new(gpu, &model, SphereResolution::default());
    let (low, high) = stage.bounds();
    let camera = Camera::framing(low, high, 1.0);
    let target = Target::new(gpu, [64, 64], 1);
    let mut renderer = Renderer::new(gpu);
    let mut draw = |text: &str| {
        let style = Style { shader: Some(text.into()), background: Background::Color([0; 3]), ..Style::default() };
        renderer.draw_frame(gpu, &stage, &camera, &style, &target)
    };
    draw("fn shade(s: Surface) -> vec3f {\n    return vec3f(0.0, 1.0, 0.0);\n}").expect("a right shader");
    let green = target.read(gpu).rgba.chunks_exact(4).filter(|pixel| pixel[..3] == [0, 255, 0]).count();
    assert!(green > 100, "{green}");

    let error = draw("fn shade(s: Surface) -> vec3f {\n    return vec3f(0.0, s.nothing, 0.0);\n}").unwrap_err();
    assert_eq!(error.line, Some(2), "{error}");
    assert!(error.message.contains("nothing"), "{error}");
    let error = draw("fn shade(s: Surface) -> vec3f {").unwrap_err();
    assert!(error.line.is_some(), "{error}");
    draw("fn no_shade() {}").unwrap_err();
    draw("").unwrap_err();

    // what was drawn before is still there
    let still = target.read(gpu).rgba.chunks_exact(4).filter(|pixel| pixel[..3] == [0, 255, 0]).count();
    assert_eq!(still, green);
}

#[test]
fn thousands_of_boxes_arrows_and_a_grid_are_drawn_beside_the_scene() {
    let Some(gpu) = gpu() else { return };
    let (model, _) = scene("pinned2", 5, 0);
    let mut stage = Stage::new(gpu, &model, SphereResolution::default());
    let many: Vec<BoxInstance> = (0..5000)
        .map(|i| BoxInstance {
            center: Vec3::new((i % 100) as f32 * 0.01, 0.0, (i / 100) as f32 * 0.02),
            half: Vec3::splat(0.004),
            color: [0.0, 0.0, 1.0],
        })
        .collect();
    let camera = Camera::framing(Vec3::new(0.0, -0.1, 0.0), Vec3::ONE, 1.0);
    let style = Style::of(Look::Wireframe);
    let before = draw(gpu, &stage, &camera, &style, [96, 96], 1);
    stage.extra.push(boxes(gpu, &many));
    stage.extra.push(arrows(gpu, &[Arrow { start: Vec3::ZERO, along: Vec3::Y, color: [1.0; 3] }]));
    stage.extra.push(arrows(gpu, &[Arrow { start: Vec3::ZERO, along: Vec3::ZERO, color: [1.0; 3] }]));
    stage.lines.push(ground_grid(gpu, Vec3::ZERO, 0.1, 10, [0.5; 3]));
    let after = draw(gpu, &stage, &camera, &style, [96, 96], 1);
    let changed = before.rgba.chunks_exact(4).zip(after.rgba.chunks_exact(4)).filter(|(a, b)| a != b).count();
    assert!(changed > 1000, "{changed}");
}

#[test]
fn a_transparent_background_is_transparent_and_the_cloth_is_not() {
    let Some(gpu) = gpu() else { return };
    let (model, _) = scene("pinned2", 5, 0);
    let stage = Stage::new(gpu, &model, SphereResolution::default());
    let (low, high) = stage.bounds();
    let style = Style { background: Background::Transparent, ..Style::of(Look::Phong) };
    let picture = draw(gpu, &stage, &Camera::framing(low, high, 1.0), &style, [64, 64], 1);
    let alphas: Vec<u8> = picture.rgba.chunks_exact(4).map(|pixel| pixel[3]).collect();
    assert!(alphas.contains(&0) && alphas.contains(&255));
}
