import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { createSegmentTexts } from '../../service/worker/text/segment-texts.ts';
import type { ChunkTexts } from '../../service/worker/text/segment-texts.ts';
import { createTextTasks } from '../../service/worker/translation/text-tasks.ts';
import { IS_LONG } from '../support/effort.ts';

const wild = join(import.meta.dirname, 'fixtures', 'misbehaving-text-thread.mjs');
const brief = createTextTasks(wild, { chunkMs: 300, heapMb: 16, inlineUnits: 0 });
// Other programs may keep this one from the processor.
const patient = createTextTasks(wild, { chunkMs: 60_000, heapMb: 16, inlineUnits: 0 });
const real = createTextTasks(builtFile('text-thread.js'), { inlineUnits: 0 });
const withoutThread = createTextTasks(join(import.meta.dirname, 'no-such-thread.mjs'));
afterAll(async () => {
  for (const tasks of [brief, patient, real, withoutThread]) await tasks.close();
});

const never = new AbortController().signal;
const chunkOf = (...texts: string[]): ChunkTexts => ({
  segments: texts.map((text) => ({ text })),
  from: 'en',
  to: 'es',
  inlineCodes: true,
  lockTerms: true,
});

describe('the work on texts before and after an engine', () => {
  it('that takes too long is ended, and left out; the next work is done', async () => {
    await expect(brief.of('a', never).prepare(chunkOf('spins'))).resolves.toEqual([undefined]);
    await expect(patient.of('a', never).prepare(chunkOf('works'))).resolves.toEqual(['done']);
  });

  it('that takes too much memory is ended without harm to this process', async () => {
    await expect(patient.of('a', never).prepare(chunkOf('eats'))).resolves.toEqual([undefined]);
    await expect(patient.of('a', never).prepare(chunkOf('works'))).resolves.toEqual(['done']);
  });

  it('that takes too much is left out alone: its neighbours are done, before the engine and after it', async () => {
    const texts = patient.of('a', never);
    const chunk = chunkOf('works', 'eats', 'works');
    await expect(texts.prepare(chunk)).resolves.toEqual(['done', undefined, 'done']);
    await expect(texts.finish(chunk, [[], [], []])).resolves.toEqual(['done', undefined, 'done']);
  });

  if (IS_LONG)
    it('that takes too much in more than a few texts of a chunk fails their job', async () => {
      const many = chunkOf('eats', 'eats', 'works', 'eats', 'eats');
      await expect(patient.of('a', never).prepare(many)).rejects.toMatchObject({
        name: 'WorkerError',
        code: 'timeout',
        message: expect.stringContaining('memory') as string,
        retryable: false,
      });
    });

  it('is ended with its job, and does not hold up another account meanwhile', async () => {
    const controller = new AbortController();
    const spinning = patient.of('greedy', controller.signal).prepare(chunkOf('spins'));
    const ended = expect(spinning).rejects.toMatchObject({ name: 'AbortError' });
    await expect(patient.of('honest', never).prepare(chunkOf('works'))).resolves.toEqual(['done']);
    controller.abort();
    await ended;
  });

  it('is done in a thread where a text is long, an answer is, or there are terms, and without one for all others', async () => {
    const texts = withoutThread.of('a', never);
    const short = chunkOf('A short text.', 'Another one.');
    await expect(texts.prepare(short)).resolves.toMatchObject([[{ text: 'A short text.' }], [{}]]);
    await expect(texts.finish(short, [['Kurz.'], ['Auch.']])).resolves.toMatchObject([{ text: 'Kurz.' }, {}]);
    const long = [chunkOf('long '.repeat(300)), { ...short, glossary: '[]' }];
    for (const chunk of long) await expect(texts.prepare(chunk)).rejects.toMatchObject({ code: 'crashed' });
    const answers = [['lang '.repeat(3_000)], ['Auch.']];
    await expect(texts.finish(short, answers)).rejects.toMatchObject({ code: 'crashed' });
  });

  it('comes to the same in a thread as without one', async () => {
    const chunk = {
      ...chunkOf('See <1>https://example.com</1> and {{name}}', '42', 'The server is <1>up</1>'),
      glossary: JSON.stringify([{ term: 'server', translation: 'Server' }]),
    };
    const here = createSegmentTexts();
    const questions = await real.of('a', never).prepare(chunk);
    expect(questions).toEqual(here.prepare(chunk));
    const answers = questions.map((own) => (own ?? []).map(({ text }) => text.toUpperCase()));
    expect(await real.of('a', never).finish(chunk, answers)).toEqual(here.finish(chunk, answers));
  });
});
