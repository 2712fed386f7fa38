import { afterEach, describe, expect, it } from 'vitest';
import { createChatEngine } from '../../../service/engines/chat/engine.ts';
import { profileOf, withoutThinking } from '../../../service/engines/chat/profiles.ts';
import type { TranslateOptions } from '../../../service/engines/engine.ts';
import { REQUEST_LIMITS } from '../../../service/engines/remote/http-client.ts';
import { directLeg } from '../../../service/engines/routing.ts';
import { createRegistry } from '../../../service/engines/registry.ts';
import { translateSegments } from '../../../service/worker/host/translate-segments.ts';
import { textsHere } from '../../support/texts-here.ts';
import { completion, shout, startRemote } from '../../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../../support/remote-server.ts';

const QUICK = { ...REQUEST_LIMITS, attempts: 2, firstMs: 1, maxMs: 2 };
const never = new AbortController().signal;

let server: RemoteServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** The model list of a server, and a model that answers `answer`. */
async function engineOf(model: string, answer: (seen: Seen) => Reply, owner = 'vllm') {
  server = await startRemote((seen) =>
    seen.path === '/v1/models'
      ? { json: { object: 'list', data: [{ id: model, object: 'model', owned_by: owner }] } }
      : answer(seen),
  );
  const { url } = server;
  return createChatEngine(() => ({ url, model }), QUICK);
}

async function translate(
  model: string,
  answer: (seen: Seen) => Reply,
  texts: string[],
  { options = {}, pair = { from: 'en', to: 'de' }, owner = 'vllm' }: Given = {},
): Promise<string[]> {
  const engine = await engineOf(model, answer, owner);
  await engine.state();
  return (await engine.open(pair)).translate(texts, options, never);
}

interface Given {
  options?: TranslateOptions;
  pair?: { from: string; to: string };
  owner?: string;
}

type Body = { messages: { role: string; content: string }[]; prompt: string } & Record<string, unknown>;
const asked = (): Body[] =>
  server!.seen.filter(({ method }) => method === 'POST').map(({ body }) => body as Body);
const promptOf = (seen: Seen): string => (seen.body as Body).messages[0]!.content;
const lastLine = (text: string): string => text.split('\n').at(-1)!;
const raw = (text: string): Reply => ({ json: { choices: [{ index: 0, text, finish_reason: 'stop' }] } });

describe('profiles', () => {
  it('are chosen by the names under which models are shared', () => {
    const names = (models: string[]) => models.map((model) => profileOf(model)?.name);
    expect(names(['hf.co/tencent/Hy-MT2-1.8B-GGUF:Q4_K_M', 'hy-mt2:7b', 'tencent/HY_MT2'])).toEqual(
      Array(3).fill('Hy-MT2'),
    );
    expect(names(['translategemma:4b', 'google/translategemma-12b-it'])).toEqual(
      Array(2).fill('TranslateGemma'),
    );
    expect(names(['xiaomi-research/MiLMMT-46-4B-v0.1'])).toEqual(['MiLMMT-46']);
    expect(names(['BSC-LT/salamandraTA-7b-instruct', 'salamandraTA-2B'])).toEqual([
      'SalamandraTA 7B',
      'SalamandraTA 2B',
    ]);
    expect(names(['tencent/HY-MT1.5-7B', 'gemma4:12b', 'gpt-5', 'salamandra-7b-instruct'])).toEqual(
      Array(4).fill(undefined),
    );
    expect(withoutThinking('gemma4:12b')).toMatchObject({ reasoning_effort: 'none' });
    expect(withoutThinking('google/gemma-4-31b-it')).toMatchObject({ reasoning_effort: 'none' });
    expect(withoutThinking('gemma-4b')).toEqual({});
    expect(withoutThinking('gemma3:4b')).toEqual({});
  });

  it('offer only the directions that the model knows', async () => {
    const engine = await engineOf('hy-mt2:7b', () => completion('x'));
    const { pairs, state } = await engine.state();
    expect(state).toBe('ready');
    expect(directLeg(pairs, { from: 'en', to: 'de' })?.ready).toBe(true);
    expect(directLeg(pairs, { from: 'es-MX', to: 'pt-BR' })).toMatchObject({ from: 'es', to: 'pt' });
    for (const to of ['sv', 'el', 'ro', 'hu']) expect(directLeg(pairs, { from: 'en', to })).toBeUndefined();
    expect(engine.capabilities).toMatchObject({ glossary: true, context: true, tone: 'none' });
  });

  it('leave a direction outside of them to other engines, with an error that says so', async () => {
    server = await startRemote(() => ({ json: { data: [{ id: 'hy-mt2:7b' }] } }));
    const registry = createRegistry({ pseudoDelayMs: 0 });
    const chat = { url: server.url, model: 'hy-mt2:7b' };
    registry.configure({ order: ['chat'], off: [], remote: { chat }, cacheMb: 0 });
    await expect(registry.route({ from: 'en', to: 'es' })).resolves.toMatchObject({ engine: 'chat' });
    await expect(registry.route({ from: 'en', to: 'sv', engine: 'chat' })).rejects.toMatchObject({
      errors: [{ field: 'to', code: 'unsupported_pair' }],
    });
    await registry.close();
  });
});

describe('Hy-MT2', () => {
  const answer = (seen: Seen): Reply => completion(shout(lastLine(promptOf(seen))));

  it('gets one segment a request, its own template, sampling, terms and background, and no system prompt', async () => {
    const options = {
      context: 'A manual of a ship.',
      glossary: [
        { term: 'server', translation: 'Server' },
        { term: 'printer', translation: 'Drucker' },
      ],
    };
    await expect(
      translate('hy-mt2:7b', answer, ['The <1>server</1> is down.', 'Call us.'], { options }),
    ).resolves.toEqual(['THE <1>SERVER</1> IS DOWN.', 'CALL US.']);
    expect(asked()).toHaveLength(2);
    const [first, second] = asked();
    expect(first).toMatchObject({ temperature: 0.7, top_p: 0.6, top_k: 20, repetition_penalty: 1.05 });
    expect(first).not.toHaveProperty('response_format');
    expect(first!.messages).toEqual([
      {
        role: 'user',
        content:
          'A manual of a ship.\nUse the information above as background, without translating it.\n\n' +
          'Refer to the following translations:\nserver is translated as Server\n\n' +
          'Translate the following segment into German, without additional explanation.\n\nThe ⟦1⟧server⟦/1⟧ is down.',
      },
    ]);
    expect(second!.messages[0]!.content).not.toContain('Refer to');
  });

  it('is asked in Chinese where Chinese is one of the languages', async () => {
    await translate('hy-mt2:7b', () => completion('博物馆九点开门。'), ['The museum opens at nine.'], {
      pair: { from: 'en', to: 'zh' },
    });
    expect(asked()[0]!.messages[0]!.content).toMatch(/^将以下文本翻译为中文.*The museum opens at nine\.$/su);
  });

  it('is asked without top_k by servers that refuse it', async () => {
    const strict = (seen: Seen): Reply =>
      'top_k' in (seen.body as Body)
        ? { status: 400, json: { error: { message: 'Unknown parameter: top_k' } } }
        : answer(seen);
    await expect(translate('hy-mt2:7b', strict, ['One.', 'Two.'])).resolves.toEqual(['ONE.', 'TWO.']);
    expect(asked().at(-1)).toMatchObject({ temperature: 0.7 });
    expect(asked().at(-1)).not.toHaveProperty('repeat_penalty');
  });
});

describe('TranslateGemma', () => {
  const TEXT = 'The museum opens at nine.';

  it('gets one turn with one item and both codes', async () => {
    await translate('google/translategemma-4b-it', () => completion('Das Museum öffnet um neun.'), [TEXT]);
    expect(asked()[0]!.messages).toEqual([
      {
        role: 'user',
        content: [{ type: 'text', source_lang_code: 'en', target_lang_code: 'de', text: TEXT }],
      },
    ]);
  });

  it('gets its template written out where the server has none for such items', async () => {
    const ollama = (seen: Seen): Reply => completion(shout(lastLine(promptOf(seen))));
    await translate('translategemma:4b', ollama, [TEXT], { owner: 'library' });
    expect(asked()).toHaveLength(1);
    expect(asked()[0]!.messages[0]!.content).toMatch(
      /^You are a professional English \(en\) to German \(de\) translator.*\n\n\nThe museum opens at nine\.$/su,
    );
  });

  it('is asked in the other form by a server whose template raises an error, and only once', async () => {
    const broken = (seen: Seen): Reply =>
      typeof promptOf(seen) === 'string'
        ? completion(shout(lastLine(promptOf(seen))))
        : { status: 500, json: { error: { message: 'Jinja Exception: unsupported content' } } };
    await expect(translate('translategemma', broken, ['One.'])).resolves.toEqual(['ONE.']);
    expect(asked()).toHaveLength(2);
  });
});

describe('MiLMMT-46 and SalamandraTA', () => {
  it('MiLMMT-46 completes a raw prompt at temperature 0', async () => {
    await expect(
      translate('MiLMMT-46-4B', () => raw(' Museet åpner klokken ni.\n'), ['The museum opens at nine.'], {
        pair: { from: 'en', to: 'nb' },
      }),
    ).resolves.toEqual(['Museet åpner klokken ni.']);
    expect(server!.seen.at(-1)!.path).toBe('/v1/completions');
    expect(asked()[0]).toMatchObject({
      prompt:
        'Translate this from English to Norwegian Bokmål:\nEnglish: The museum opens at nine.\nNorwegian Bokmål:',
      temperature: 0,
      stop: ['\n'],
    });
  });

  it('SalamandraTA gets the template of its model card', async () => {
    await translate(
      'salamandraTA-7b-instruct',
      () => completion('El museu obre a les nou.'),
      ['The museum opens.'],
      {
        pair: { from: 'en', to: 'ca' },
      },
    );
    expect(asked()[0]!.messages[0]!.content).toBe(
      'Translate the following text from English into Catalan.\nEnglish: The museum opens. \nCatalan:',
    );
  });
});

describe('answers of translation models', () => {
  const TEXT = 'The museum opens at nine. Visitors leave their bags at the entrance.';

  it.each([
    ['in another script', '博物馆九点开门。参观者把包留在入口处。'],
    ['that say the source again', TEXT],
    ['that are far too long', 'Das Museum öffnet um neun Uhr. '.repeat(20)],
    ['that are empty', ' '],
    ['that say the instructions again', 'Translate the following segment into German.'],
  ])('%s are asked for again, then in halves', async (_, bad) => {
    const answer = (seen: Seen): Reply => {
      const text = lastLine(promptOf(seen));
      return completion(
        text === TEXT
          ? bad
          : text.startsWith('The')
            ? 'Das Museum öffnet um neun.'
            : 'Besucher lassen ihre Taschen am Eingang.',
      );
    };
    await expect(translate('hy-mt2', answer, [TEXT])).resolves.toEqual([
      'Das Museum öffnet um neun. Besucher lassen ihre Taschen am Eingang.',
    ]);
    expect(asked()).toHaveLength(4);
  });

  it('that are cut off are no translations', async () => {
    await expect(translate('hy-mt2', () => completion('Das Museum', 'length'), [TEXT])).resolves.toEqual([
      '',
    ]);
    expect(asked()).toHaveLength(3);
  });

  it('that never come leave the segment as it is, say so, and cost four requests at most', async () => {
    const engine = await engineOf('hy-mt2', () => completion(TEXT));
    const [finished] = await translateSegments({
      session: await engine.open({ from: 'en', to: 'de' }),
      capabilities: engine.capabilities,
      texts: textsHere(),
      segments: [{ text: TEXT }],
      options: {},
      signal: never,
      from: 'en',
      to: 'de',
    });
    expect(finished).toMatchObject({ text: TEXT, flags: [{ code: 'untranslated' }] });
    expect(asked().length).toBeLessThanOrEqual(4);
  });

  it('without their codes are asked for once more, and then taken', async () => {
    const plain = (seen: Seen): Reply => completion(shout(lastLine(promptOf(seen)).replace(/⟦.*?⟧/gu, '')));
    await expect(translate('hy-mt2', plain, ['Save <1>all</1> files'])).resolves.toEqual(['SAVE ALL FILES']);
    expect(asked()).toHaveLength(2);
  });

  it('may be names as they are, thoughts and quotes are taken off, white space stays', async () => {
    const answer = (seen: Seen): Reply => {
      const text = lastLine(promptOf(seen));
      return completion(text.includes('Museum') ? text : '<think>German.</think>\n"Guten Tag"');
    };
    await expect(translate('hy-mt2', answer, ['Museum Europe GmbH', ' Good day '])).resolves.toEqual([
      'Museum Europe GmbH',
      ' Guten Tag ',
    ]);
  });

  it('of a model that translates nothing are not asked for without end', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `The museum number ${n} opens at nine.`);
    const answers = await translate('hy-mt2', (seen) => completion(lastLine(promptOf(seen))), texts);
    expect(new Set(answers)).toEqual(new Set(['']));
    expect(asked().length).toBeLessThan(80);
  });
});
