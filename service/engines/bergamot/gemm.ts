import { setFlagsFromString } from 'node:v8';
import { relaxedMultiply } from './relaxed-multiply.ts';
import type { Multiply } from './relaxed-multiply.ts';

/** The imports that Firefox implements natively; the module has fallbacks for other hosts. */
const GEMM_FALLBACKS = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;
const FALLBACK = GEMM_FALLBACKS.int8_multiply_and_add_bias;

/** The module's matrix arithmetic, or a faster multiplication if this machine has an exact one. */
export interface Gemm {
  /** For `WebAssembly.instantiate`, under `wasm_gemm`. */
  readonly imports: WebAssembly.ModuleImports;
  /** Call once the module can allocate. `place` copies bytes into its memory and returns their address. */
  useFastest(instance: WebAssembly.Instance, memory: WebAssembly.Memory, place: Place): Promise<boolean>;
}
type Place = (bytes: Uint8Array) => number;

/** `own`: the module's exports, once there are any. */
export function createGemm(own: () => WebAssembly.Exports): Gemm {
  const ownFunction = (name: string): Multiply => own()[name] as Multiply;
  let multiply: Multiply | undefined;
  const fallbacks = Object.entries(GEMM_FALLBACKS).map(([name, fallback]) => [
    name,
    (...args: number[]) => ownFunction(fallback)(...args),
  ]);
  return {
    imports: {
      ...(Object.fromEntries(fallbacks) as WebAssembly.ModuleImports),
      int8_multiply_and_add_bias: (...args: number[]) => (multiply ?? ownFunction(FALLBACK))(...args),
    },
    async useFastest(instance, memory, place) {
      // Behind a flag in Node 20; newer versions no longer know the flag, and ignore it.
      if (process.versions.v8.startsWith('11.')) setFlagsFromString('--experimental-wasm-relaxed-simd');
      const faster = await relaxedMultiply(memory);
      if (faster && isSame(faster, instance.exports[FALLBACK] as Multiply, memory, place)) multiply = faster;
      return multiply !== undefined;
    },
  };
}

const ROWS = 3;
const WIDTH = 256;
const COLUMNS = 16;

/**
 * Whether two multiplications agree to the last bit. Relaxed SIMD leaves bytes above 127, which A has, to the
 * processor: x86 treats them as the engine means them, others may not. Also tests sums beyond 16 bits, where
 * both must saturate at the same number.
 */
function isSame(one: Multiply, other: Multiply, memory: WebAssembly.Memory, place: Place): boolean {
  // Every byte value meets others of all sizes; then the largest meet the largest.
  const a = place(Uint8Array.from({ length: ROWS * WIDTH }, (_, n) => (n < 2 * WIDTH ? n * 37 : 255)));
  const b = place(Uint8Array.from({ length: WIDTH * COLUMNS }, (_, n) => (n % 3 === 0 ? 127 : n * 101)));
  const bias = place(new Uint8Array(Float32Array.from({ length: COLUMNS }, (_, n) => n / 3).buffer));
  const answers = [one, other].map((multiply) => {
    const out = place(new Uint8Array(4 * ROWS * COLUMNS));
    multiply(a, 3, 0, b, 7, 0, bias, 1.5, ROWS, WIDTH, COLUMNS, out);
    return Buffer.from(memory.buffer, out, 4 * ROWS * COLUMNS).toString('hex');
  });
  return answers[0] === answers[1];
}
