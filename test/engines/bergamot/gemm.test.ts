import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { createGemm } from '../../../service/engines/bergamot/gemm.ts';
import { relaxedMultiply } from '../../../service/engines/bergamot/relaxed-multiply.ts';

// Node 20 has relaxed SIMD behind a flag. The self-test refuses wrong results of an ARM processor.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
const COULD = process.arch === 'x64';

/**
 * The result of intgemm's SSSE3 multiplication: pairs of products stop at 16 bits; B is in blocks of 8
 * columns by 16 bytes.
 */
function reference(memory: WebAssembly.Memory, ...args: number[]): number {
  const [a, scaleA, , b, scaleB, , bias, factor, rows, width, columns, out] = args as Twelve;
  const unsigned = new Uint8Array(memory.buffer, a, rows * width);
  const signed = new Int8Array(memory.buffer, b, width * columns);
  const added = new Float32Array(memory.buffer, bias, columns);
  const answer = new Float32Array(memory.buffer, out, rows * columns);
  const unquantise = Math.fround(factor / Math.fround(scaleA * scaleB));
  const product = (row: number, column: number, k: number): number => {
    const block = (column >> 3) * 8 * width + (k >> 4) * 128 + (column & 7) * 16 + (k & 15);
    return unsigned[row * width + k]! * signed[block]!;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let k = 0; k < width; k += 2) {
        const pair = product(row, column, k) + product(row, column, k + 1);
        sum += Math.max(-32_768, Math.min(32_767, pair));
      }
      answer[row * columns + column] = Math.fround(Math.fround(sum) * unquantise) + added[column]!;
    }
  }
  return 0;
}
type N = number;
type Twelve = [N, N, N, N, N, N, N, N, N, N, N, N];

/** A memory, and a `place` that hands it out from the start. */
function scratch(): { memory: WebAssembly.Memory; place: (bytes: Uint8Array) => number } {
  const memory = new WebAssembly.Memory({ initial: 64 });
  let next = 1_024;
  return {
    memory,
    place: (bytes) => {
      const at = next;
      new Uint8Array(memory.buffer).set(bytes, at);
      next = Math.ceil((at + bytes.length) / 64) * 64;
      return at;
    },
  };
}

function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) >>> 24);
}

describe.runIf(COULD)('the multiplication with relaxed SIMD', () => {
  it.each([
    [1, 16, 8],
    [1, 256, 256],
    [7, 64, 24],
    [3, 1_536, 16],
    [33, 32, 40],
  ])('gives every bit of %i × %i by %i columns, all bytes among them', async (rows, width, columns) => {
    const { memory, place } = scratch();
    const multiply = await relaxedMultiply(memory);
    const a = place(noise(rows * width, 1));
    const b = place(noise(width * columns, 2));
    const bias = place(new Uint8Array(Float32Array.from({ length: columns }, (_, n) => n / 7 - 2).buffer));
    const outs = [0, 1].map(() => place(new Uint8Array(4 * rows * columns)));
    const call = (out: number): number[] => [a, 12.7, 0, b, 127.3, 0, bias, 0.9, rows, width, columns, out];
    multiply!(...call(outs[0]!));
    reference(memory, ...call(outs[1]!));
    const [ours, theirs] = outs.map((out) => new Float32Array(memory.buffer, out, rows * columns));
    expect(ours).toEqual(theirs);
    expect(new Set(ours).size).toBeGreaterThan(columns / 2);
  });

  it('serves where it agrees with the module’s own to the last bit, and nowhere else', async () => {
    const { memory, place } = scratch();
    let called = 0;
    const instanceWith = (own: (...args: number[]) => number) =>
      ({ exports: { int8MultiplyAndAddBiasFallback: own } }) as unknown as WebAssembly.Instance;
    const right = instanceWith((...args) => (called++, reference(memory, ...args)));
    const wrong = instanceWith((...args) => {
      reference(memory, ...args);
      const view = new DataView(memory.buffer);
      view.setUint8(args[11]!, view.getUint8(args[11]!) ^ 1);
      return 0;
    });
    expect(await createGemm(() => wrong.exports).useFastest(wrong, memory, place)).toBe(false);
    const gemm = createGemm(() => right.exports);
    expect(await gemm.useFastest(right, memory, place)).toBe(true);
    const before = called;
    const args = [1_024, 1, 0, 2_048, 1, 0, 4_096, 1, 1, 16, 8, 8_192];
    (gemm.imports['int8_multiply_and_add_bias'] as (...args: number[]) => number)(...args);
    expect(called).toBe(before);
  });
});
