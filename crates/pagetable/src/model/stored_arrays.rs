//! An array of a model file, its bytes and their type -> numbers of the type that the model computes with.
//!
//! A number that does not fit is an error, not another number.

/// Bytes of numbers, as a model file has them: the lowest byte of each number first.
#[derive(Clone, Copy, Debug)]
pub struct StoredArray<'a> {
    number: Number,
    bytes: &'a [u8],
}

#[derive(Clone, Copy, Debug)]
enum Number {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
}

impl<'a> StoredArray<'a> {
    /// The numbers of a type by NumPy's name for it, such as `<f4`.
    pub fn new(dtype: &str, bytes: &'a [u8]) -> Result<StoredArray<'a>, String> {
        let (number, width) = match dtype {
            "|b1" => (Number::Bool, 1),
            "|i1" => (Number::I8, 1),
            "<i2" => (Number::I16, 2),
            "<i4" => (Number::I32, 4),
            "<i8" => (Number::I64, 8),
            "|u1" => (Number::U8, 1),
            "<u2" => (Number::U16, 2),
            "<u4" => (Number::U32, 4),
            "<u8" => (Number::U64, 8),
            "<f4" => (Number::F32, 4),
            "<f8" => (Number::F64, 8),
            _ => return Err(format!("is an array of type {dtype}, not of numbers")),
        };
        match bytes.len() % width {
            0 => Ok(StoredArray { number, bytes }),
            _ => Err(format!("has {} bytes of numbers of {width} bytes", bytes.len())),
        }
    }

    /// The numbers, if all of them are integers of 32 bits.
    pub fn to_i32(self) -> Result<Vec<i32>, String> {
        let fits =
            |number: f64| number.fract() == 0.0 && f64::from(i32::MIN) <= number && number <= f64::from(i32::MAX);
        self.converted(|number| fits(number).then_some(number as i32)).ok_or_else(|| not("int32"))
    }

    /// The numbers rounded to 32 bits, if all of them are finite then.
    pub fn to_f32(self) -> Result<Vec<f32>, String> {
        let rounded = |number: f64| Some(number as f32).filter(|number| number.is_finite());
        self.converted(rounded).ok_or_else(|| not("finite"))
    }

    /// The numbers, if they are of the type for 8 bits.
    pub fn to_i8(self) -> Result<Vec<i8>, String> {
        match self.number {
            Number::I8 => Ok(self.bytes.iter().map(|byte| byte.cast_signed()).collect()),
            _ => Err(not("int8")),
        }
    }

    /// The numbers as bools, if all of them are 0 or 1.
    pub fn to_bool(self) -> Result<Vec<bool>, String> {
        let bit = |number: f64| match number {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        };
        self.converted(bit).ok_or_else(|| not("bool"))
    }

    /// The numbers, if they are of the type for 64 bits without a sign.
    pub fn to_u64(self) -> Result<Vec<u64>, String> {
        match self.number {
            Number::U64 => Ok(self.bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()),
            _ => Err(not("uint64")),
        }
    }

    /// Each number by way of 64 bits; None if one does not fit. Only integers beyond 2^53 lose digits on that way, and
    /// those fit into none of the types above.
    fn converted<T>(self, fit: impl Fn(f64) -> Option<T>) -> Option<Vec<T>> {
        macro_rules! read {
            ($number:ty) => {
                self.bytes.as_chunks().0.iter().map(|bytes| fit(<$number>::from_le_bytes(*bytes) as f64)).collect()
            };
        }
        match self.number {
            Number::Bool | Number::U8 => read!(u8),
            Number::I8 => read!(i8),
            Number::I16 => read!(i16),
            Number::I32 => read!(i32),
            Number::I64 => read!(i64),
            Number::U16 => read!(u16),
            Number::U32 => read!(u32),
            Number::U64 => read!(u64),
            Number::F32 => read!(f32),
            Number::F64 => read!(f64),
        }
    }
}

fn not(expected: &str) -> String {
    format!("has numbers that are not {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array<'a>(dtype: &str, bytes: &'a [u8]) -> StoredArray<'a> {
        StoredArray::new(dtype, bytes).unwrap()
    }

    #[test]
    fn integers_of_any_width_are_the_same_numbers() {
        for dtype in ["|i1", "<i2", "<i4", "<i8"] {
            let width: usize = dtype[2..].parse().unwrap();
            let bytes: Vec<u8> = [-3_i64, 0, 100].iter().flat_map(|n| n.to_le_bytes()[..width].to_vec()).collect();
            assert_eq!(array(dtype, &bytes).to_i32().unwrap(), [-3, 0, 100], "{dtype}");
            assert_eq!(array(dtype, &bytes).to_f32().unwrap(), [-3.0, 0.0, 100.0], "{dtype}");
        }
        assert_eq!(array("<u2", &[255, 255]).to_i32().unwrap(), [65_535]);
        assert_eq!(array("<f8", &2.0_f64.to_le_bytes()).to_i32().unwrap(), [2]);
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        assert!(array("<i8", &(1_i64 << 40).to_le_bytes()).to_i32().is_err());
        assert!(array("<u4", &u32::MAX.to_le_bytes()).to_i32().is_err());
        assert!(array("<f4", &2.5_f32.to_le_bytes()).to_i32().is_err());
        assert!(array("<f8", &f64::NAN.to_le_bytes()).to_i32().is_err());
        assert!(array("<f8", &f64::MAX.to_le_bytes()).to_f32().is_err());
        assert!(array("<f4", &f32::NAN.to_le_bytes()).to_f32().is_err());
        assert!(array("|b1", &[2]).to_bool().is_err());
        assert!(array("<i8", &[0; 8]).to_u64().is_err());
        assert!(array("|u1", &[1]).to_i8().is_err());
    }

    #[test]
    fn bits_bytes_and_whole_words_are_read_as_they_are() {
        assert_eq!(array("|i1", &[0, 255]).to_i8().unwrap(), [0, -1]);
        assert_eq!(array("|b1", &[0, 1]).to_bool().unwrap(), [false, true]);
        assert_eq!(array("<u8", &u64::MAX.to_le_bytes()).to_u64().unwrap(), [u64::MAX]);
    }

    #[test]
    fn other_types_and_parts_of_numbers_are_refused() {
        assert!(StoredArray::new("<U4", b"").is_err());
        assert!(StoredArray::new(">i4", &[0; 4]).is_err());
        assert!(StoredArray::new("<i4", &[0; 6]).is_err());
    }
}
