// Engines through the whole service (upload, extraction, chunks, journal, result), beside the same engines
// alone. The neural model has the real shape and random weights: its words are noise. Without a shortlist,
// and with each translation as long as may be, a sentence takes longer than a real model's, on both sides.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { root, say } from '../../scripts/lib/steps.mjs';
import { encode } from '../../service/engines/apertium/codec.ts';
import { installedModes, pipelineCommand } from '../../service/engines/apertium/discovery.ts';
import { startPipeline } from '../../service/engines/apertium/pipeline.ts';
import { encodeHtml } from '../../service/engines/bergamot/html.ts';
import { createEngineThreads } from '../../service/engines/bergamot/threads.ts';
import type { InstalledModel } from '../../service/models/installed.ts';
import { time } from '../support/figures.ts';
import { startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { installSynthetic } from '../support/models/install-synthetic.ts';
import { API_KEY, NO_LIMITS } from '../support/service-process.ts';
import { figuresOf, sideBySide } from './figures.ts';
import type { Row } from './figures.ts';

const NEURAL_LINES = 200;
const APERTIUM_LINES = 1_000;
const ROUNDS = 5;
const SENTENCES = 50;

/** Different in each line and each round, so that nothing is translated once for two. */
function sentences(count: number, round: number): string[] {
  return Array.from(
    { length: count },
    (_, n) =>
      `Ship ${round} leaves the old harbour at noon with ${n} boxes of glass and paper for the museum.`,
  );
}

async function withModel<T>(
  env: Record<string, string>,
  work: (service: LiveService, model: InstalledModel) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'interlinear-bench-'));
  const service = await startService({ dataDir, env: { ...NO_LIMITS, ...env } });
  try {
    return await work(service, await installSynthetic(join(dataDir, 'models'), 'en', 'da', { size: 'tiny' }));
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function translate(
  service: LiveService,
  lines: readonly string[],
  to: string,
  engine: string,
): Promise<void> {
  await service.result((await service.upload('lines.txt', lines.join('\n'), { to, engine })).id);
}

async function viaDeepl({ baseUrl }: LiveService, text: readonly string[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/v2/translate`, {
    method: 'POST',
    headers: { Authorization: `DeepL-Auth-Key ${API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, source_lang: 'EN', target_lang: 'ES' }),
  });
  if (!answer.ok) throw new Error(`POST /v2/translate: ${answer.status}`);
  await answer.json();
}

const withThreads = (count: number) => ({ INTERLINEAR_ENGINE_THREADS: String(count) });

/**
 * The neural engine with one thread through the service, beside a thread of it that is given all lines at
 * once: the best it can do, as it sorts them by length. Both have their model loaded, and get lines of the
 * same words in the same HTML.
 */
async function benchOneThread(): Promise<Row> {
  const figures = await withModel(withThreads(1), async (service, model) => {
    const threads = createEngineThreads({ file: join(root, 'out/service/engine-thread.js'), most: () => 1 });
    const never = new AbortController().signal;
    let round = 0;
    try {
      return await sideBySide(
        ROUNDS,
        () => translate(service, sentences(NEURAL_LINES, round++), 'da', 'bergamot'),
        () => {
          const texts = sentences(NEURAL_LINES, round++).map((line) => encodeHtml(line, 'en').html);
          return threads.run({ model, texts, html: true }, never);
        },
      );
    } finally {
      await threads.close();
    }
  });
  return {
    what: `${NEURAL_LINES} lines, neural, 1 thread: service / bare engine`,
    aim: '≤ 1.05',
    ...figures,
  };
}

async function benchTwoThreads(): Promise<Row> {
  const figures = await withModel(withThreads(2), (two) =>
    withModel(withThreads(1), (one) => {
      let round = 100;
      const run = (service: LiveService) => () =>
        translate(service, sentences(NEURAL_LINES, round++), 'da', 'bergamot');
      return sideBySide(ROUNDS, run(two), run(one));
    }),
  );
  return { what: `${NEURAL_LINES} lines, neural: 2 threads / 1 thread`, aim: '≤ 0.59', ...figures };
}

/** The same lines in a second document, beside the first. */
async function benchCacheHits(): Promise<Row> {
  const figures = await withModel(withThreads(1), async (service) => {
    await translate(service, sentences(1, -1), 'da', 'bergamot');
    const pairs: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const run = () => translate(service, sentences(NEURAL_LINES, 1_000 + round), 'da', 'bergamot');
      const first = await time(run);
      pairs.push([await time(run), first]);
    }
    return figuresOf(pairs);
  });
  return {
    what: `${NEURAL_LINES} lines, neural: again, from the cache / first time`,
    aim: '< 0.2',
    ...figures,
  };
}

/**
 * The cost of an unloaded engine: its thread, the module, the model, the first sentence; beside the second
 * one.
 */
async function benchFirstSentence(): Promise<Row> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push(
      await withModel(withThreads(1), async (service) => {
        await service.data('/v1/engines');
        const first = await time(() => translate(service, sentences(1, 1), 'da', 'bergamot'));
        return [first, await time(() => translate(service, sentences(1, 2), 'da', 'bergamot'))];
      }),
    );
  }
  return { what: 'one line, neural, engine not loaded / loaded', aim: '< 2,000 ms', ...figuresOf(pairs) };
}

/** Apertium through the service, beside its pipeline that is given all lines at once. */
export async function benchPipeline(): Promise<Row[]> {
  const modes = hasApertium() ? await installedModes() : undefined;
  const mode = modes?.find(({ pair: { from, to } }) => from === 'en' && to === 'es');
  if (!mode) {
    say('Skipped: Apertium beside its pipeline (not installed here).');
    return [];
  }
  const service = await startService({ env: NO_LIMITS });
  let replied: () => void = () => undefined;
  const pipeline = startPipeline(await pipelineCommand(mode.file), {
    onReply: () => replied(),
    onDeath: (why) => {
      throw new Error(why);
    },
  });
  const bare = (lines: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      let left = lines.length;
      replied = () => {
        if (--left === 0) resolve();
      };
      pipeline.write(lines.map((line) => `${encode(line).wire}\0`).join(''));
    });
  try {
    let round = 0;
    const figures = await sideBySide(
      ROUNDS,
      () => translate(service, sentences(APERTIUM_LINES, round++), 'es', 'apertium'),
      () => bare(sentences(APERTIUM_LINES, round++)),
    );
    const sentence = () => sentences(1, round++);
    const one = await sideBySide(
      SENTENCES,
      () => viaDeepl(service, sentence()),
      () => bare(sentence()),
    );
    return [
      { what: 'a sentence by POST /v2/translate, Apertium / bare pipeline (ms)', aim: '≤ 5 ms more', ...one },
      { what: `${APERTIUM_LINES} lines, Apertium: service / bare pipeline`, aim: '≤ 1.11', ...figures },
    ];
  } finally {
    pipeline.kill();
    await service.close();
  }
}

export async function benchNeural(): Promise<Row[]> {
  return [
    await benchOneThread(),
    await benchTwoThreads(),
    await benchCacheHits(),
    await benchFirstSentence(),
  ];
}
