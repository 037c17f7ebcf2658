//! The boxes of a city on the device, as the city keeps them.

use std::ops::Range;

use glam::Vec3;
use muslin_city::Instance;
use wgpu::util::DeviceExt;

use super::chunk::{CHUNK, Chunk, Sides, runs};
use crate::gpu::Gpu;

pub(crate) const LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Instance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Uint8x4, 3 => Uint32],
};

/// Which faces of a box an index range draws: the roof alone, the three near ones, all.
const ROOF: Range<u32> = 0..6;
const NEAR: Range<u32> = 0..18;
const ALL: Range<u32> = 0..36;

/// Boxes on the device, in as many buffers as its longest one asks for.
#[derive(Debug)]
pub(crate) struct Boxes {
    buffers: Vec<wgpu::Buffer>,
    /// Chunks in each buffer but the last one.
    chunks_per_buffer: usize,
    chunks: Vec<Chunk>,
    count: usize,
    /// Corners of faces, as the shader numbers them.
    corners: wgpu::Buffer,
}

impl Boxes {
    pub(crate) fn new(gpu: &Gpu, instances: &[Instance]) -> Self {
        let longest = gpu.device.limits().max_buffer_size / (CHUNK * size_of::<Instance>()) as u64;
        Self::in_buffers_of(gpu, instances, usize::try_from(longest).unwrap_or(usize::MAX).max(1))
    }

    fn in_buffers_of(gpu: &Gpu, instances: &[Instance], chunks_per_buffer: usize) -> Self {
        let corners = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: Some("corners"),
            contents: bytemuck::cast_slice(&corner_indices()),
            usage: wgpu::BufferUsages::INDEX,
        });
        let mut boxes = Self { buffers: Vec::new(), chunks_per_buffer, chunks: Vec::new(), count: 0, corners };
        boxes.replace(gpu, instances);
        boxes
    }

    /// Other boxes in the place of these. Memory is kept where they fit into it.
    pub(crate) fn replace(&mut self, gpu: &Gpu, instances: &[Instance]) {
        self.count = instances.len();
        self.chunks.clear();
        self.chunks.extend(Chunk::all_of(instances));
        if let [buffer] = self.buffers.as_slice()
            && size_of_val(instances) as u64 <= buffer.size()
        {
            gpu.queue.write_buffer(buffer, 0, bytemuck::cast_slice(instances));
            return;
        }
        // the old ones first: there may not be room for both
        self.buffers.clear();
        let parts = instances.chunks(self.chunks_per_buffer.saturating_mul(CHUNK));
        self.buffers.extend(parts.map(|part| {
            gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("boxes"),
                contents: bytemuck::cast_slice(part),
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            })
        }));
    }

    /// Draws the sides that `sides_of` names of the boxes of each chunk.
    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>, sides_of: impl Fn(&Chunk) -> Option<Sides>) {
        for (chunks, sides) in runs(self.chunks.iter().map(sides_of)) {
            let corners = match sides {
                Sides::Near => NEAR,
                Sides::All => ALL,
            };
            self.draw_chunks(pass, &corners, chunks);
        }
    }

    /// Draws the roofs alone, of the chunks that are wanted.
    pub(crate) fn draw_roofs(&self, pass: &mut wgpu::RenderPass<'_>, wanted: impl Fn(&Chunk) -> bool) {
        for (chunks, _) in runs(self.chunks.iter().map(|chunk| wanted(chunk).then_some(Sides::Near))) {
            self.draw_chunks(pass, &ROOF, chunks);
        }
    }

    fn draw_chunks(&self, pass: &mut wgpu::RenderPass<'_>, corners: &Range<u32>, chunks: Range<usize>) {
        pass.set_index_buffer(self.corners.slice(..), wgpu::IndexFormat::Uint16);
        for (buffer, boxes) in pieces(chunks, self.chunks_per_buffer, self.count) {
            pass.set_vertex_buffer(0, self.buffers[buffer].slice(..));
            pass.draw_indexed(corners.clone(), 0, boxes);
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Smallest and largest coordinates of all [m].
    pub(crate) fn bounds(&self) -> [Vec3; 2] {
        let corners = self.chunks.iter().map(|chunk| [chunk.low, chunk.high]);
        corners.reduce(|sum, one| [sum[0].min(one[0]), sum[1].max(one[1])]).unwrap_or_default()
    }
}

/// The boxes of `chunks`, of `count` in all, as numbers of buffers and of boxes in them.
fn pieces(chunks: Range<usize>, chunks_per_buffer: usize, count: usize) -> impl Iterator<Item = (usize, Range<u32>)> {
    let buffers = chunks.start / chunks_per_buffer..chunks.end.div_ceil(chunks_per_buffer);
    buffers.map(move |buffer| {
        let first = buffer.saturating_mul(chunks_per_buffer);
        let [start, end] = [chunks.start.max(first), chunks.end.min(first.saturating_add(chunks_per_buffer))];
        let in_buffer = |chunk: usize| ((chunk * CHUNK).min(count) - first * CHUNK) as u32;
        (buffer, in_buffer(start)..in_buffer(end))
    })
}

/// Corners of triangles. Bit 0, 1, 2 of a corner's number is set where it is on the near side along x, y, z. The near
/// faces come first, that across y before all.
fn corner_indices() -> [u16; 36] {
    let mut indices = [0; 36];
    let faces = [true, false].into_iter().flat_map(|near| [1, 0, 2].map(|axis| (axis, near)));
    for (face, (axis, near)) in faces.enumerate() {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let first = if near { 1 << axis } else { 0 };
        let corners = [first, first + u, first + v, first + v, first + u, first + u + v];
        indices[6 * face..6 * face + 6].copy_from_slice(&corners);
    }
    indices
}

#[cfg(test)]
mod tests {
    use muslin_city::{City, CityParams};

    use super::*;
    use crate::city::{CityLook, CityRenderer, CityStage, FlyCamera};
    use crate::target::Target;

    #[test]
    fn boxes_that_lie_in_several_buffers_are_drawn_from_each() {
        let count = 7 * CHUNK + 5;
        let chunk = |chunks: usize| (chunks * CHUNK) as u32;
        let found: Vec<_> = pieces(1..8, 3, count).collect();
        assert_eq!(found, [(0, chunk(1)..chunk(3)), (1, 0..chunk(3)), (2, 0..chunk(1) + 5)]);
        assert_eq!(pieces(2..4, usize::MAX, count).collect::<Vec<_>>(), [(0, chunk(2)..chunk(4))]);
    }

    #[test]
    fn a_picture_of_several_buffers_is_that_of_one() {
        let Ok(gpu) = Gpu::headless() else { return };
        let city = City::generate(3, &CityParams { grid: [2, 2], ..CityParams::default() }).unwrap();
        let mut stage = CityStage::new(&gpu, &city).unwrap();
        let target = Target::new(&gpu, [160, 120], 1);
        let draw = |stage: &CityStage| {
            CityRenderer::new(&gpu).draw_frame(&gpu, stage, &FlyCamera::default(), CityLook::Studio, &target);
            target.read(&gpu)
        };
        let whole = draw(&stage);
        stage.boxes = Boxes::in_buffers_of(&gpu, city.instances(), 1);
        assert!(stage.boxes.buffers.len() > 2);
        assert!(draw(&stage) == whole);
    }

    #[test]
    fn three_faces_and_seven_corners_are_near_and_the_roof_comes_first() {
        let indices = corner_indices();
        assert!(indices[..6].iter().all(|corner| corner & 2 != 0));
        let mut near = indices[..18].to_vec();
        near.sort_unstable();
        near.dedup();
        assert_eq!(near, [1, 2, 3, 4, 5, 6, 7]);
        for face in indices.chunks_exact(6) {
            let shared = |bit: u16| face.iter().all(|corner| corner & bit == face[0] & bit);
            assert_eq!([1, 2, 4].into_iter().filter(|bit| shared(*bit)).count(), 1, "{face:?}");
        }
    }
}
