import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createBergamotEngine } from '../../../service/engines/bergamot/engine.ts';
import { createEngineThreads } from '../../../service/engines/bergamot/threads.ts';
import type { EngineThreads } from '../../../service/engines/bergamot/threads.ts';
import { EngineClosedError, EngineError } from '../../../service/engines/engine.ts';
import { pivotSession } from '../../../service/engines/pivot.ts';
import { readInstalled } from '../../../service/models/installed.ts';
import { loadManifest } from '../../../service/models/manifest.ts';
import { parseCoded, plainText } from '../../../service/text/codes.ts';
import { installSynthetic } from '../../support/models/install-synthetic.ts';

const FILE = join(import.meta.dirname, '../../../out/service/engine-thread.js');
const never = new AbortController().signal;

describe('Bergamot with a random-weight model (its words are noise)', () => {
  let models: string;
  const opened: EngineThreads[] = [];
  const engineWith = (options: { most?: number; idleMs?: number } = {}) => {
    const threads = createEngineThreads({
      file: FILE,
      most: () => options.most ?? 1,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    });
    opened.push(threads);
    return {
      threads,
      engine: createBergamotEngine({ threads, modelsFolder: models, manifest: () => loadManifest() }),
    };
  };

  beforeAll(async () => {
    models = await mkdtemp(join(tmpdir(), 'bergamot-'));
    await installSynthetic(models, 'en', 'es');
    await installSynthetic(models, 'es', 'en', { seed: 2 });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((threads) => threads.close()));
  });
  afterAll(() => rm(models, { recursive: true, force: true }));

  it('is ready for the directions whose models are installed, and says how to get the others', async () => {
    const state = await engineWith().engine.state();
    expect(state.state).toBe('ready');
    expect(state.pairs).toContainEqual({ from: 'en', to: 'es', ready: true });
    expect(state.pairs).toContainEqual({ from: 'en', to: 'de', ready: false });
    expect(state.remedy?.({ from: 'en', to: 'de' })).toMatch(
      /\d+ MB.*Engines.*interlinear models install bergamot-en-de-/,
    );
  });

  it('answers each text, in order, with the line ends of its source', async () => {
    const session = await engineWith().engine.open({ from: 'en', to: 'es' });
    const answers = await session.translate(['The ship.\nThe harbour.', 'A day.'], {}, never);
    expect(answers).toHaveLength(2);
    expect(answers[0]).toMatch(/\S\n\S/);
    expect(answers[1]).toMatch(/^[^\n]+$/);
  });

  it('answers urgent texts before those that waited', async () => {
    const { threads } = engineWith();
    const model = (await readInstalled(models)).find(({ from }) => from === 'en')!;
    const order: string[] = [];
    // Of the threads themselves: a session looks its model up on the disk first, in which order is the disk's
    // to say.
    const ask = async (name: string, urgent: boolean) => {
      await threads.run({ model, texts: ['The ship.'], html: true, urgent }, never);
      order.push(name);
    };
    await Promise.all([
      ask('first', false),
      ask('second', false),
      ask('urgent', true),
      ask('urgent too', true),
    ]);
    expect(order).toEqual(['first', 'urgent', 'urgent too', 'second']);
  });

  it('brings back every inline code', async () => {
    const session = await engineWith().engine.open({ from: 'en', to: 'es' });
    const source = 'Read <1>the <2>old</2> world</1> at <3/> the <4>museum</4>.';
    const [answer] = await session.translate([source], {}, never);
    const ids = new Set(parseCoded(answer!).flatMap((token) => (token.kind === 'text' ? [] : [token.id])));
    expect([...ids].sort()).toEqual([1, 2, 3, 4]);
  });

  it('shows the model the text of a lock and gets its code back in its place', async () => {
    const session = await engineWith().engine.open({ from: 'en', to: 'es' });
    const shown = [new Map([[7, '{{visitor}}']])];
    const [answer] = await session.translate(['Welcome <7/> to the museum.'], { shown }, never);
    expect(answer!.match(/<7\/>/g)).toHaveLength(1);
    expect(answer).not.toContain('visitor');
  });

  it('translates by way of English with one thread that keeps both models', async () => {
    await installSynthetic(models, 'fr', 'en', { seed: 3 });
    const { engine } = engineWith();
    const session = pivotSession(
      await engine.open({ from: 'fr', to: 'en' }),
      await engine.open({ from: 'en', to: 'es' }),
    );
    const [answer] = await session.translate(['la ville'], {}, never);
    expect(plainText(answer!).trim()).not.toBe('');
  });

  it('stops within moments of a cancel, and works on for the next', async () => {
    const session = await engineWith().engine.open({ from: 'en', to: 'es' });
    await session.translate(['warm'], {}, never);
    const controller = new AbortController();
    const long = Array.from({ length: 400 }, () =>
      'The harbour museum is open every day of the year. '.repeat(8),
    );
    const running = session.translate(long, {}, controller.signal);
    setImmediate(() => controller.abort(new Error('cancelled')));
    await expect(running).rejects.toThrow('cancelled');
    expect(await session.translate(['The city.'], {}, never)).toHaveLength(1);
  });

  it('gives its threads back when nobody has used them for a while, and starts again when asked', async () => {
    const { engine, threads } = engineWith({ idleMs: 50 });
    const session = await engine.open({ from: 'en', to: 'es' });
    await session.translate(['The city.'], {}, never);
    await expect.poll(() => threads.count()).toBe(0);
    expect(await session.translate(['The city.'], {}, never)).toHaveLength(1);
  });

  it('uses as many threads as it may, and no more', async () => {
    const { engine, threads } = engineWith({ most: 2 });
    const session = await engine.open({ from: 'en', to: 'es' });
    await Promise.all(Array.from({ length: 6 }, () => session.translate(['The city is big.'], {}, never)));
    expect(threads.count()).toBe(2);
  });

  it('replaces a thread whose module has given up, and answers what waited behind it', async () => {
    const { threads } = engineWith();
    const model = (await readInstalled(models)).find(({ from }) => from === 'en')!;
    const run = (html: string) => threads.run({ model, texts: [html], html: true }, never);
    expect(await run('<b>The city</b>')).toHaveLength(1);
    // Sessions never send a tag that is not closed: the module gives up at it, and its memory is not to be
    // trusted after that.
    const aborted = { name: 'ThreadError', kind: 'aborted' };
    await expect(run('</b>The city<b>')).rejects.toMatchObject(aborted);
    expect(threads.count()).toBe(0);
    const [given, waiting] = await Promise.allSettled([run('</b>The city<b>'), run('The harbour.')]);
    expect(given).toMatchObject({ status: 'rejected', reason: aborted });
    expect(waiting).toMatchObject({ status: 'fulfilled', value: [expect.stringMatching(/\S/)] });
  });

  it('rejects what it works at when it is closed', async () => {
    const { engine, threads } = engineWith();
    const session = await engine.open({ from: 'en', to: 'es' });
    const running = session.translate(['The city.'], {}, never);
    await threads.close();
    await expect(running).rejects.toBeInstanceOf(EngineClosedError);
  });

  it('refuses a model whose file has changed on the disk', async () => {
    const model = await installSynthetic(models, 'en', 'it', { seed: 4 });
    await writeFile(join(model.folder, 'model.bin'), Buffer.alloc(4096));
    const session = await engineWith().engine.open({ from: 'en', to: 'it' });
    const failed = await session.translate(['The city.'], {}, never).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(EngineError);
    expect((failed as EngineError).retryable).toBe(false);
    expect((failed as Error).message).toMatch(/damaged.*Install the model again/);
    // Known as damaged from now on, and by its own time only: the next that is installed is another.
    await expect(engineWith().engine.open({ from: 'en', to: 'it' })).rejects.toThrow(
      'not installed any more',
    );
    const record = JSON.parse(await readFile(join(model.folder, 'model.json'), 'utf8')) as object;
    const anew = { ...record, installed_at: '2026-01-02T00:00:00.000Z' };
    await writeFile(join(model.folder, 'model.json'), JSON.stringify(anew));
    await expect(engineWith().engine.open({ from: 'en', to: 'it' })).resolves.toBeDefined();
  });

  it('knows no model that is only half there', async () => {
    const model = await installSynthetic(models, 'en', 'pt', { seed: 5 });
    await rm(join(model.folder, 'model.json'));
    expect(await readdir(model.folder)).toContain('model.bin');
    await expect(engineWith().engine.open({ from: 'en', to: 'pt' })).rejects.toThrow(
      'not installed any more',
    );
  });
});
