//! A list for each of many things, stored one after the other.

use std::ops::{Index, IndexMut};

/// Rows of different lengths in one array (compressed sparse rows).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T> {
    /// Where each row begins, and where the last ends.
    starts: Vec<u32>,
    entries: Vec<T>,
}

impl<T> Rows<T> {
    /// `count` rows of entries that name their row; entries of a row stay in the order in which they come.
    ///
    /// # Panics
    /// If an entry's row is not below `count`.
    pub fn collect(count: usize, entries: impl IntoIterator<Item = (usize, T)>) -> Self {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|entry| entry.0);
        let mut starts = vec![0; count + 1];
        for (row, _) in &entries {
            starts[row + 1] += 1;
        }
        for row in 0..count {
            starts[row + 1] += starts[row];
        }
        Self { starts, entries: entries.into_iter().map(|(_, entry)| entry).collect() }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + '_ {
        (0..self.len()).map(|row| &self[row])
    }

    /// Where a row begins in [`entries`](Self::entries).
    #[inline]
    pub fn start(&self, row: usize) -> usize {
        self.starts[row] as usize
    }

    /// All entries, row by row.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }
}

impl<T> Index<usize> for Rows<T> {
    type Output = [T];

    #[inline]
    fn index(&self, row: usize) -> &[T] {
        &self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

impl<T> IndexMut<usize> for Rows<T> {
    #[inline]
    fn index_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.entries[self.starts[row] as usize..self.starts[row + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stand_in_their_rows_in_the_order_they_came() {
        let rows = Rows::collect(4, [(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')]);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [&['b'][..], &[], &['a', 'c'], &['d']]);
        assert_eq!((rows.len(), rows.start(3)), (4, 3));
    }
}
