import { readFile } from 'node:fs/promises';
import { findBuilt } from '../../../lib/built-file.ts';
import { hostile } from '../../shared/refusals.ts';

/**
 * PDFium as WebAssembly (`@embedpdf/pdfium`), once per thread. Only this folder knows it. All functions of its C API take and
 * return numbers: pointers, counts, flags (public headers: https://pdfium.googlesource.com/pdfium/+/refs/heads/main/public/).
 */
export interface Pdfium {
  /** The C functions, by their names. */
  readonly api: Readonly<Record<string, (...values: number[]) => number>>;
  /** Views of its memory; fetched anew for each use, since they become empty when the memory grows. */
  readonly bytes: () => Uint8Array;
  readonly floats: () => Float32Array;
  readonly doubles: () => Float64Array;
  readonly ints: () => Int32Array;
  /** A scratch area of `SCRATCH` bytes, aligned to 8, for results of one call. */
  readonly scratch: number;
}

const SCRATCH = 65_536;
/**
 * V8's limit of a thread's heap does not count WebAssembly's memory, which grows to 2 GB on hostile files. An ordinary book takes
 * under 250 MB.
 */
const MAX_MEMORY = 512 * 1_048_576;
const PAGE_BYTES = 65_536;
const LARGE = 128 * 1_048_576;

let loading: Promise<Pdfium> | undefined;
let isSpent = false;

/** PDFium, ready for use. After it reached its memory limit it is loaded anew. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= load();
  return loading;
}

/** Memory never shrinks: after a large document the next one gets a new PDFium. */
export function releaseIfLarge({ bytes }: Pdfium): void {
  if (bytes().byteLength > LARGE) loading = undefined;
}

/** Runs `read`; a failure of PDFium itself is a refusal of the file. */
export function guarded<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
    loading = undefined;
    throw isSpent
      ? hostile('reading this PDF takes more than 512 MB of memory')
      : hostile('the program that reads PDFs stops at it');
  }
}

interface Started {
  readonly instance: WebAssembly.Instance;
}

async function load(): Promise<Pdfium> {
  isSpent = false;
  const path = findBuilt('service/pdfium/pdfium.wasm');
  const [{ init }, wasm] = await Promise.all([
    import('@embedpdf/pdfium'),
    readFile(path ?? new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))),
  ]);
  const { instance } = await new Promise<Started>((resolve, reject) => {
    const settings = {
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm(imports: WebAssembly.Imports, accept: (instance: WebAssembly.Instance) => void) {
        WebAssembly.instantiate(wasm, imports).then((started) => {
          capMemory(started.instance.exports['memory'] as WebAssembly.Memory);
          accept(started.instance);
          settings.instance = started.instance;
        }, reject);
        return {};
      },
      instance: undefined as WebAssembly.Instance | undefined,
    };
    init(settings as never).then(() => resolve({ instance: settings.instance! }), reject);
  });
  const memory = instance.exports['memory'] as WebAssembly.Memory;
  const api = instance.exports as Pdfium['api'];
  api['PDFiumExt_Init']!();
  return {
    api,
    bytes: () => new Uint8Array(memory.buffer),
    floats: () => new Float32Array(memory.buffer),
    doubles: () => new Float64Array(memory.buffer),
    ints: () => new Int32Array(memory.buffer),
    scratch: api['malloc']!(SCRATCH),
  };
}

/** Emscripten asks the memory's own `grow`, and takes an exception as "no more". */
function capMemory(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  Object.defineProperty(memory, 'grow', {
    value: (pages: number) => {
      if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY) {
        isSpent = true;
        throw new RangeError('PDFium may not have more memory');
      }
      return grow(pages);
    },
  });
}

/** A UTF-16LE text that `write` puts into a buffer, returning its bytes with the final NUL, as PDFium's getters do. */
export function textOf(pdfium: Pdfium, write: (buffer: number, bytes: number) => number): string {
  const { scratch, api } = pdfium;
  const needed = write(scratch, SCRATCH);
  if (needed <= 2) return '';
  if (needed <= SCRATCH) return decodeUtf16(pdfium.bytes().subarray(scratch, scratch + needed - 2));
  if (needed > MAX_TEXT) return '';
  const buffer = api['malloc']!(needed);
  write(buffer, needed);
  const text = decodeUtf16(pdfium.bytes().subarray(buffer, buffer + needed - 2));
  api['free']!(buffer);
  return text;
}

const MAX_TEXT = 4 * 1_048_576;

function decodeUtf16(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf16le');
}

/** An ASCII or UTF-8 text that `write` puts into a buffer, returning its bytes with the final NUL. */
export function nameOf({ scratch, bytes }: Pdfium, write: (buffer: number, bytes: number) => number): string {
  const needed = write(scratch, SCRATCH);
  if (needed <= 1 || needed > SCRATCH) return '';
  return Buffer.from(bytes().subarray(scratch, scratch + needed - 1)).toString('utf8');
}

/** Calls `use` with a NUL-terminated copy of an ASCII name in PDFium's memory. */
export function withName<Value>(
  { api, bytes }: Pdfium,
  name: string,
  use: (pointer: number) => Value,
): Value {
  const pointer = api['malloc']!(name.length + 1);
  bytes().set([...Buffer.from(name, 'latin1'), 0], pointer);
  try {
    return use(pointer);
  } finally {
    api['free']!(pointer);
  }
}
