//! The container of binary glTF, and the JSON in it.
//!
//! ```text
//! header: magic, version, length of the file
//! chunk:  length, "JSON", the document, spaces up to a multiple of four
//! chunk:  length, "BIN\0", the views one after the other
//! ```

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::export::ExportError;

/// What is left for the JSON when the length of the binary chunk is checked: a few hundred bytes a node are needed.
const JSON_RESERVE: u64 = 16 << 20;

/// What a view is used for.
#[derive(Clone, Copy)]
pub enum Use {
    /// An attribute of vertices, each of this many bytes.
    Vertices(u64),
    /// Indices of vertices.
    Indices,
    /// An attribute of instances.
    Instances,
}

/// Type of a number in the binary chunk.
#[derive(Clone, Copy)]
pub enum Component {
    /// Unsigned, 16 bits.
    U16,
    /// Unsigned, 32 bits.
    U32,
    /// Floating-point, 32 bits.
    F32,
}

/// A glTF document in the making.
pub struct Document {
    asset: Value,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    extensions: Vec<&'static str>,
    /// Length of the binary chunk [bytes].
    length: u64,
}

impl Document {
    pub fn new(asset: Value) -> Self {
        let [views, accessors, materials, meshes, nodes] = [const { Vec::new() }; 5];
        Self { asset, views, accessors, materials, meshes, nodes, extensions: Vec::new(), length: 0 }
    }

    /// The next `bytes` of the binary chunk, a multiple of four. Gives the number of the view.
    pub fn view(&mut self, bytes: u64, usage: Use) -> usize {
        debug_assert_eq!(bytes % 4, 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.length, "byteLength": bytes });
        match usage {
            Use::Vertices(stride) => {
                view["target"] = json!(34_962);
                // required where several accessors share the view
                view["byteStride"] = json!(stride);
            }
            Use::Indices => view["target"] = json!(34_963),
            Use::Instances => {}
        }
        self.length += bytes;
        push(&mut self.views, view)
    }

    /// `count` elements of a view, from the byte `offset` on. Gives the number of the accessor.
    pub fn accessor(&mut self, view: usize, offset: u64, count: u64, component: Component, kind: &str) -> usize {
        let component = match component {
            Component::U16 => 5123,
            Component::U32 => 5125,
            Component::F32 => 5126,
        };
        let accessor = json!({
            "bufferView": view, "byteOffset": offset, "componentType": component, "count": count, "type": kind,
        });
        push(&mut self.accessors, accessor)
    }

    /// The same for positions of vertices [m], whose range has to be stated.
    pub fn positions(&mut self, view: usize, offset: u64, count: u64, min: [f32; 3], max: [f32; 3]) -> usize {
        let accessor = self.accessor(view, offset, count, Component::F32, "VEC3");
        // as 64-bit numbers, so that they are written in all their digits
        self.accessors[accessor]["min"] = json!(min.map(f64::from));
        self.accessors[accessor]["max"] = json!(max.map(f64::from));
        accessor
    }

    /// Says of integers that they stand for 0 to 1.
    pub fn normalize(&mut self, accessor: usize) {
        self.accessors[accessor]["normalized"] = json!(true);
    }

    /// A rough surface of a linear colour.
    pub fn material(&mut self, name: &str, [r, g, b]: [f32; 3]) -> usize {
        let material = json!({
            "name": name,
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0, "roughnessFactor": 1.0 },
        });
        push(&mut self.materials, material)
    }

    /// A mesh of triangles.
    pub fn mesh(&mut self, name: &str, attributes: &Value, indices: usize, material: usize) -> usize {
        let primitive = json!({ "attributes": attributes, "indices": indices, "material": material });
        push(&mut self.meshes, json!({ "name": name, "primitives": [primitive] }))
    }

    /// A node at the top of the scene.
    pub fn node(&mut self, node: Value) {
        self.nodes.push(node);
    }

    /// Readers that do not know `extension` must refuse the file.
    pub fn require(&mut self, extension: &'static str) {
        self.extensions.push(extension);
    }

    /// Whether the file's length, with `more` bytes in the binary chunk, fits into 32 bits.
    pub fn check_length(&self, more: u64, hint: &'static str) -> Result<(), ExportError> {
        let bytes = self.length + more;
        if bytes + JSON_RESERVE > u64::from(u32::MAX) {
            return Err(ExportError::GlbTooLarge { bytes, hint });
        }
        Ok(())
    }

    /// Writes all that comes before the contents of the binary chunk.
    pub fn write_head(self, output: &mut impl Write) -> io::Result<()> {
        let binary_length = self.length as u32;
        let mut json = serde_json::to_vec(&self.into_json())?;
        json.resize(json.len().next_multiple_of(4), b' ');
        let json_length = json.len() as u32;
        let file_length = 12 + 8 + json_length + 8 + binary_length;
        output.write_all(b"glTF")?;
        for number in [2, file_length, json_length] {
            output.write_all(&number.to_le_bytes())?;
        }
        output.write_all(b"JSON")?;
        output.write_all(&json)?;
        output.write_all(&binary_length.to_le_bytes())?;
        output.write_all(b"BIN\0")
    }

    fn into_json(self) -> Value {
        let top: Vec<usize> = (0..self.nodes.len()).collect();
        let mut json = json!({
            "asset": self.asset,
            "scene": 0,
            "scenes": [{ "nodes": top }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{ "byteLength": self.length }],
        });
        if !self.extensions.is_empty() {
            json["extensionsUsed"] = json!(self.extensions);
            json["extensionsRequired"] = json!(self.extensions);
        }
        json
    }
}

/// Writes numbers as they stand in the binary chunk.
pub fn write_floats<const N: usize>(output: &mut impl Write, numbers: [f32; N]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| output.write_all(&number.to_le_bytes()))
}

fn push(list: &mut Vec<Value>, value: Value) -> usize {
    list.push(value);
    list.len() - 1
}
