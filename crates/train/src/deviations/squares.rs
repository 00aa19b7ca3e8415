//! Least squares with a few unknowns.

/// An equation: the sum of the terms times the unknowns is the value.
pub(super) struct Equation {
    pub(super) terms: Vec<f64>,
    pub(super) value: f64,
    pub(super) weight: f64,
}

/// Solves the weighted least squares; `None` if the equations do not determine the unknowns.
pub(super) fn solve(equations: &[Equation]) -> Option<Vec<f64>> {
    let count = equations.first()?.terms.len();
    // The normal equations, each with its right side at the end.
    let mut rows = vec![vec![0.0; count + 1]; count];
    for Equation { terms, value, weight } in equations {
        for (row, left) in rows.iter_mut().zip(terms) {
            for (sum, right) in row.iter_mut().zip(terms.iter().chain([value])) {
                *sum += weight * left * right;
            }
        }
    }
    eliminate(&mut rows)?;
    Some(rows.iter().map(|row| row[count]).collect())
}

/// Gauss-Jordan elimination: turns the left sides into the identity matrix.
fn eliminate(rows: &mut [Vec<f64>]) -> Option<()> {
    for at in 0..rows.len() {
        let largest = (at..rows.len()).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()))?;
        rows.swap(at, largest);
        let pivot = rows[at][at];
        if pivot.abs() < 1e-9 {
            return None;
        }
        rows[at].iter_mut().for_each(|cell| *cell /= pivot);
        let from = rows[at].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            let factor = row[at];
            if number != at {
                row.iter_mut().zip(&from).for_each(|(cell, other)| *cell -= factor * other);
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(x: f64, value: f64, weight: f64) -> Equation {
        Equation { terms: vec![1.0, x], value, weight }
    }

    #[test]
    fn a_weighted_line_is_recovered() {
        let line = solve(&[equation(0.0, 1.0, 1.0), equation(1.0, 3.0, 2.0), equation(2.0, 5.0, 1.0)]).unwrap();
        assert!((line[0] - 1.0).abs() < 1e-9 && (line[1] - 2.0).abs() < 1e-9, "{line:?}");
        let drawn = solve(&[equation(0.0, 0.0, 1.0), equation(0.0, 4.0, 3.0), equation(1.0, 4.0, 1.0)]).unwrap();
        assert!((drawn[0] - 3.0).abs() < 1e-9, "{drawn:?}");
    }

    #[test]
    fn underdetermined_systems_have_no_solution() {
        assert!(solve(&[]).is_none());
        assert!(solve(&[equation(1.0, 1.0, 1.0), equation(1.0, 2.0, 1.0)]).is_none());
    }
}
