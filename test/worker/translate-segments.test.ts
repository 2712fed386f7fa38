import { describe, expect, it } from 'vitest';
import { EngineError } from '../../service/engines/engine.ts';
import type { EngineCapabilities, EngineSession, TranslateOptions } from '../../service/engines/engine.ts';
import { createPseudoEngine } from '../../service/engines/pseudo.ts';
import { createRegistry } from '../../service/engines/registry.ts';
import { translateSegments } from '../../service/worker/host/translate-segments.ts';
import { textsHere } from '../support/texts-here.ts';

const CAPABILITIES: EngineCapabilities = { inlineCodes: true, glossary: false, tone: 'none', context: false };
const never = new AbortController().signal;
const retry = { attempts: 2, firstMs: 1, maxMs: 1 };

/** An engine of one line, which also tells what it was asked. */
function engineOf(
  answer: (text: string) => string,
): EngineSession & { asked: string[]; options: TranslateOptions[] } {
  const asked: string[] = [];
  const options: TranslateOptions[] = [];
  return {
    asked,
    options,
    translate: (texts, given) => {
      asked.push(...texts);
      options.push(given);
      return Promise.resolve(texts.map(answer));
    },
    close: () => Promise.resolve(),
  };
}

function run(
  session: EngineSession,
  texts: string[],
  options: TranslateOptions = {},
  capabilities: Partial<EngineCapabilities> = {},
) {
  const segments = texts.map((text) => ({ text }));
  return translateSegments({
    session,
    capabilities: { ...CAPABILITIES, ...capabilities },
    texts: textsHere(),
    segments,
    options,
    signal: never,
    retry,
  });
}

function codesOf(answer: { flags: readonly { code: string }[] } | undefined): string[] {
  return (answer?.flags ?? []).map(({ code }) => code);
}

describe('translateSegments', () => {
  it('passes on that a chunk runs alone, and gets the working time of each part', async () => {
    const session = engineOf((text) => text);
    const answered = session.translate.bind(session);
    session.translate = (texts, options, signal) => {
      options.report?.(texts.length);
      return answered(texts, options, signal);
    };
    const reported: number[] = [];
    await run(session, Array<string>(1_500).fill('text'), { alone: true, report: (ms) => reported.push(ms) });
    expect(reported).toEqual([1_000, 500]);
    expect(session.options.map(({ alone }) => alone)).toEqual([true, true]);
  });

  it('copies what has nothing to translate without asking the engine', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const answers = await run(session, ['42', ' ', 'hello', 'https://a.b']);
    expect(session.asked).toEqual(['hello']);
    expect(answers).toEqual([
      { text: '42', origin: 'copied', flags: [] },
      { text: ' ', origin: 'copied', flags: [] },
      { text: 'HELLO', origin: 'engine', flags: [] },
      { text: 'https://a.b', origin: 'copied', flags: [] },
    ]);
  });

  it('shows the engine neither URLs nor placeholders, and puts them back exactly', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const [answer] = await run(session, ['go to https://example.com/Path with {{userName}}']);
    expect(session.asked).toEqual(['go to <1/> with <2/>']);
    expect(answer).toEqual({
      text: 'GO TO https://example.com/Path WITH {{userName}}',
      origin: 'engine',
      flags: [],
    });
  });

  it('keeps the spaces around a segment and the pair around all of it from the engine', async () => {
    const session = engineOf((text) => `(${text})`);
    const [answer] = await run(session, [' <1>all bold</1><2/> ']);
    expect(session.asked).toEqual(['all bold']);
    expect(answer?.text).toBe(' <1>(all bold)</1><2/> ');
  });

  it('locks glossary terms for an engine without a glossary', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const [answer] = await run(session, ['the server is up'], {
      glossary: [{ term: 'server', translation: 'servidor' }],
    });
    expect(answer).toEqual({ text: 'THE servidor IS UP', origin: 'engine', flags: [] });
    expect(session.options[0]).toEqual({
      shown: [new Map([[1, 'servidor']])],
      terms: [new Map([[1, 'server']])],
    });
  });

  it('translates a segment that is a glossary term without the engine', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const [answer] = await run(session, ['Server'], {
      glossary: [{ term: 'server', translation: 'servidor' }],
    });
    expect(answer).toEqual({ text: 'Servidor', origin: 'engine', flags: [] });
    expect(session.asked).toEqual([]);
  });

  it('gives the glossary to an engine that has one, and reports a term it did not use', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const glossary = [{ term: 'server', translation: 'servidor' }];
    const [answer] = await run(session, ['the server is up'], { glossary }, { glossary: true });
    expect(session.asked).toEqual(['the server is up']);
    expect(session.options[0]).toEqual({ glossary });
    expect(codesOf(answer)).toEqual(['glossary_missed']);
  });

  it('passes tone and context only to an engine that can use them', async () => {
    const session = engineOf((text) => text);
    const options = { tone: 'formal', context: 'a contract' };
    await run(session, ['hello there'], options);
    await run(session, ['hello there'], options, { tone: 'free', context: true });
    expect(session.options).toEqual([{}, options]);
  });

  it('repairs codes and flags it', async () => {
    const doubled = await run(
      engineOf((text) => `${text}<1/>`),
      ['see<1/> here'],
    );
    expect(doubled[0]?.text).toBe('see<1/> here');
    expect(codesOf(doubled[0])).toEqual(['codes_repaired']);
    const lost = await run(
      engineOf(() => 'uno dos'),
      ['one<1/> two'],
    );
    expect(lost[0]?.text).toBe('uno<1/> dos');
    expect(codesOf(lost[0])).toEqual(['codes_lost']);
  });

  it('gives bare text to an engine that carries no codes and puts codes back by position', async () => {
    const session = engineOf(() => 'uno dos & tres');
    const [answer] = await run(session, ['one<1/> two &amp; three'], {}, { inlineCodes: false });
    expect(session.asked).toEqual(['one two &amp; three']);
    expect(answer?.text).toBe('uno<1/> dos &amp; tres');
    expect(codesOf(answer)).toEqual(['codes_lost']);
  });

  it('asks an overlong segment in pieces and joins their answers', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const text = 'This is a sentence of some length. '.repeat(300).trim();
    const [answer] = await run(session, [text]);
    expect(session.asked.length).toBeGreaterThan(3);
    expect(answer).toEqual({ text: text.toUpperCase(), origin: 'engine', flags: [] });
  });

  it('asks a pair around a long text in pieces, and it is one pair again', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const text = `Read <1>${'this sentence of some length. '.repeat(300)}</1>now.`;
    const [answer] = await run(session, [text]);
    expect(Math.max(...session.asked.map(({ length }) => length))).toBeLessThan(8_000);
    expect(answer).toEqual({ text: text.toUpperCase(), origin: 'engine', flags: [] });
  });

  it.each([
    ['a text of 200,000 letters', 'This is a sentence of some length. '.repeat(6_000), 34_000],
    ['5,000 lines', 'a line\n'.repeat(5_000), 34_000],
  ])('gives an engine no more at once than is quickly encoded: %s', async (_, text, most) => {
    const calls: { units: number; texts: number }[] = [];
    const session: EngineSession = {
      ...engineOf((asked) => asked),
      translate: (texts) => {
        calls.push({ units: texts.join('').length, texts: texts.length });
        return Promise.resolve(texts.map((asked) => asked.toUpperCase()));
      },
    };
    const [answer] = await run(session, [text]);
    expect(answer?.text).toBe(text.toUpperCase());
    expect(calls.length).toBeGreaterThan(1);
    expect(Math.max(...calls.map(({ units }) => units))).toBeLessThan(most);
    expect(Math.max(...calls.map(({ texts }) => texts))).toBeLessThanOrEqual(1_000);
  });

  it('keeps the source of a segment that the engine answers with nothing', async () => {
    const answers = await run(
      engineOf((text) => (text === 'bad' ? '' : 'ok')),
      ['good', 'bad', 'well'],
    );
    expect(answers.map((answer) => [answer.text, ...codesOf(answer)])).toEqual([
      ['ok'],
      ['bad', 'untranslated'],
      ['ok'],
    ]);
  });

  it('keeps the source of a segment that the engine answers absurdly long', async () => {
    const answers = await run(
      engineOf((text) => (text === 'bad' ? 'x '.repeat(100_000) : 'ok')),
      ['good', 'bad'],
    );
    expect(answers.map((answer) => [answer.text, ...codesOf(answer)])).toEqual([
      ['ok'],
      ['bad', 'untranslated'],
    ]);
  });

  it('locks no more glossary terms than a text may grow by', async () => {
    const session = engineOf((text) => text);
    const glossary = [{ term: 'a', translation: 'b'.repeat(1_000) }];
    const [answer] = await run(session, ['a '.repeat(2_000).trim()], { glossary });
    expect(answer!.text.length).toBeLessThan(50_000);
  });

  it('copies a segment with more codes than a text can have, and says so', async () => {
    const session = engineOf((text) => text.toUpperCase());
    const text = `one${Array.from({ length: 5_001 }, (_, n) => `<${n + 1}/>`).join('')}two`;
    const answers = await run(session, [text, 'three']);
    expect(session.asked).toEqual(['three']);
    expect(answers[0]).toMatchObject({
      text,
      origin: 'copied',
      flags: [{ code: 'untranslated', warning: 'too_many_codes' }],
    });
  });

  it('moves no word over a line break that the filter calls a wall', async () => {
    const session = engineOf((text) => text.split(' ').reverse().join(' '));
    const [answer] = await translateSegments({
      session,
      capabilities: CAPABILITIES,
      texts: textsHere(),
      segments: [{ text: 'Baker Street<1/>United Kingdom', rules: { walls: [1] } }],
      options: {},
      signal: never,
    });
    expect(answer).toEqual({ text: 'Street Baker<1/>Kingdom United', origin: 'engine', flags: [] });
  });

  it('shows the engine the texts behind codes, also when only some texts are asked again', async () => {
    let asked = 0;
    const session = engineOf((text) => (text === 'to <1/>' && asked++ === 0 ? '' : text));
    await run(session, ['hello', 'to {{name}}', 'house']);
    expect(session.options.map(({ shown }) => shown)).toEqual([
      [undefined, new Map([[1, '{{name}}']]), undefined],
      [new Map([[1, '{{name}}']])],
    ]);
  });

  it('gives an engine that takes context the whole that a piece is part of', async () => {
    const session = engineOf((text) => text);
    await run(session, ['Baker Street\tLondon', 'house'], {}, { context: true });
    expect(session.options[0]?.wholes).toEqual(['Baker Street\tLondon', 'Baker Street\tLondon', undefined]);
    await run(session, ['Baker Street\tLondon']);
    expect(session.options[1]).toEqual({});
  });

  it('keeps the source of a segment whose text takes too much, and translates its neighbours', async () => {
    const texts = textsHere();
    const segments = ['one', 'wild', 'two'].map((text) => ({ text }));
    const answers = await translateSegments({
      session: engineOf((text) => text.toUpperCase()),
      capabilities: CAPABILITIES,
      texts: {
        prepare: async (chunk, surrounded) => {
          const { questions } = await texts.prepare(chunk, surrounded);
          return { questions: questions.map((own, n) => (segments[n]!.text === 'wild' ? undefined : own)) };
        },
        finish: (chunk, given, askAgain) => texts.finish(chunk, given, askAgain),
      },
      segments,
      options: {},
      signal: never,
    });
    expect(answers.map((answer) => [answer.text, ...codesOf(answer)])).toEqual([
      ['ONE'],
      ['wild', 'untranslated'],
      ['TWO'],
    ]);
  });

  it('fails with the reason when the engine fails', async () => {
    const broken: EngineSession = {
      translate: () => Promise.reject(new EngineError('The server is down.', { retryable: true })),
      close: () => Promise.resolve(),
    };
    await expect(run(broken, ['one'])).rejects.toMatchObject({
      code: 'engine_failed',
      message: 'The engine could not translate: The server is down.',
    });
  });

  it('leaves a job to be resumed when the service shuts down under it', async () => {
    const registry = createRegistry({ pseudoDelayMs: 0 });
    const { session } = await registry.session('pseudo', { from: 'en', to: 'en-XA' });
    await session.translate(['hello'], {}, never);
    await registry.close();
    await expect(run(session, ['hello'])).rejects.toMatchObject({ code: 'crashed', retryable: true });
  });

  it('rejects with the reason of the abort, at once', async () => {
    const session = await createPseudoEngine({ delayMs: 60_000 }).open({ from: 'en', to: 'en-XA' });
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const work = translateSegments({
      session,
      texts: textsHere(),
      capabilities: CAPABILITIES,
      segments: [{ text: 'hello' }],
      options: {},
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(reason), 10);
    await expect(work).rejects.toBe(reason);
  });
});
