//! Triangles on the device, and where each copy of them stands.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3};
use wgpu::util::DeviceExt;

use crate::gpu::Gpu;

/// A corner of a triangle, as the shaders read it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// Where it is [m].
    pub position: [f32; 3],
    /// Across the surface, of any length but 0.
    pub normal: [f32; 3],
    /// Along u, of any length; 0 where there is no u.
    pub tangent: [f32; 3],
    /// Texture coordinates, v from the top of a picture down.
    pub uv: [f32; 2],
    /// Strain of the springs here: length over rest length, minus 1.
    pub strain: f32,
}

/// A copy of a mesh.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct Instance {
    /// Rows of the matrix from the mesh to the world.
    pub(crate) rows: [[f32; 4]; 3],
    /// Colour as displayed, 0 to 1.
    pub color: [f32; 3],
    pub(crate) kind: u32,
    /// Checks along u and v in the look `flat_checks`.
    pub checks: [f32; 2],
    /// How far it is moved toward the camera [m], which hides what it lies on.
    pub toward_camera: f32,
}

/// What a surface is: the looks treat them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// Cloth.
    Cloth = 0,
    /// Something that cloth collides with.
    Solid = 1,
    /// A floor that ends in the background.
    Ground = 2,
}

impl Instance {
    /// A copy of a mesh that is moved, turned and scaled by `to_world`.
    pub fn new(to_world: Affine3A, color: [f32; 3], kind: Kind) -> Self {
        let m = to_world.matrix3;
        let t = to_world.translation;
        let row = |i: usize| [m.x_axis[i], m.y_axis[i], m.z_axis[i], t[i]];
        Self { rows: [row(0), row(1), row(2)], color, kind: kind as u32, checks: [8.0; 2], toward_camera: 0.0 }
    }
}

pub(crate) const VERTEX_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Vertex>() as u64,
    step_mode: wgpu::VertexStepMode::Vertex,
    attributes: &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3, 2 => Float32x3, 3 => Float32x2, 4 => Float32],
};

pub(crate) const INSTANCE_LAYOUT: wgpu::VertexBufferLayout<'static> = wgpu::VertexBufferLayout {
    array_stride: size_of::<Instance>() as u64,
    step_mode: wgpu::VertexStepMode::Instance,
    attributes: &wgpu::vertex_attr_array![
        5 => Float32x4, 6 => Float32x4, 7 => Float32x4, 8 => Float32x3, 9 => Uint32, 10 => Float32x2, 11 => Float32
    ],
};

/// A mesh and its copies on the device, drawn by one call.
#[derive(Debug)]
pub struct Mesh {
    pub(crate) vertices: wgpu::Buffer,
    pub(crate) indices: wgpu::Buffer,
    pub(crate) index_count: u32,
    pub(crate) instances: wgpu::Buffer,
    pub(crate) instance_count: u32,
}

impl Mesh {
    /// A mesh of `vertices` whose `indices` name the corners of triangles, or the ends of lines, in turn.
    pub fn new(gpu: &Gpu, vertices: &[Vertex], indices: &[u32], instances: &[Instance]) -> Self {
        let buffer = |contents: &[u8], usage| {
            // a buffer without bytes is not allowed
            let contents = if contents.is_empty() { &[0; 4] } else { contents };
            gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents,
                usage: usage | wgpu::BufferUsages::COPY_DST,
            })
        };
        Self {
            vertices: buffer(bytemuck::cast_slice(vertices), wgpu::BufferUsages::VERTEX),
            indices: buffer(bytemuck::cast_slice(indices), wgpu::BufferUsages::INDEX),
            index_count: indices.len() as u32,
            instances: buffer(bytemuck::cast_slice(instances), wgpu::BufferUsages::VERTEX),
            instance_count: instances.len() as u32,
        }
    }

    /// Replaces the vertices; their number stays.
    pub fn set_vertices(&self, gpu: &Gpu, vertices: &[Vertex]) {
        gpu.queue.write_buffer(&self.vertices, 0, bytemuck::cast_slice(vertices));
    }

    /// Replaces the copies.
    pub fn set_instances(&mut self, gpu: &Gpu, instances: &[Instance]) {
        let bytes: &[u8] = bytemuck::cast_slice(instances);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = gpu.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytes,
                usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
            });
        } else {
            gpu.queue.write_buffer(&self.instances, 0, bytes);
        }
        self.instance_count = instances.len() as u32;
    }

    pub(crate) fn draw(&self, pass: &mut wgpu::RenderPass<'_>) {
        pass.set_vertex_buffer(0, self.vertices.slice(..));
        pass.set_vertex_buffer(1, self.instances.slice(..));
        pass.set_index_buffer(self.indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..self.index_count, 0, 0..self.instance_count);
    }
}

/// A vertex without texture and strain.
pub(crate) fn plain(position: Vec3, normal: Vec3, uv: [f32; 2], tangent: Vec3) -> Vertex {
    Vertex { position: position.to_array(), normal: normal.to_array(), tangent: tangent.to_array(), uv, strain: 0.0 }
}
