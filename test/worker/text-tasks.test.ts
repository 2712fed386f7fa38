import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import type { ChunkTexts } from '../../service/worker/text/segment-texts.ts';
import { createTextTasks } from '../../service/worker/host/text-tasks.ts';
import type { TextTaskLimits } from '../../service/worker/host/text-tasks.ts';
import { textsHere } from '../support/texts-here.ts';
import { IS_LONG } from '../support/effort.ts';

const wild = join(import.meta.dirname, 'fixtures', 'misbehaving-text-thread.mjs');
const start = (thread: string, settings: Partial<TextTaskLimits>) =>
  createTextTasks(thread, builtFile('document-process.js'), settings);
const brief = start(wild, { chunkMs: 1_000, heapMb: 16, maxShortUnits: 0 });
// Other programs may keep this one from the processor.
const patient = start(wild, { chunkMs: 60_000, heapMb: 16, maxShortUnits: 0 });
const short = start(wild, { chunkMs: 1_000 });
const real = start(builtFile('text-thread.js'), {});
const realLong = start(builtFile('text-thread.js'), { maxShortUnits: 0 });
afterAll(async () => {
  for (const tasks of [brief, patient, short, real, realLong]) await tasks.close();
});

const forever = new AbortController().signal;
const noneAgain = () => Promise.resolve([]);
const chunkOf = (...texts: string[]): ChunkTexts => ({
  segments: texts.map((text) => ({ text })),
  from: 'en',
  to: 'es',
  inlineCodes: true,
  lockTerms: true,
});

describe('the work on texts before and after an engine', () => {
  it('that takes too long is ended, and left out; the next work is done', async () => {
    await expect(brief.of('a', forever).prepare(chunkOf('spins'), false)).resolves.toEqual({
      questions: [undefined],
    });
    await expect(patient.of('a', forever).prepare(chunkOf('works'), false)).resolves.toEqual({
      questions: ['done'],
    });
  });

  it('that takes too much memory is ended without harm to this process', async () => {
    await expect(patient.of('a', forever).prepare(chunkOf('eats'), false)).resolves.toEqual({
      questions: [undefined],
    });
    await expect(patient.of('a', forever).prepare(chunkOf('works'), false)).resolves.toEqual({
      questions: ['done'],
    });
  });

  it('that takes too much is left out alone: its neighbours are done, before the engine and after it', async () => {
    const texts = patient.of('a', forever);
    const chunk = chunkOf('works', 'eats', 'works');
    await expect(texts.prepare(chunk, false)).resolves.toEqual({ questions: ['done', undefined, 'done'] });
    await expect(texts.finish(chunk, [[], [], []], noneAgain)).resolves.toEqual(['done', 'left out', 'done']);
  });

  if (IS_LONG)
    it('that takes too much in more than a few texts of a chunk fails their job', async () => {
      const many = chunkOf('eats', 'eats', 'works', 'eats', 'eats');
      await expect(patient.of('a', forever).prepare(many, false)).rejects.toMatchObject({
        name: 'WorkerError',
        code: 'timeout',
        message: expect.stringContaining('memory') as string,
        retryable: false,
      });
    });

  it('is ended with its job, and does not hold up another account meanwhile', async () => {
    const controller = new AbortController();
    const spinning = patient.of('greedy', controller.signal).prepare(chunkOf('spins'), false);
    const ended = expect(spinning).rejects.toMatchObject({ name: 'AbortError' });
    await expect(patient.of('honest', forever).prepare(chunkOf('works'), false)).resolves.toEqual({
      questions: ['done'],
    });
    controller.abort();
    await ended;
  });

  it('that is taken for short and takes long is done where it keeps nobody waiting', async () => {
    const spinning = short.of('greedy', forever).prepare(chunkOf('spins'), false);
    await expect(short.of('honest', forever).prepare(chunkOf('works'), false)).resolves.toEqual({
      questions: ['done'],
    });
    await expect(spinning).resolves.toEqual({ questions: [undefined] });
  });

  it('of a large job takes turns with the few texts of another account', async () => {
    const chunk = chunkOf(...Array.from({ length: 512 }, (_, n) => `The boat number ${n} leaves at nine.`));
    const answers = chunk.segments.map(({ text }) => [text]);
    const ended: string[] = [];
    const noted = async (who: string, work: Promise<unknown>) => {
      await work;
      ended.push(who);
    };
    const large = real.of('large', forever);
    const few = real.of('few', forever);
    await Promise.all([
      noted('large', large.prepare(chunk, false)),
      noted('few', few.prepare(chunkOf('Good morning'), false)),
    ]);
    await Promise.all([
      noted('large', large.finish(chunk, answers, noneAgain)),
      noted('few', few.finish(chunkOf('Good morning'), [['Buenos días']], noneAgain)),
    ]);
    expect(ended).toEqual(['few', 'large', 'few', 'large']);
  });

  it.each([
    ['short', real],
    ['long', realLong],
  ])('comes to the same elsewhere as here where texts are %s', async (_, tasks) => {
    const chunk = {
      ...chunkOf('See <1>https://example.com</1> and {{name}}', '42', 'The server is <1>up</1>'),
      glossary: JSON.stringify([{ term: 'server', translation: 'Server' }]),
    };
    const here = textsHere();
    const texts = tasks.of('a', forever);
    const prepared = await texts.prepare(chunk, false);
    expect(prepared).toEqual(await here.prepare(chunk, false));
    const answers = prepared.questions.map((own) => own?.texts.map((text) => text.toUpperCase()));
    expect(await texts.finish(chunk, answers, noneAgain)).toEqual(
      await here.finish(chunk, answers, noneAgain),
    );
  });
});
