//! Times.
use muslin_geom::{Grid, Orientation};
use muslin_sim::{step::mass_spring, *};
fn cpu() -> f64 {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
pub fn quick() {
    let mut best = f64::MAX;
    for _ in 0..5 {
        let t = cpu();
        let mut s = super::calibration::start();
        for f in 1..=super::calibration::FRAMES {
            super::calibration::advance(&mut s, f);
        }
        best = best.min((cpu() - t) * 1e3 / 150.0);
        std::hint::black_box(s);
    }
    let scale = best / 1.3;
    println!("calibration {best:.3} ms scale {scale:.3}");
    for (n, frames, reference) in [(50usize, 90, 28.7), (64, 20, 46.9), (128, 10, 208.0), (256, 4, 951.0)] {
        let grid = Grid::new(n, n);
        let mut x = grid.positions(1.0, 1.0, Orientation::Horizontal);
        for y in &mut x.ys {
            *y = 1.0;
        }
        let mut c = Cloth::new(grid, 1.0, 1.0, x);
        c.pins = vec![0, n - 1];
        c.thickness = 0.0095 * 49.0 / (n as f64 - 1.0);
        let m = Model::new(vec![c], vec![], Settings::default()).unwrap();
        let mut times = vec![];
        let mut st = [0.0; 6];
        for _ in 0..5 {
            let mut s = State::new(&m);
            let mut w = Workspace::new(&m);
            let t = cpu();
            for _ in 0..frames {
                mass_spring::advance_frame(&m, &mut s, &mut w);
            }
            times.push((cpu() - t) * 1e3 / frames as f64);
        }
        times.sort_by(f64::total_cmp);
        // stages
        {
            let mut s = State::new(&m);
            let mut w = Workspace::new(&m);
            let mut r = StepReport::default();
            for _ in 0..frames * 30 {
                let t0 = cpu();
                force::spring_force::apply(&m, &s.x, &mut w.force, &mut w.spring_block);
                let t1 = cpu();
                verlet::advance(&m, &w.force, &mut s);
                let t2 = cpu();
                contact::self_collision::separate(&m, &mut s.x, &mut w.cell_map, &mut r);
                let t3 = cpu();
                collider::collide(&m, &mut s, &mut r);
                let t4 = cpu();
                constraint::stretch_limit::limit(&m, &mut s.x, &mut r);
                let t5 = cpu();
                quarantine::restore(&mut s, &mut r);
                let t6 = cpu();
                for (a, b) in st.iter_mut().zip([t1 - t0, t2 - t1, t3 - t2, t4 - t3, t5 - t4, t6 - t5]) {
                    *a += b * 1e3 / frames as f64;
                }
            }
        }
        println!(
            "{n}: {:.3} ms/frame ({:?}) ratio {:.2}  per pt-substep {:.1} ns   stages {:?}",
            times[2],
            (times[0], times[4]),
            reference * scale / times[2],
            times[2] * 1e6 / 30.0 / (n * n) as f64,
            st.map(|x| (x * 100.0).round() / 100.0)
        );
    }
}
