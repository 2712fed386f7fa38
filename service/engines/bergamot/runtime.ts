import { readFile } from 'node:fs/promises';
import { runInThisContext } from 'node:vm';
import { builtFile } from '../../lib/built-file.ts';
import { createGemm } from './gemm.ts';

/**
 * The WebAssembly build of bergamot-translator in this thread. The package's own JavaScript does not run
 * under Node (its worker is an ES module that calls `require`, and it takes addresses for paths), so its
 * module is driven directly.
 */
export interface BergamotRuntime {
  /** Copies a model into the module's memory and makes it ready. */
  loadModel(files: ModelBytes): LoadedModel;
}

export interface ModelBytes {
  readonly model: Uint8Array;
  readonly shortlist: Uint8Array | undefined;
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly Uint8Array[];
}

export interface LoadedModel {
  /**
   * Translates texts with one sentence per line. Lines are never joined or split, so the line feeds come back
   * unchanged. `html`: inline tags travel with their words. Throws if the module has aborted; then it must
   * not be used again.
   */
  translate(texts: readonly string[], html: boolean): string[];
  free(): void;
}

/** The module cuts longer sentences anywhere, so ours are cut earlier at a comma. In tokens. */
const MAX_TOKENS = 256;
/** Firefox's settings, except the first: the module's sentence splitter does not know abbreviations. */
const MODEL_CONFIG = `
ssplit-mode: sentence
max-length-break: ${MAX_TOKENS}
beam-size: 1
normalize: 1.0
word-penalty: 0
cpu-threads: 0
gemm-precision: int8shiftAlphaAll
skip-cost: true
alignment: soft
quiet: true
quiet-translation: true
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
`.trimStart();
const MODEL_ALIGNMENT = 256;
const OTHER_ALIGNMENT = 64;

/** Loads the module. Once per thread: it lives in the thread's global scope, as Emscripten's output does. */
export async function loadRuntime(): Promise<BergamotRuntime> {
  const wasmFile = builtFile('bergamot/bergamot-translator-worker.wasm');
  const glueFile = builtFile('bergamot/bergamot-translator-worker.js');
  const [wasm, glue] = await Promise.all([readFile(wasmFile), readFile(glueFile, 'utf8')]);
  let instance: WebAssembly.Instance | undefined;
  let memory: WebAssembly.Memory | undefined;
  const gemm = createGemm(() => instance!.exports);
  const module = await new Promise<BergamotModule>((resolve, reject) => {
    const settings: ModuleSettings = {
      print: () => undefined,
      // Errors also come as exceptions.
      printErr: () => undefined,
      instantiateWasm(imports, accept) {
        memory = imports['env']!['memory'] as WebAssembly.Memory;
        WebAssembly.instantiate(wasm, { ...imports, wasm_gemm: gemm.imports }).then((loaded) => {
          instance = loaded.instance;
          accept(instance);
        }, reject);
        return {};
      },
      onRuntimeInitialized: () => resolve(settings as BergamotModule),
    };
    // Emscripten's glue is a classic script: it takes settings from, and exports to, a global of this name.
    (globalThis as { Module?: ModuleSettings }).Module = settings;
    runInThisContext(glue, { filename: glueFile });
  });
  const placed: AlignedMemory[] = [];
  await gemm.useFastest(instance!, memory!, (bytes) => {
    const place = aligned(module, bytes, OTHER_ALIGNMENT);
    placed.push(place);
    return place.getByteArrayView().byteOffset;
  });
  for (const place of placed) place.delete();
  const service = new module.BlockingService({ cacheSize: 0 });
  return { loadModel: (files) => loadModel(module, service, files) };
}

function loadModel(module: BergamotModule, service: BlockingService, files: ModelBytes): LoadedModel {
  const vocabularies = new module.AlignedMemoryList();
  for (const bytes of files.vocabularies) vocabularies.push_back(aligned(module, bytes, OTHER_ALIGNMENT));
  const model = new module.TranslationModel(
    MODEL_CONFIG,
    aligned(module, files.model, MODEL_ALIGNMENT),
    files.shortlist ? aligned(module, files.shortlist, OTHER_ALIGNMENT) : null,
    vocabularies,
    null,
  );
  return {
    translate: (texts, html) => translate(module, service, model, texts, html),
    free: () => model.delete(),
  };
}

function aligned(module: BergamotModule, bytes: Uint8Array, alignment: number): AlignedMemory {
  const memory = new module.AlignedMemory(bytes.byteLength, alignment);
  memory.getByteArrayView().set(bytes);
  return memory;
}

function translate(
  module: BergamotModule,
  service: BlockingService,
  model: TranslationModel,
  texts: readonly string[],
  html: boolean,
): string[] {
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const text of texts) {
    input.push_back(text);
    options.push_back({ qualityScores: false, alignment: html, html });
  }
  const responses = service.translate(model, input, options);
  const answers = texts.map((_, n) => responses.get(n).getTranslatedText());
  input.delete();
  options.delete();
  responses.delete();
  return answers;
}

interface ModuleSettings {
  print: () => void;
  printErr: () => void;
  instantiateWasm(imports: WebAssembly.Imports, accept: (instance: WebAssembly.Instance) => void): object;
  onRuntimeInitialized(): void;
}
interface Deletable {
  delete(): void;
}
interface AlignedMemory extends Deletable {
  getByteArrayView(): Uint8Array;
}
interface List<Item> extends Deletable {
  push_back(item: Item): void;
}
type TranslationModel = Deletable;
interface ResponseOptions {
  qualityScores: boolean;
  alignment: boolean;
  html: boolean;
}
interface Responses extends Deletable {
  get(index: number): { getTranslatedText(): string };
}
interface BlockingService {
  translate(model: TranslationModel, input: List<string>, options: List<ResponseOptions>): Responses;
}
/** The members of the module's Embind classes that we use (bergamot-translator, wasm/bindings). */
interface BergamotModule extends ModuleSettings {
  AlignedMemory: new (bytes: number, alignment: number) => AlignedMemory;
  AlignedMemoryList: new () => List<AlignedMemory>;
  VectorString: new () => List<string>;
  VectorResponseOptions: new () => List<ResponseOptions>;
  TranslationModel: new (
    config: string,
    model: AlignedMemory,
    shortlist: AlignedMemory | null,
    vocabularies: List<AlignedMemory>,
    qualityModel: null,
  ) => TranslationModel;
  BlockingService: new (options: { cacheSize: number }) => BlockingService;
}
