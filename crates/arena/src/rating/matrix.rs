//! Symmetric matrices: the linear algebra that ratings need.

use std::ops::{Index, IndexMut};

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn scaled(mut self, factor: f64) -> Matrix {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
        self
    }

    /// Solves A x = b for a positive definite A.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        self.lower().solve_with_transpose(right)
    }

    /// The inverse of a positive definite matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let lower = self.lower();
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in lower.solve_with_transpose(&unit).into_iter().enumerate() {
                inverse[(row, column)] = value;
            }
        }
        inverse
    }

    /// The covariance of x - average(x) if this is that of x: subtracts row and column averages.
    pub(super) fn centred(&self) -> Matrix {
        let size = self.size as f64;
        let rows: Vec<f64> = (0..self.size).map(|row| self.row(row).iter().sum::<f64>() / size).collect();
        let all = rows.iter().sum::<f64>() / size;
        let mut centred = self.clone();
        for row in 0..self.size {
            for column in 0..self.size {
                centred[(row, column)] += all - rows[row] - rows[column];
            }
        }
        centred
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// The lower triangle L with A = L Lᵀ (Cholesky).
    fn lower(&self) -> Matrix {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = lower.row(row)[..column].iter().zip(lower.row(column)).map(|(a, b)| a * b).sum();
                let rest = self[(row, column)] - known;
                lower[(row, column)] =
                    if row == column { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / lower[(column, column)] };
            }
        }
        lower
    }

    /// Solves L Lᵀ x = b if this is L.
    fn solve_with_transpose(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for row in 0..self.size {
            let known: f64 = self.row(row)[..row].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[row] = (x[row] - known) / self[(row, row)];
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|below| self[(below, row)] * x[below]).sum();
            x[row] = (x[row] - known) / self[(row, row)];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::Matrix;

    #[test]
    fn a_matrix_times_its_inverse_is_the_identity() {
        let mut matrix = Matrix::zero(4);
        for row in 0..4 {
            for column in 0..4 {
                matrix[(row, column)] = if row == column { 5.0 } else { 1.0 / (1.0 + row as f64 + column as f64) };
            }
        }
        let inverse = matrix.inverse();
        for row in 0..4 {
            for column in 0..4 {
                let product: f64 = (0..4).map(|k| matrix[(row, k)] * inverse[(k, column)]).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert!((matrix.solve(&[1.0, 0.0, 0.0, 0.0])[2] - inverse[(2, 0)]).abs() < 1e-12);
    }

    #[test]
    fn centering_removes_the_common_part() {
        let mut shared = Matrix::zero(3);
        shared.cells.fill(7.0);
        assert_eq!(shared.centred(), Matrix::zero(3));
    }
}
