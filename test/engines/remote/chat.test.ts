import { afterEach, describe, expect, it } from 'vitest';
import { createChatEngine } from '../../../service/engines/chat/engine.ts';
import type { EngineSession, TranslateOptions } from '../../../service/engines/engine.ts';
import { MAX_CONCURRENT, REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { gate } from '../../support/gate.ts';
import {
  chatItems,
  chatReply,
  completion,
  shout,
  startRemote,
  systemMessage,
} from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const QUICK = { ...REQUEST_LIMITS, attempts: 2, firstMs: 1, maxMs: 2 };
const COMPLETIONS = '/v1/chat/completions';
const never = new AbortController().signal;

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function open(
  reply: (seen: Seen) => Reply,
  key?: string,
  silenceMs = QUICK.silenceMs,
): Promise<EngineSession> {
  server = await startRemote(reply);
  const settings = { url: server.url, model: 'loud', ...(key === undefined ? {} : { key }) };
  return createChatEngine(() => settings, { ...QUICK, silenceMs }).open({ from: 'en', to: 'es' });
}

const translate = async (
  reply: (seen: Seen) => Reply,
  texts: string[],
  options: TranslateOptions = {},
): Promise<string[]> => (await open(reply)).translate(texts, options, never);

/** Ids that each completion was asked for. */
const asked = (): number[][] => server!.of(COMPLETIONS).map((seen) => chatItems(seen).map(({ id }) => id));

describe('the chat engine', () => {
  it('asks a model by its name for JSON at temperature 0, and carries codes as marks', async () => {
    const session = await open(chatReply, 'key-of-mine');
    await expect(
      session.translate(['Save <1>all files</1> &amp; go<2/>', 'No codes'], {}, never),
    ).resolves.toEqual(['SAVE <1>ALL FILES</1> &amp; GO<2/>', 'NO CODES']);
    const [seen] = server!.of(COMPLETIONS);
    expect(seen).toMatchObject({
      headers: { authorization: 'Bearer key-of-mine' },
      body: { model: 'loud', temperature: 0, response_format: { type: 'json_schema' } },
    });
    expect(chatItems(seen!)[0]!.text).toBe('Save ⟦1⟧all files⟦/1⟧ & go⟦2/⟧');
  });

  it('uses other marks where the text itself has these, and text with marks of its own comes back', async () => {
    await expect(translate(chatReply, ['⟦1⟧ is not <1>mine</1>'])).resolves.toEqual([
      '⟦1⟧ IS NOT <1>MINE</1>',
    ]);
    await expect(translate(chatReply, ['plain ⟦9⟧ text'])).resolves.toEqual(['PLAIN ⟦9⟧ TEXT']);
  });

  it('sends the model tone, context, the terms that occur, and the surroundings', async () => {
    await translate(chatReply, ['The server is down.'], {
      tone: 'like a pirate',
      context: 'A manual of a ship',
      glossary: [
        { term: 'server', translation: 'servidor' },
        { term: 'printer', translation: 'impresora' },
      ],
      surroundings: { title: 'Handbook', before: ['Chapter 1'], after: ['Call us.'] },
    });
    const [seen] = server!.of(COMPLETIONS);
    const system = systemMessage(seen!);
    for (const part of [
      'English',
      'Spanish',
      'like a pirate',
      'A manual of a ship',
      '"server": "servidor"',
    ]) {
      expect(system).toContain(part);
    }
    expect(system).not.toContain('printer');
    const user = (seen!.body as { messages: { content: string }[] }).messages.at(-1)!.content;
    expect(JSON.parse(user)).toMatchObject({
      document: 'Handbook',
      before: ['Chapter 1'],
      after: ['Call us.'],
    });
  });

  it('asks once more for items that are missing or have another id, and only for those', async () => {
    const reply = (seen: Seen): Reply =>
      chatReply(seen, (items) => (seen.nth === 0 ? [items[0], { ...items[1]!, id: 77 }] : items));
    await expect(translate(reply, ['one', 'two', 'three'])).resolves.toEqual(['ONE', 'TWO', 'THREE']);
    expect(asked()).toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
  });

  it('takes no answer of an id that has two, and none that is blank', async () => {
    const reply = (seen: Seen): Reply =>
      chatReply(seen, (items) =>
        seen.nth === 0 ? [...items.slice(0, 2), { id: 1, text: 'other' }, { id: 3, text: ' ' }] : items,
      );
    await expect(translate(reply, ['one', 'two', 'three'])).resolves.toEqual(['ONE', 'TWO', 'THREE']);
    expect(asked()[1]).toEqual([1, 3]);
  });

  it.each([
    ['another list before it', (items: unknown[]) => ({ notes: ['One note'], items })],
    ['a list of items before it', (items: unknown[]) => ({ asked: [{ id: 1, text: 'one' }], items })],
    ['an empty list before it', (items: unknown[]) => ({ notes: [], items })],
    ['a wrapping', (items: unknown[]) => ({ notes: [], response: { errors: [], items } })],
    ['another name beside a list', (items: unknown[]) => ({ notes: ['One'], translations: items })],
    ['no name', (items: unknown[]) => items],
  ])('reads the items of an answer with %s', async (_what, wrapped) => {
    const reply = (seen: Seen): Reply =>
      completion(JSON.stringify(wrapped(chatItems(seen).map(({ id, text }) => ({ id, text: shout(text) })))));
    await expect(translate(reply, ['one', 'two'])).resolves.toEqual(['ONE', 'TWO']);
    expect(asked()).toEqual([[1, 2]]);
  });

  it('halves what stays unanswered, and gives up on the one item that is to blame only', async () => {
    const reply = (seen: Seen): Reply =>
      chatItems(seen).some(({ text }) => text === 'poison') ? completion('Sorry, no.') : chatReply(seen);
    await expect(translate(reply, ['a', 'b', 'poison', 'd'])).resolves.toEqual(['A', 'B', '', 'D']);
  });

  it.each([
    ['alone', 1, (found: string[]) => found],
    ['among others', 20, (found: string[]) => found.filter((text) => text !== 'poison')],
    [
      'with others that get no answer beside it',
      20,
      (found: string[]) => (found.includes('poison') ? [] : found),
    ],
  ])('asks at most four times for a text that it gets no answer to, %s', async (_where, count, answered) => {
    const texts = ['poison', ...Array.from({ length: count - 1 }, (_, n) => `text ${n}`)];
    const reply = (seen: Seen): Reply => {
      const kept = new Set(answered(chatItems(seen).map(({ text }) => text)));
      return chatReply(seen, (items) => items.filter(({ text }) => kept.has(text.toLowerCase())));
    };
    const blank = count === 1 ? () => completion('{"items": []}') : reply;
    const [first, ...others] = await translate(blank, texts);
    expect(first).toBe('');
    expect(others).toEqual(texts.slice(1).map((text) => text.toUpperCase()));
    const times = asked().filter((ids) => ids.includes(1)).length;
    expect(times).toBeGreaterThan(1);
    expect(times).toBeLessThanOrEqual(4);
  });

  it('halves what does not fit into an answer', async () => {
    const reply = (seen: Seen): Reply =>
      chatItems(seen).length > 2 ? completion('{"items": [{"id": 1, "text": "ON', 'length') : chatReply(seen);
    await expect(translate(reply, ['one', 'two', 'three', 'four'])).resolves.toEqual([
      'ONE',
      'TWO',
      'THREE',
      'FOUR',
    ]);
    expect(asked()).toEqual([
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
    ]);
  });

  it('keeps the translations that are whole where an answer breaks off, and asks for the others', async () => {
    const reply = (seen: Seen): Reply =>
      seen.nth === 0
        ? completion(
            '{"items": [{"id": 1, "text": "\\"{ONE}\\""}, {"id": 2, "text": "TWO"}, {"id": 3, "te',
            'length',
          )
        : chatReply(seen);
    await expect(translate(reply, ['"{one}"', 'two', 'three', 'four'])).resolves.toEqual([
      '"{ONE}"',
      'TWO',
      'THREE',
      'FOUR',
    ]);
    expect(asked()).toEqual([[1, 2, 3, 4], [3], [4]]);
  });

  it('asks little of a model that answers with anything but translations, and less the second time', async () => {
    const chatty = (): Reply => completion('Certainly! What may I do for you?');
    const texts = Array.from({ length: 20 }, (_, n) => `text ${n}`);
    const session = await open(chatty);
    expect(new Set(await session.translate(texts, {}, never))).toEqual(new Set(['']));
    expect(asked().length).toBeLessThan(15);
    const first = asked().length;
    expect(new Set(await session.translate(texts, {}, never))).toEqual(new Set(['']));
    expect(asked().length - first).toBeLessThan(4);
  });

  it('sends the surroundings with each request, also where a call takes several', async () => {
    const texts = Array.from({ length: 25 }, (_, n) => `text ${n + 1}`);
    await translate(chatReply, texts, { surroundings: { before: ['a', 'b', 'c'], after: ['y', 'z'] } });
    const around = server!.of(COMPLETIONS).map((seen) => {
      const { messages } = seen.body as { messages: { content: string }[] };
      const { before, after } = JSON.parse(messages.at(-1)!.content) as { before: string[]; after: string[] };
      return { before, after };
    });
    expect(around).toEqual([
      { before: ['a', 'b', 'c'], after: ['text 21', 'text 22'] },
      { before: ['text 18', 'text 19', 'text 20'], after: ['y', 'z'] },
    ]);
  });

  it('halves what takes too long, and what is too long for the model', async () => {
    const slow = (seen: Seen): Reply =>
      chatItems(seen).length > 1 ? { raw: () => undefined } : chatReply(seen);
    const session = await open(slow, undefined, 300);
    await expect(session.translate(['one', 'two'], {}, never)).resolves.toEqual(['ONE', 'TWO']);
    await server?.close();
    const small = (seen: Seen): Reply =>
      chatItems(seen).length > 1
        ? { status: 400, json: { error: { message: 'maximum context length is 512 tokens' } } }
        : chatReply(seen);
    await expect(translate(small, ['one', 'two'])).resolves.toEqual(['ONE', 'TWO']);
  });

  it('asks once more where codes were dropped, and takes what it then gets', async () => {
    const dropping = (times: number) => (seen: Seen) =>
      chatReply(seen, (items) =>
        seen.nth < times ? items.map(({ id, text }) => ({ id, text: text.replace(/⟦[^⟧]*⟧/g, '') })) : items,
      );
    await expect(translate(dropping(1), ['a <1>b</1>', 'c'])).resolves.toEqual(['A <1>B</1>', 'C']);
    expect(asked()).toEqual([[1, 2], [1]]);
    await server?.close();
    await expect(translate(dropping(9), ['a <1>b</1>'])).resolves.toEqual(['A B']);
  });

  it.each([
    ['a fence', (json: string) => `Here you are:\n\`\`\`json\n${json}\n\`\`\``],
    ['thoughts', (json: string) => `<think>Is {this} it?</think>\n${json}`],
    ['thoughts without a beginning', (json: string) => `Is {this} it?\n</think>\n\n${json}`],
    ['words', (json: string) => `Sure! ${json} Anything else?`],
    ['a bare list', (json: string) => JSON.stringify((JSON.parse(json) as { items: unknown }).items)],
    ['ids as text', (json: string) => json.replace('"id":1', '"id":"1"')],
  ])('reads an answer with %s', async (_name, wrap) => {
    const reply = (seen: Seen): Reply =>
      completion(
        wrap(JSON.stringify({ items: chatItems(seen).map(({ id, text }) => ({ id, text: shout(text) })) })),
      );
    await expect(translate(reply, ['one'])).resolves.toEqual(['ONE']);
    expect(server!.seen).toHaveLength(1);
  });

  it('leaves a text as it is that looks like thoughts', async () => {
    const reply = (seen: Seen): Reply =>
      completion(JSON.stringify({ items: [{ id: 1, text: `<think>${seen.nth}</think>` }] }));
    await expect(translate(reply, ['tag'])).resolves.toEqual(['&lt;think&gt;0&lt;/think&gt;']);
  });

  it('does without json_schema, and without temperature, where a server refuses them, and remembers it', async () => {
    const reply = (seen: Seen): Reply => {
      const body = seen.body as { response_format?: unknown; temperature?: unknown };
      if (body.response_format)
        return { status: 400, json: { error: { message: "unknown field 'response_format'" } } };
      if (body.temperature === 0)
        return {
          status: 400,
          json: { error: { message: 'temperature 0 is not supported with this model' } },
        };
      return chatReply(seen);
    };
    const session = await open(reply);
    await expect(session.translate(['one'], {}, never)).resolves.toEqual(['ONE']);
    expect(server!.seen).toHaveLength(3);
    await session.translate(['two'], {}, never);
    expect(server!.seen).toHaveLength(4);
  });

  it('asks for JSON by its schema again where a request was refused for another reason', async () => {
    const session = await open((seen) =>
      seen.nth < 2 ? { status: 400, json: { error: { message: 'model is loading' } } } : chatReply(seen),
    );
    await expect(session.translate(['one'], {}, never)).rejects.toThrow('model is loading');
    await session.translate(['two'], {}, never);
    expect(server!.seen.map(({ body }) => 'response_format' in (body as object))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('reads an answer in parts, and an error that comes with a 200', async () => {
    const parts = (seen: Seen): Reply => {
      const items = chatItems(seen).map(({ id, text }) => ({ id, text: shout(text) }));
      const content = [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: JSON.stringify({ items }) },
      ];
      return { json: { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] } };
    };
    await expect(translate(parts, ['one'])).resolves.toEqual(['ONE']);
    await server?.close();
    const session = await open(
      () => ({ json: { error: { code: 502, message: 'Provider failed, key-of-mine' } } }),
      'key-of-mine',
    );
    const error: unknown = await session.translate(['one'], {}, never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      retryable: true,
      message: expect.stringContaining('Provider failed') as string,
    });
    expect((error as Error).message).not.toContain('key-of-mine');
  });

  it('answers who waits, and says how it is, while jobs have all its places', async () => {
    const full = gate();
    const end = gate();
    let atWork = 0;
    server = await startRemote(async (seen) => {
      if (seen.path === COMPLETIONS && chatItems(seen)[0]!.text !== 'urgent') {
        if (++atWork === MAX_CONCURRENT) full.open();
        await end.passed;
      }
      return chatReply(seen);
    });
    const { url } = server;
    const engine = createChatEngine(() => ({ url, model: 'loud' }), QUICK);
    const session = await engine.open({ from: 'en', to: 'es' });
    const jobs = Array.from({ length: MAX_CONCURRENT + 2 }, (_, n) =>
      session.translate([`job ${n}`], {}, never),
    );
    await full.passed;
    await expect(session.translate(['urgent'], { urgent: true }, never)).resolves.toEqual(['URGENT']);
    await expect(engine.state()).resolves.toMatchObject({ state: 'ready' });
    end.open();
    await Promise.all(jobs);
  });

  it('is not called ready once it has failed, before it has been asked again', async () => {
    server = await startRemote(chatReply);
    const { url } = server;
    const engine = createChatEngine(() => ({ url, model: 'loud' }), QUICK);
    await expect(engine.state()).resolves.toMatchObject({ state: 'ready' });
    await server.close();
    const session = await engine.open({ from: 'en', to: 'es' });
    await expect(session.translate(['one'], {}, never)).rejects.toThrow('cannot be reached');
    await expect(engine.state()).resolves.toMatchObject({ state: 'unavailable' });
  });

  it('says what is wrong with a key without showing it', async () => {
    const session = await open(
      () => ({ status: 401, json: { error: { message: 'Incorrect API key provided: key-of-mine' } } }),
      'key-of-mine',
    );
    const error: unknown = await session.translate(['one'], {}, never).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/wants a key/);
    expect((error as Error).message).not.toContain('key-of-mine');
  });

  it('is ready where the server answers and a model is named, and says what is missing where not', async () => {
    server = await startRemote(chatReply);
    const { url } = server;
    const state = async (settings: object | undefined) => createChatEngine(() => settings, QUICK).state();
    await expect(state({ url, model: 'loud' })).resolves.toEqual({
      state: 'ready',
      pairs: [{ from: '*', to: '*', ready: true }],
    });
    expect((await state({ url })).reason).toMatch(/INTERLINEAR_CHAT_MODEL.*loud/);
    expect((await state({})).reason).toContain('INTERLINEAR_CHAT_URL');
    await server.close();
    expect((await state({ url, model: 'loud' })).reason).toContain('cannot be reached');
  });
});
