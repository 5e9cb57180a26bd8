//! Numbers bit by bit: arithmetic as at school, sharing nothing with the library.

/// Bits, least significant first.
pub type Bits = Vec<bool>;

pub fn add(a: &[bool], b: &[bool], mut carry: bool) -> Bits {
    a.iter()
        .zip(b)
        .map(|(&a, &b)| {
            let ones = u8::from(a) + u8::from(b) + u8::from(carry);
            carry = ones >= 2;
            ones % 2 == 1
        })
        .collect()
}

pub fn not(a: &[bool]) -> Bits {
    a.iter().map(|bit| !bit).collect()
}

pub fn zip(a: &[bool], b: &[bool], f: fn(bool, bool) -> bool) -> Bits {
    a.iter().zip(b).map(|(&a, &b)| f(a, b)).collect()
}

pub fn mul(a: &[bool], b: &[bool]) -> Bits {
    let width = a.len() + b.len();
    let mut product = vec![false; width];
    for (place, _) in b.iter().enumerate().filter(|(_, bit)| **bit) {
        let mut row = vec![false; place];
        row.extend(a);
        row.resize(width, false);
        product = add(&product, &row, false);
    }
    product
}

pub fn less(a: &[bool], b: &[bool], signed: bool) -> bool {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    if signed {
        let top = a.len() - 1;
        (a[top], b[top]) = (b[top], a[top]);
    }
    a.iter().rev().lt(b.iter().rev())
}

pub fn shift(a: &[bool], amount: &[bool], left: bool) -> Bits {
    let by =
        amount.iter().enumerate().filter(|(_, bit)| **bit).fold(0usize, |sum, (place, _)| {
            sum.saturating_add(if place < 32 { 1 << place } else { usize::MAX })
        });
    (0..a.len())
        .map(
            |i| {
                if left {
                    i >= by && a[i - by]
                } else {
                    i.checked_add(by).is_some_and(|i| i < a.len() && a[i])
                }
            },
        )
        .collect()
}

pub fn number(bits: &[bool]) -> u128 {
    bits.iter().enumerate().map(|(place, bit)| u128::from(*bit) << place).sum()
}

pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn bits(&mut self, width: usize) -> Bits {
        (0..width).map(|_| self.word() >> 40 & 1 == 1).collect()
    }
}

pub fn digits(bits: &[bool]) -> String {
    bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect()
}
