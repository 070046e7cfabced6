//! A slow second opinion in the plainest terms: points, rectangles and outlines of dense points, moved about by sines and
//! cosines. It shares nothing with what it checks but the way in which a pose is written down.

#![allow(dead_code, reason = "every test file uses its own part")]

use geometry::{Heading, Pose, Vec2};

pub type Point = (f64, f64);

/// Numbers by chance, the same in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[(self.next() % things.len() as u64) as usize]
    }
    /// Somewhere on a table, facing anywhere; every other time along an axis or a diagonal.
    pub fn stand(&mut self) -> Stand {
        let degrees = match self.next() % 2 {
            0 => self.one_of(&[0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0]),
            _ => self.between(0.0, 360.0),
        };
        Stand::new(self.between(0.0, 914.4), self.between(0.0, 914.4), degrees)
    }
}

/// A place, and degrees clockwise from north.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    pub x: f64,
    pub y: f64,
    pub degrees: f64,
    sin: f64,
    cos: f64,
}

impl Stand {
    pub fn new(x: f64, y: f64, degrees: f64) -> Stand {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Stand { x, y, degrees, sin, cos }
    }
    /// The point so far to the right and ahead.
    pub fn point(&self, right: f64, ahead: f64) -> Point {
        (self.x + right * self.cos + ahead * self.sin, self.y - right * self.sin + ahead * self.cos)
    }
    pub fn moved(self, right: f64, ahead: f64) -> Stand {
        let (x, y) = self.point(right, ahead);
        Stand { x, y, ..self }
    }
    pub fn turned(self, degrees: f64) -> Stand {
        Stand::new(self.x, self.y, self.degrees + degrees)
    }
    /// A point as somebody who stands here sees it: so far to the right and ahead.
    pub fn seen(&self, (x, y): Point) -> Point {
        let (x, y) = (x - self.x, y - self.y);
        (x * self.cos - y * self.sin, x * self.sin + y * self.cos)
    }
    /// After a template that bends to the right (or, with negative degrees, to the left) around a circle.
    pub fn around(self, radius: f64, degrees: f64) -> Stand {
        let (sin, cos) = degrees.abs().to_radians().sin_cos();
        self.moved(degrees.signum() * radius * (1.0 - cos), radius * sin).turned(degrees)
    }
    pub fn pose(&self) -> Pose {
        Pose::new(Vec2::new(self.x, self.y), Heading::degrees_clockwise_from_north(self.degrees))
    }
    /// How far a pose is from here, in millimetres and in the direction of its heading.
    pub fn off(&self, pose: &Pose) -> (f64, f64) {
        let ahead = pose.heading.ahead();
        ((pose.at.x - self.x).hypot(pose.at.y - self.y), (ahead.x - self.sin).hypot(ahead.y - self.cos))
    }
}

/// A rectangle on the table.
#[derive(Clone, Copy, Debug)]
pub struct Rect {
    pub middle: Stand,
    pub width: f64,
    pub length: f64,
}

impl Rect {
    /// How deep a point lies within; negative outside.
    pub fn depth(&self, point: Point) -> f64 {
        let (right, ahead) = self.middle.seen(point);
        (self.width / 2.0 - right.abs()).min(self.length / 2.0 - ahead.abs())
    }
    /// Points all along its edges, corners included.
    pub fn outline(&self, step: f64) -> Vec<Point> {
        let (x, y) = (self.width / 2.0, self.length / 2.0);
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y), (-x, -y)];
        let mut points = Vec::new();
        for pair in corners.windows(2) {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            let count = ((to_x - x).abs().max((to_y - y).abs()) / step).ceil().max(1.0);
            for i in 0..count as u32 {
                let share = f64::from(i) / count;
                points.push(self.middle.point(x + (to_x - x) * share, y + (to_y - y) * share));
            }
        }
        points
    }
}
