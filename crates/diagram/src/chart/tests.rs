use super::*;

fn points(values: &[f32]) -> Vec<Point> {
    (0_u16..).zip(values).map(|(x, &y)| Point { x: f32::from(x), y, tone: PointStyle::Plain }).collect()
}

#[test]
fn the_graph_is_above_the_middle_for_positive_values() {
    let scale = Scale::of(&points(&[0.0, 10.0, -10.0]));
    assert!(scale.y(10.0) < scale.y(0.0) && scale.y(0.0) < scale.y(-10.0));
    assert_eq!(scale.y(0.0), TOP + (HEIGHT - TOP - BOTTOM) / 2.0);
    assert_eq!((scale.x(0.0), scale.x(2.0)), (LEFT, WIDTH - RIGHT));
    assert_eq!(scale.most, 12.0);
}

#[test]
fn charts_of_nothing_of_one_point_and_of_nonsense_are_drawn() {
    for values in [&[][..], &[3.0], &[f32::NAN, f32::INFINITY, 1.0], &[1e30, -1e30]] {
        let svg = Chart::new("x", points(values)).with_shade(-5.0..=500.0).canvas().to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{values:?}: {svg}");
    }
}

#[test]
fn each_point_style_has_its_own_shape() {
    let shapes = [PointStyle::Plain, PointStyle::Slight, PointStyle::Serious, PointStyle::Grave].map(|tone| {
        let mut marked = points(&[0.0, 1.0]);
        marked[1].tone = tone;
        Chart::new("x", marked).canvas().to_svg()
    });
    assert!((0..4).all(|one| (0..one).all(|other| shapes[one] != shapes[other])));
}
