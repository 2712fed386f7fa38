import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLanguageTool } from '../../service/engines/languagetool/languagetool.ts';
import { believedFindings, sentText } from '../../service/engines/languagetool/sent-text.ts';
import { PROBE_LIMITS } from '../../service/engines/remote/probe.ts';
import { grammarMatch, grammarReply, grammarText, startRemote } from '../support/remote-server.ts';
import type { RemoteServer, Reply, Seen } from '../support/remote-server.ts';

let server: RemoteServer;
let reply: (seen: Seen) => Reply = grammarReply;
beforeAll(async () => {
  server = await startRemote((seen) => reply(seen));
});
afterAll(() => server.close());

const LIMITS = { ...PROBE_LIMITS, silenceMs: 200, totalMs: 400, answerBytes: 200_000 };
const checker = () => createLanguageTool(() => ({ url: server.url }), LIMITS);
const check = async (texts: string[], { isCoded = true, language = 'es' } = {}) =>
  (await checker().check({ language, texts, isCoded }, new AbortController().signal)).findings;
/** As a client would use a finding. */
const marked = (text: string, { offset, length }: { offset: number; length: number }) =>
  Array.from(text)
    .slice(offset, offset + length)
    .join('');
const claim = (offset: number, length: number, replacements: string[] = []) => ({
  ...{ rule: 'R', message: 'Wrong.', offset, length, replacements },
});

it('codes are not sent, and offsets count them, escapes and emoji as code points of the shown text', async () => {
  reply = grammarReply;
  server.seen.length = 0;
  const texts = ['😀 &lt; Un <1>er</1>or <2/>aquí', 'Sin nada', 'Otro<1/>eror'];
  const findings = await check(texts);
  expect(server.of('/v2/check').map(grammarText)).toEqual(['😀 < Un eror aquí\n\nSin nada\n\nOtro eror']);
  expect(findings!.map((all) => all.length)).toEqual([1, 0, 1]);
  expect(marked(texts[0]!, findings![0]![0]!)).toBe('er</1>or');
  expect(findings![0]![0]).toEqual({
    ...{ rule: 'TYPO', message: 'Possible spelling mistake found.', offset: 13, length: 8, found: 'eror' },
    replacements: ['error', 'terror'],
  });
  expect(marked(texts[2]!, findings![2]![0]!)).toBe('eror');
});

it('offsets that are not in the text, or cut a character, are not believed', () => {
  const text = sentText('a😀b <1/>c', true);
  expect(text.plain).toBe('a😀b c');
  const lies = [
    claim(-1, 2),
    claim(0, 0),
    claim(0, 99),
    claim(2, 1),
    claim(1, 1),
    claim(NaN, 1),
    claim(0.5, 1),
  ];
  expect(believedFindings(text, lies)).toEqual([]);
  // White space around a code, and what must come back letter for letter.
  expect(believedFindings(text, [claim(4, 1)])).toEqual([]);
  expect(believedFindings(sentText('Write to me@here.example now', false), [claim(9, 7)])).toEqual([]);
  expect(believedFindings(text, [claim(5, 1)])).toMatchObject([{ offset: 8, length: 1, found: 'c' }]);
});

it('a replacement is in the form of its text, one line of at most 200 characters, and at most five', () => {
  const claimed = [claim(0, 1, ['a < b', 'two\nlines', 'x'.repeat(201), 'b', 'c', 'd', 'e', 'f', 'g'])];
  const [coded] = believedFindings(sentText('a', true), claimed);
  expect(coded!.replacements).toEqual(['a &lt; b', 'b', 'c', 'd', 'e']);
  expect(believedFindings(sentText('a', false), claimed)[0]!.replacements[0]).toBe('a < b');
});

it('the server gets the variant of a language that it lists, and no language that it does not', async () => {
  reply = grammarReply;
  server.seen.length = 0;
  await check(['An eror'], { language: 'en' });
  await check(['Un eror'], { language: 'fr-CA' });
  expect(await check(['Eror'], { language: 'de' })).toBeUndefined();
  const asked = server.of('/v2/check').map(({ body }) => (body as { language: string }).language);
  expect(asked).toEqual(['en-US', 'fr']);
});

it('a server that hangs, sends megabytes or nonsense is left in time, with an error that says so', async () => {
  const only = (answer: Reply) => (seen: Seen) => (seen.path === '/v2/check' ? answer : grammarReply(seen));
  for (const [answer, words] of [
    [{ raw: () => undefined }, /has sent nothing for/],
    [{ text: `{"matches":[],"x":"${'y'.repeat(300_000)}"}` }, /MB in one answer/],
    [{ text: 'OK' }, /no JSON/],
    [{ json: { matches: 'none' } }, /without a list of matches/],
    [{ status: 500, text: 'Internal' }, /answered 500/],
  ] as const) {
    reply = only(answer);
    await expect(check(['Un eror'])).rejects.toThrow(words);
  }
  reply = only({ json: { matches: [null, 3, { rule: {} }, grammarMatch('0', 1), grammarMatch(1e300, 1)] } });
  expect(await check(['Un eror'])).toEqual([[]]);
});

it('a request that is too long for the server is sent in halves', async () => {
  reply = (seen) =>
    seen.path === '/v2/check' && grammarText(seen).length > 12
      ? { status: 413, text: 'Your text exceeds the limit' }
      : grammarReply(seen);
  expect((await check(['Un eror', 'Dos erores', 'Tres', 'x'.repeat(13)]))!.map((all) => all.length)).toEqual([
    1, 1, 0, 0,
  ]);
});

it('a state is read once from the server’s languages', async () => {
  reply = grammarReply;
  server.seen.length = 0;
  const one = checker();
  expect(await one.state()).toEqual({ ready: true, languages: ['en-US', 'fr', 'es'] });
  await one.state();
  expect(server.seen.length).toBe(1);
  expect(await createLanguageTool(() => undefined).state()).toMatchObject({ ready: false, languages: [] });
});
