import { stat } from 'node:fs/promises';
import type { EnginePair } from '../../contract/index.ts';
import { wholeMegabytes } from '../../lib/whole-megabytes.ts';
import { readInstalled } from '../../models/installed.ts';
import type { InstalledModel } from '../../models/installed.ts';
import { downloadBytes } from '../../models/manifest.ts';
import type { Manifest, ManifestModel, ModelVariant } from '../../models/manifest.ts';
import { EngineError } from '../engine.ts';
import type { Engine, EngineState } from '../engine.ts';
import { createBergamotSession } from './session.ts';
import type { EngineThreads } from './threads.ts';

export interface BergamotOptions {
  readonly threads: EngineThreads;
  /** The folder that holds a folder for each installed model. */
  readonly modelsFolder: string;
  /** The models that can be installed. */
  readonly manifest: () => Promise<Manifest>;
}

/** Best first, if a direction has several: by their makers' FLORES scores. */
const VARIANTS: readonly ModelVariant[] = ['base', 'base-memory', 'tiny'];
/** The variant to install first: nearly the quality of `base` at three quarters of its size. */
const OFFERED: readonly ModelVariant[] = ['base-memory', 'base', 'tiny'];
/** Some twenty sentences at once: one at a time takes 30 % longer, two 15 %, eight 6 %. */
const BATCH_CHARS = 2_000;

/** Firefox's translation models in WebAssembly, offline. https://github.com/mozilla/translations */
export function createBergamotEngine(options: BergamotOptions): Engine {
  const { threads, modelsFolder, manifest } = options;
  let cached: { version: number; models: Promise<InstalledModel[]> } | undefined;
  /** A model is added or removed by one rename in the folder, which changes the folder's time. */
  const installed = async (): Promise<InstalledModel[]> => {
    const { mtimeMs: version } = await stat(modelsFolder).catch(() => ({ mtimeMs: -1 }));
    if (cached?.version !== version) cached = { version, models: readInstalled(modelsFolder) };
    return cached.models;
  };

  return {
    id: 'bergamot',
    name: 'Bergamot',
    offline: true,
    capabilities: {
      inlineCodes: true,
      glossary: false,
      tone: 'none',
      context: false,
      batchChars: BATCH_CHARS,
    },
    async state() {
      const [models, offered] = await Promise.all([installed(), manifest()]);
      return stateOf(models, offered.models);
    },
    async version(pair) {
      return best(await installed(), pair, VARIANTS)
        ?.files.map(({ sha256 }) => sha256)
        .join(' ');
    },
    async open(pair) {
      const model = async (): Promise<InstalledModel> => {
        const ready = best(await installed(), pair, VARIANTS);
        if (ready) return ready;
        throw new EngineError(`Bergamot's model from ${pair.from} to ${pair.to} is not installed any more.`, {
          retryable: false,
        });
      };
      await model();
      return createBergamotSession({ threads, model, language: pair.from });
    },
  };
}

function stateOf(installed: readonly InstalledModel[], offered: readonly ManifestModel[]): EngineState {
  const pairs = new Map<string, EnginePair & { ready: boolean }>();
  for (const { from, to } of offered) pairs.set(`${from} ${to}`, { from, to, ready: false });
  for (const { from, to } of installed) pairs.set(`${from} ${to}`, { from, to, ready: true });
  const remedy = (pair: EnginePair): string | undefined => {
    const model = best(offered, pair, OFFERED);
    if (!model) return undefined;
    return (
      `Install its model (${wholeMegabytes(downloadBytes(model))} MB): choose Install under Engines in the window, ` +
      `or run: interlinear models install ${model.id}`
    );
  };
  if (installed.length > 0) return { state: 'ready', pairs: [...pairs.values()], remedy };
  return {
    state: 'unavailable',
    help: 'interlinear models install en es',
    reason:
      'No model is installed. Choose Install under Engines in the window, or run: interlinear models install en es',
    pairs: [...pairs.values()],
    remedy,
  };
}

function best<Model extends { from: string; to: string; variant: ModelVariant }>(
  models: readonly Model[],
  { from, to }: EnginePair,
  order: readonly ModelVariant[],
): Model | undefined {
  const fitting = models.filter((model) => model.from === from && model.to === to);
  return fitting.sort((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant))[0];
}
