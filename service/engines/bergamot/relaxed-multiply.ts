/**
 * The engine's matrix multiplication, half of a translation's time, with relaxed SIMD, which the module does
 * not use. A WebAssembly module of one function replaces the import `int8_multiply_and_add_bias`;
 * docs/decisions/0014 has the gain. The opcodes are those of WebAssembly 3.0, chapter 5.4.
 */
export type Multiply = (...args: number[]) => number;

/** Nested, so that code reads like the text format: operands before their operator. */
type Code = number | readonly Code[];

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;

const get = (local: number): Code => [0x20, u32(local)];
const set = (local: number, value: Code): Code => [value, 0x21, u32(local)];
const i32 = (value: number): Code => [0x41, u32(value)];
const add = (a: Code, b: Code): Code => [a, b, 0x6a];
const mul = (a: Code, b: Code): Code => [a, b, 0x6c];
const f32 = { mul: 0x94, div: 0x95 };
const simd = (operation: number, ...operands: Code[]): Code => [operands, 0xfd, u32(operation)];
const load = (address: Code, offset = 0): Code => [address, 0xfd, 0x00, 0, u32(offset)];
const store = (address: Code, value: Code, offset: number): Code => [
  address,
  value,
  0xfd,
  0x0b,
  0,
  u32(offset),
];
const shuffle = (a: Code, b: Code, lanes: readonly number[]): Code => [a, b, 0xfd, 0x0d, lanes];
const zero: Code = [0xfd, 0x0c, Array.from({ length: 16 }, () => 0)];
const SIMD = {
  i16x8Splat: 0x10,
  f32x4Splat: 0x13,
  i32x4Add: 0xae,
  i32x4DotI16x8: 0xba,
  f32x4Add: 0xe4,
  f32x4Mul: 0xe6,
  f32x4ConvertI32x4: 0xfa,
  i16x8RelaxedDotI8x16I7x16: 0x112,
};
/** Repeats `body` while `local` is below `end`. */
const whileBelow = (local: number, end: number, body: Code): Code => [
  [0x02, 0x40, 0x03, 0x40],
  [get(local), get(end), 0x4f, 0x0d, 1],
  [body, 0x0c, 0, 0x0b, 0x0b],
];

/** The import's parameters, in order, then our locals. */
const [A, SCALE_A, , B, SCALE_B, , BIAS, FACTOR, ROWS, WIDTH, COLUMNS, OUT] = Array.from(
  { length: 12 },
  (_, n) => n,
) as [number, number, number, number, number, number, number, number, number, number, number, number];
const PARAMETERS = [I32, F32, F32, I32, F32, F32, I32, F32, I32, I32, I32, I32];
const [COLUMN, ROW, A_AT, A_END, B_AT, OUT_AT] = [12, 13, 14, 15, 16, 17] as const;
const [BYTES, ONES, UNQUANTISE, SUMS] = [18, 19, 20, 21] as const;
/** The module stores B in blocks of this many columns by 16 bytes, as intgemm does for SSSE3. */
const BLOCK = 8;

/**
 * OUT = A × B × FACTOR / (SCALE_A × SCALE_B) + BIAS. A: unsigned bytes, row by row. In V8 the three
 * instructions of a step compile to fewer than `i32x4.relaxed_dot_i8x16_i7x16_add_s`, which does the same in
 * one.
 */
function multiplyCode(): Code {
  const blocks = Array.from({ length: BLOCK }, (_, n) => n);
  const products = (n: number): Code =>
    simd(
      SIMD.i32x4DotI16x8,
      simd(SIMD.i16x8RelaxedDotI8x16I7x16, load(get(B_AT), 16 * n), get(BYTES)),
      get(ONES),
    );
  const step: Code = [
    set(BYTES, load(get(A_AT))),
    blocks.map((n) => set(SUMS + n, simd(SIMD.i32x4Add, get(SUMS + n), products(n)))),
    set(B_AT, add(get(B_AT), i32(16 * BLOCK))),
    set(A_AT, add(get(A_AT), i32(16))),
  ];
  const finished = (first: number): Code =>
    simd(
      SIMD.f32x4Add,
      simd(SIMD.f32x4Mul, simd(SIMD.f32x4ConvertI32x4, sumsOfFour(first)), get(UNQUANTISE)),
      load(add(get(BIAS), mul(get(COLUMN), i32(4))), 4 * (first - SUMS)),
    );
  const cell: Code = [
    set(A_AT, add(get(A), mul(get(ROW), get(WIDTH)))),
    set(A_END, add(get(A_AT), get(WIDTH))),
    set(B_AT, add(get(B), mul(get(COLUMN), get(WIDTH)))),
    blocks.map((n) => set(SUMS + n, zero)),
    whileBelow(A_AT, A_END, step),
    set(OUT_AT, add(get(OUT), mul(add(mul(get(ROW), get(COLUMNS)), get(COLUMN)), i32(4)))),
    store(get(OUT_AT), finished(SUMS), 0),
    store(get(OUT_AT), finished(SUMS + 4), 16),
    set(ROW, add(get(ROW), i32(1))),
  ];
  return [
    set(ONES, simd(SIMD.i16x8Splat, i32(1))),
    set(UNQUANTISE, simd(SIMD.f32x4Splat, [get(FACTOR), [get(SCALE_A), get(SCALE_B), f32.mul], f32.div])),
    whileBelow(COLUMN, COLUMNS, [
      set(ROW, i32(0)),
      whileBelow(ROW, ROWS, cell),
      set(COLUMN, add(get(COLUMN), i32(BLOCK))),
    ]),
  ];
}

/** Four registers of four partial sums each, as one of four sums. */
function sumsOfFour(first: number): Code {
  const low = [0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23];
  const pair = (a: Code, b: Code): Code =>
    simd(
      SIMD.i32x4Add,
      shuffle(a, b, low),
      shuffle(
        a,
        b,
        low.map((lane) => lane + 8),
      ),
    );
  const ends = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
  const [left, right] = [pair(get(first), get(first + 1)), pair(get(first + 2), get(first + 3))];
  return simd(
    SIMD.i32x4Add,
    shuffle(left, right, ends),
    shuffle(
      left,
      right,
      ends.map((lane) => lane + 8),
    ),
  );
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const name = (text: string): Code => [text.length, ...Buffer.from(text)];
  const locals: Code = [2, [6, I32], [3 + BLOCK, V128]];
  const body = flat([locals, multiplyCode(), 0x0b]);
  return Uint8Array.from(
    flat([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [1, 0x60, PARAMETERS.length, PARAMETERS, 0]),
      section(2, [1, name('env'), name('memory'), 0x02, 0x00, 1]),
      section(3, [1, 0]),
      section(7, [1, name('multiply'), 0x00, 0]),
      section(10, [1, u32(body.length), body]),
    ]),
  );
}

function section(id: number, content: Code): Code {
  const bytes = flat(content);
  return [id, u32(bytes.length), bytes];
}

function flat(code: Code): number[] {
  return typeof code === 'number' ? [code] : code.flatMap(flat);
}

/** LEB128. Signed numbers differ if the last seven bits are 64 or more, which our constants are not. */
function u32(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...u32(value >>> 7)];
}

/** The multiplication over this memory. Undefined if V8 or the processor lacks relaxed SIMD. */
export async function relaxedMultiply(memory: WebAssembly.Memory): Promise<Multiply | undefined> {
  const bytes = moduleBytes();
  if (!WebAssembly.validate(bytes)) return undefined;
  const { instance } = await WebAssembly.instantiate(bytes, { env: { memory } });
  return instance.exports['multiply'] as Multiply;
}
