import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SETTINGS } from '../../service/contract/index.ts';
import type {
  DocumentTerms,
  EngineResource,
  Job,
  Problem,
  SegmentResource,
} from '../../service/contract/index.ts';
import {
  chatReply,
  completion,
  deeplReply,
  libreReply,
  startRemote,
  systemMessage,
} from '../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../support/remote-server.ts';
import { startService } from '../support/service.ts';
import type { Created, TestService } from '../support/service.ts';

const KEY = 'remote-secret-0123456789';
/** One service for all: each test has its own account, and its own answers of the remote servers. */
let service: TestService;
const usual = { chat: chatReply, deepl: deeplReply, libretranslate: libreReply };
type Id = keyof typeof usual;
const replies: Record<Id, (seen: Seen) => Reply | Promise<Reply>> = { ...usual };
const remotes = {} as Record<Id, RemoteServer>;

beforeAll(async () => {
  const env: Record<string, string> = { INTERLINEAR_CHAT_MODEL: 'loud' };
  for (const id of Object.keys(usual) as Id[]) {
    remotes[id] = await startRemote((seen) => replies[id](seen));
    env[`INTERLINEAR_${id.toUpperCase()}_URL`] = remotes[id].url;
    env[`INTERLINEAR_${id.toUpperCase()}_KEY`] = KEY;
  }
  service = await startService(env);
});
beforeEach(async () => {
  Object.assign(replies, usual);
  for (const { seen } of Object.values(remotes)) seen.length = 0;
  await service.useNewAccount();
  await patch('/v1/settings', { engine_order: DEFAULT_SETTINGS.engine_order });
});
afterAll(async () => {
  await service.close();
  for (const remote of Object.values(remotes)) await remote.close();
});

const translate = (texts: string[], more: object = {}, key?: string) =>
  service.post<{ data: Created } & Problem>(
    '/v1/translate/batch',
    { from: 'en', to: 'fr', segments: texts.map((text) => ({ text })), ...more },
    key,
  );

async function done(texts: string[], more: object = {}, key?: string): Promise<Job> {
  const { body } = await translate(texts, more, key);
  return service.ended(body.data.id, 'batch', key);
}

const targets = ({ segments }: Job) => segments?.map(({ translated_text }) => translated_text);

const patch = (path: string, change: object) =>
  service.send('PATCH', path, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });

describe('a second opinion', () => {
  const ask = (id: string, body: object) =>
    service.post<{ data: Created } & Problem>(`/v1/jobs/${id}/segments/second`, body);
  const offersOf = async (id: string) =>
    (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`)).segments.map(
      ({ offers }) => offers,
    );

  it('is another engine’s answer, offered with the difference marked', async () => {
    const job = await done(['Good morning.', 'The red door'], { to: 'es', engine: 'libretranslate' });
    replies.chat = (seen) =>
      chatReply(seen, (items) => items.map((item) => ({ ...item, text: 'THE GREEN DOOR' })));
    const { status, body } = await ask(job.id, { engine: 'chat', indexes: [1] });
    expect(status).toBe(202);
    await service.ended(body.data.id, 'batch');
    expect(await offersOf(job.id)).toEqual([
      undefined,
      [{ kind: 'second', text: 'THE GREEN DOOR', engine: 'chat', changes: [{ at: 4, length: 5 }] }],
    ]);
    expect((await service.ended(job.id, 'batch')).revision).toBe(job.revision);
    await service.send('DELETE', `/v1/translate/batch/${body.data.id}`);
    expect(await offersOf(job.id)).toEqual([undefined, undefined]);
  });

  it('is refused in words where there is nothing to ask', async () => {
    const job = await done(['Good morning.'], { to: 'es', engine: 'libretranslate' });
    for (const [body, status] of [
      [{ engine: 'libretranslate', indexes: [0] }, 400],
      [{ engine: 'none', indexes: [0] }, 400],
      [{ engine: 'chat', indexes: [7] }, 400],
      [{ engine: 'chat' }, 400],
      [{ engine: 'chat', order: 'doubt', share: 2 }, 400],
      // Nothing is confirmed yet.
      [{ engine: 'chat', order: 'doubt', share: 0.2 }, 409],
    ] as const)
      expect((await ask(job.id, body)).status, JSON.stringify(body)).toBe(status);
    const pseudo = await done(['Good morning.'], { to: 'en-XA' });
    const { body } = await ask(pseudo.id, { engine: 'chat', indexes: [0] });
    expect(body.errors).toMatchObject([
      { field: 'engine', message: expect.stringMatching(/^Only the engine pseudo/) as string },
    ]);
  });

  it('counts the segments as they are split and joined', async () => {
    const { body: made } = await service.upload(
      { name: 'a.txt', content: 'One house. Two houses.\n\nThree' },
      {
        ...{ from: 'en', to: 'es', engine: 'libretranslate' },
        format_options: JSON.stringify({ segmentation: 'sentence' }),
      },
    );
    const job = await service.ended(made.data.id);
    const count = job.segment_count;
    expect((await ask(job.id, { engine: 'chat', indexes: [count] })).status).toBe(400);
    const join = await service.post(`/v1/jobs/${job.id}/segments/join`, { index: 0 });
    expect(join.status).toBe(200);
    expect((await ask(job.id, { engine: 'chat', indexes: [count - 1] })).status).toBe(400);
    expect((await ask(job.id, { engine: 'chat', indexes: [0, count - 2] })).status).toBe(202);
  });
});

describe('a first pass', () => {
  const DOCUMENT = {
    name: 'museum.txt',
    content: 'The Harbour Museum opens at nine.\nThe lock keeper of the Harbour Museum has a boat.',
  };
  const fields = { from: 'en', to: 'es', engine: 'chat' };
  const PROPOSED = [
    { term: 'lock keeper', translation: 'esclusero', kind: 'term' },
    { term: 'Harbour Museum', translation: 'Museo del Puerto', kind: 'name' },
    { term: 'submarine', translation: 'submarino', kind: 'term' },
    { term: 'boat', translation: '', kind: 'term' },
  ];
  const list = (more: object = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
    form.set('file', new Blob([DOCUMENT.content]), DOCUMENT.name);
    return service.send<{ data: DocumentTerms } & Problem>('POST', '/v1/documents/terms', { body: form });
  };
  const answering = (items: unknown) => (seen: Seen) =>
    systemMessage(seen).includes('List the names') ? completion(JSON.stringify({ items })) : chatReply(seen);

  it('lists names and terms that the document has; those settled go with the rest of the questions', async () => {
    replies.chat = answering(PROPOSED);
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.data).toEqual({
      engine: 'chat',
      terms: [
        { term: 'Harbour Museum', translation: 'Museo del Puerto', kind: 'name', times: 2 },
        { term: 'lock keeper', translation: 'esclusero', kind: 'term', times: 1 },
      ],
      chars: 82,
      read_chars: 82,
    });
    expect(await service.get<{ jobs: Job[] }>('/v1/jobs')).toMatchObject({ jobs: [] });
    expect((await service.usage()).total_chars).toBe(0);
    // A glossary's terms are settled.
    const known = await list({ glossary: JSON.stringify([{ term: 'Lock keeper', translation: 'guarda' }]) });
    expect(known.body.data.terms.map(({ term }) => term)).toEqual(['Harbour Museum']);

    const terms = (word: string) => JSON.stringify([{ term: 'lock keeper', translation: word }]);
    const glossary = JSON.stringify([
      { term: 'lock keeper', translation: 'guarda' },
      { term: 'boat', translation: 'barca' },
    ]);
    for (const word of ['esclusero', 'guardaesclusas']) {
      remotes.chat.seen.length = 0;
      const job = await service.upload(DOCUMENT, { ...fields, glossary, terms: terms(word) });
      await service.ended(job.body.data.id);
      // Other terms are another question, which no kept answer serves.
      const asked = remotes.chat.of('/v1/chat/completions').map(systemMessage).join('');
      expect(asked).toContain(`"lock keeper": "${word}"`);
      expect(asked).toContain('"boat": "barca"');
      expect(asked).not.toContain('"guarda"');
    }
  });

  it('may not be made by an engine that lists nothing, nor by one elsewhere before its box is ticked', async () => {
    const unable = await list({ engine: 'libretranslate' });
    expect(unable.status).toBe(400);
    expect(unable.body.errors?.[0]).toMatchObject({ field: 'engine', reason: 'engine_lists_no_terms' });
    // An address that is not this machine's own by its form.
    const elsewhere = await startService({
      INTERLINEAR_CHAT_URL: remotes.chat.url,
      INTERLINEAR_CHAT_MODEL: 'loud-cloud',
    });
    onTestFinished(async () => void (await elsewhere.close()));
    const form = () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([DOCUMENT.content]), DOCUMENT.name);
      return form;
    };
    const refused = await elsewhere.send<Problem>('POST', '/v1/documents/terms', { body: form() });
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'terms_not_allowed' } });
    expect(remotes.chat.of('/v1/chat/completions')).toEqual([]);
    await elsewhere.send('PATCH', '/v1/engines/chat', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ settings: { earlier_translations: true } }),
    });
    replies.chat = answering(PROPOSED);
    expect((await elsewhere.send('POST', '/v1/documents/terms', { body: form() })).status).toBe(200);
  });

  it('fails in words where the model answers no list, and asks it three times at most', async () => {
    replies.chat = (seen) =>
      seen.path === '/v1/models' ? chatReply(seen) : completion('Sure! Here you go.');
    expect((await list()).body.data.terms).toEqual([]);
    expect(remotes.chat.of('/v1/chat/completions')).toHaveLength(3);
    replies.chat = (seen) =>
      seen.path === '/v1/models' ? chatReply(seen) : { status: 401, json: { error: { message: 'No key' } } };
    expect(await list()).toMatchObject({ status: 503, body: { code: 'engine_unavailable' } });
  });
});

it('a language model on this machine gets similar confirmed pairs, corrections and the last translations', async () => {
  const texts = ['Open the red door slowly', 'Close the red door slowly', 'Open the blue door now'];
  const job = await done(texts, { to: 'es', engine: 'chat' });
  const targets = [
    'Abra despacio la puerta roja',
    'Cierre despacio la puerta roja',
    'Abra ya la puerta azul',
  ];
  await service.send('PATCH', `/v1/jobs/${job.id}/segments`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      segments: targets.map((text, index) => ({ index, translated_text: text, state: 'confirmed' })),
    }),
  });
  remotes.chat.seen.length = 0;
  const more = { to: 'es', engine: 'chat' };
  await done(['Open the red door at once'], more);
  const asked = JSON.stringify(remotes.chat.of('/v1/chat/completions')[0]!.body);
  expect(asked).toContain('Abra despacio la puerta roja');
  expect(asked).toContain('latest');
  // Without the memory it is another question, which no kept answer serves.
  remotes.chat.seen.length = 0;
  await done(['Open the red door at once'], { ...more, memory: 'off' });
  expect(JSON.stringify(remotes.chat.of('/v1/chat/completions')[0]!.body)).not.toContain('puerta');
});

describe('remote engines of the running service', () => {
  it('translate when they are named, and show their keys nowhere', async () => {
    for (const [id, { seen }] of Object.entries(remotes)) {
      const job = await done(['The museum opens at nine.'], { to: 'es', engine: id });
      expect(job).toMatchObject({ status: 'done', engine: id });
      expect(targets(job)).toEqual(['THE MUSEUM OPENS AT NINE.']);
      const { body } = await service.post<{ data: object }>(`/v1/engines/${id}/test`, undefined);
      expect(body.data).toMatchObject({ ok: true, translated_text: 'THE MUSEUM OPENS AT NINE.' });
      expect(seen.length).toBeGreaterThan(1);
    }
    expect(JSON.stringify(await service.get('/v1/engines'))).not.toContain(KEY);
    expect(service.stderr()).not.toContain(KEY);
  });

  it('get no text before they are in the order, and then say why it went to them', async () => {
    const refused = await translate(['Hello.']);
    expect(refused.status).toBe(503);
    expect(refused.body.detail).toContain('interlinear models install');
    expect(remotes.chat.seen).toEqual([]);
    expect((await patch('/v1/engines/chat', { order: 2 })).status).toBe(200);
    const job = await done(['Hello.']);
    expect(job).toMatchObject({ engine: 'chat', warnings: [{ code: 'remote_engine' }] });
    await patch('/v1/settings', { engine_order: ['chat', 'bergamot'] });
    expect((await done(['Goodbye.'])).warnings).toEqual([]);
    const shown = await service.get<{ engines: EngineResource[] }>('/v1/engines');
    expect(shown.engines.map(({ id }) => id).slice(0, 2)).toEqual(['chat', 'bergamot']);
  });

  it('are not asked twice for the same sentence, in another job neither, but for each account', async () => {
    const asked = () =>
      remotes.deepl.of('/v2/translate').flatMap(({ body }) => (body as { text: string[] }).text);
    const options = { to: 'es', engine: 'deepl' };
    await done(['One.', 'Two.'], options);
    expect(targets(await done(['Two.', 'Three.', 'One.'], options))).toEqual(['TWO.', 'THREE.', 'ONE.']);
    expect(asked().sort()).toEqual(['One.', 'Three.', 'Two.']);
    const { key } = await service.newAccount({ name: 'other' });
    await done(['One.'], options, key);
    expect(asked()).toHaveLength(4);
    await patch('/v1/settings', { cache_mb: 0 });
    await patch('/v1/settings', { cache_mb: 32 });
    await done(['One.'], options);
    expect(asked()).toHaveLength(5);
  });

  it('fail a job of a single text that they answer with nothing, free of charge; at once it is a 503', async () => {
    let requests = 0;
    replies.chat = (seen) => {
      requests++;
      return chatReply(seen, () => []);
    };
    const options = { to: 'es', engine: 'chat' };
    for (const texts of [['One house.'], ['One house.', 'Two houses.']]) {
      requests = 0;
      expect(await done(texts, options)).toMatchObject({
        status: 'failed',
        error: { code: 'engine_failed' },
      });
      expect(requests).toBeLessThanOrEqual(4 * texts.length);
    }
    const { status, body } = await service.post<Problem>('/v1/translate/segments', {
      ...{ from: 'en', ...options },
      segments: [{ text: 'One house.' }],
    });
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'engine_unavailable' });
    expect((await service.usage()).total_chars).toBe(0);
  });

  it('may leave many texts of a job without an answer: the others are translated, and a warning counts these', async () => {
    replies.chat = (seen) => chatReply(seen, (items) => items.filter(({ text }) => !/mute/i.test(text)));
    const mute = Array.from({ length: 45 }, (_, n) => `A mute house of number ${n}`);
    const job = await done([...mute, 'The garden.', 'The car.'], { to: 'es', engine: 'chat' });
    expect(job).toMatchObject({
      status: 'done',
      warnings: [{ code: 'untranslated', count: 45 }],
    });
    expect(targets(job)).toEqual([...mute, 'THE GARDEN.', 'THE CAR.']);
  });

  it('that answer nothing fail a long job without being asked for all of it', async () => {
    let requests = 0;
    replies.chat = (seen) => {
      requests++;
      return chatReply(seen, () => []);
    };
    const texts = Array.from({ length: 1_000 }, (_, n) => `The garden of number ${n} is beside the house.`);
    const file = { name: 'long.txt', content: texts.join('\n') };
    const { body } = await service.upload(file, { from: 'en', to: 'es', engine: 'chat' });
    expect(await service.ended(body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'engine_failed', details: { said: 'The engine gave no translation of any text.' } },
    });
    // Asking for all of it would be some 600 requests. Chunks that are under way together are each asked for.
    expect(requests).toBeLessThan(120);
    expect((await service.usage()).total_chars).toBe(0);
  });

  it('keep their place in the engine process that follows one that died', async () => {
    await patch('/v1/settings', { engine_order: ['chat'] });
    expect((await done(['One.'])).engine).toBe('chat');
    process.kill(service.family()[0]!, 'SIGKILL');
    expect((await done(['Two.'])).engine).toBe('chat');
  });

  it('fail the job with the reason when the server does, without another engine stepping in', async () => {
    replies.deepl = (seen) =>
      seen.path === '/v2/translate' ? { status: 456, json: { message: 'Quota exceeded' } } : deeplReply(seen);
    await patch('/v1/settings', { engine_order: ['deepl', 'apertium'] });
    const job = await done(['One.'], { to: 'es' });
    expect(job).toMatchObject({ status: 'failed', engine: 'deepl', error: { code: 'engine_failed' } });
    expect(job.error?.message).toContain('quota');
  });

  it('have their key from nowhere but the environment where there is no keychain', async () => {
    const bare = await startService();
    onTestFinished(async () => void (await bare.close()));
    const put = await bare.send<Problem>('PUT', '/v1/engines/deepl/key', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: KEY }),
    });
    expect(put).toMatchObject({ status: 409, body: { code: 'no_keychain' } });
    expect(bare.stderr()).not.toContain(KEY);
  });
});
