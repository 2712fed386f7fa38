import { stat } from 'node:fs/promises';
import type { EnginePair } from '../../contract/index.ts';
import { EngineError } from '../engine.ts';
import type { Engine, EngineState } from '../engine.ts';
import type { Carriers } from './carriers.ts';
import { installedModes, missingProgram, pipelineCommand } from './discovery.ts';
import type { ApertiumMode } from './discovery.ts';

/** A newly installed package is noticed after this long. */
const STATE_FRESH_MS = 10_000;
const INSTALL = 'sudo apt install apertium apertium-eng-spa';

/** The rule-based translator of Debian and others: https://www.apertium.org. */
export function createApertiumEngine(): Engine {
  let cached: { at: number; modes: Promise<ApertiumMode[] | undefined> } | undefined;

  function modes(): Promise<ApertiumMode[] | undefined> {
    if (!cached || performance.now() - cached.at > STATE_FRESH_MS) {
      cached = { at: performance.now(), modes: installedModes() };
    }
    return cached.modes;
  }

  /** Directions that do not start, until when (performance.now()). */
  const notReady = new Map<string, number>();
  const isReady = (pair: EnginePair): boolean => (notReady.get(keyOf(pair)) ?? 0) <= performance.now();

  const modeOf = async (pair: EnginePair): Promise<ApertiumMode | undefined> =>
    (await modes())?.find(({ pair: { from, to } }) => from === pair.from && to === pair.to);

  return {
    id: 'apertium',
    name: 'Apertium',
    offline: true,
    capabilities: { inlineCodes: true, glossary: false, tone: 'none', context: false },
    async state() {
      return describe(await modes(), isReady);
    },
    async version(pair) {
      const mode = await modeOf(pair);
      // Reinstalling a package changes its file's time.
      return mode && `${mode.file} ${(await stat(mode.file)).mtimeMs}`;
    },
    async open(pair) {
      const mode = await modeOf(pair);
      if (!mode) {
        throw new EngineError(
          `Apertium has no installed direction ${pair.from} to ${pair.to}. Install its package, for example: ${INSTALL}`,
          { retryable: false },
        );
      }
      const command = await commandOf(mode);
      // Not before: an engine process without Apertium's jobs does not load how its texts are written and repaired.
      const { createApertiumSession } = await import('./session.ts');
      const back = await modeOf({ from: pair.to, to: pair.from });
      return createApertiumSession(command, pair, {
        carriers: await carriersOf(command, pair, back),
        onNotReady: (until) => notReady.set(keyOf(pair), until),
      });
    },
  };
}

/** Undefined without the reverse direction, whose first program analyses words of the target. */
async function carriersOf(
  command: string,
  { from }: EnginePair,
  back: ApertiumMode | undefined,
): Promise<Carriers | undefined> {
  const backCommand = back && (await pipelineCommand(back.file).catch(() => undefined));
  if (backCommand === undefined) return undefined;
  const [source = '', target = ''] = [command, backCommand].map((whole) => whole.split(' | ')[0]!);
  if (![source, target].every((program) => program.startsWith('lt-proc '))) return undefined;
  const { createCarriers } = await import('./carriers.ts');
  return createCarriers({ command, source, target }, from);
}

/** Program packages that language packages need but may not depend on. */
const PACKAGES: Readonly<Record<string, string>> = {
  'cg-proc': 'cg3',
  'lsx-proc': 'apertium-separable',
  'apertium-anaphora': 'apertium-anaphora',
  'rtx-proc': 'apertium-recursive',
  'hfst-proc': 'hfst',
  'lrx-proc': 'apertium-lex-tools',
};

async function commandOf(mode: ApertiumMode): Promise<string> {
  const command = await readCommand(mode);
  const missing = await missingProgram(command);
  if (missing === undefined) return command;
  const help = PACKAGES[missing] ? `sudo apt install ${PACKAGES[missing]}` : 'install its package';
  throw new EngineError(
    `Apertium's mode ${mode.name} needs the program ${missing}, which is not there: ${help}`,
    {
      retryable: false,
    },
  );
}

async function readCommand(mode: ApertiumMode): Promise<string> {
  try {
    return await pipelineCommand(mode.file);
  } catch (cause) {
    throw new EngineError(`Apertium's mode ${mode.name} could not be read. Install its package again.`, {
      // Killed from outside, or too slow on a busy machine: not the mode's fault.
      retryable: cause instanceof Error && 'signal' in cause && cause.signal !== null,
      cause,
    });
  }
}

function keyOf({ from, to }: EnginePair): string {
  return `${from} ${to}`;
}

function describe(
  modes: readonly ApertiumMode[] | undefined,
  isReady: (pair: EnginePair) => boolean,
): EngineState {
  if (modes !== undefined && modes.length > 0) {
    return {
      state: 'ready',
      pairs: modes.map(({ pair }) => ({ ...pair, ready: isReady(pair) })),
      remedy: (pair) =>
        isReady(pair)
          ? undefined
          : `Apertium does not start from ${pair.from} to ${pair.to}. Install its package again, for example: ${INSTALL}`,
    };
  }
  if (process.platform !== 'linux') {
    return {
      state: 'unavailable',
      reason: 'Apertium is packaged for Linux (Debian, Ubuntu) only.',
      pairs: [],
    };
  }
  const what = modes === undefined ? 'is not installed' : 'is installed without a language pair';
  return {
    state: 'unavailable',
    help: INSTALL,
    reason: `Apertium ${what}. Install English and Spanish with: ${INSTALL}`,
    pairs: [
      { from: 'en', to: 'es', ready: false },
      { from: 'es', to: 'en', ready: false },
    ],
  };
}
