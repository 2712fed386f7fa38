import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLibreTranslateEngine } from '../../service/engines/libretranslate/engine.ts';
import { translateSegments } from '../../service/worker/host/translate-segments.ts';
import { textsHere } from '../support/texts-here.ts';

/** A LibreTranslate server whose model has the faults of small ones. */
async function translateBy(model: (text: string) => string, text: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.method === 'GET') {
        response.end(
          JSON.stringify([
            { code: 'en', targets: ['de'] },
            { code: 'de', targets: ['en'] },
          ]),
        );
        return;
      }
      const { q } = JSON.parse(body) as { q: string[] };
      asked.push(...q);
      response.end(JSON.stringify({ translatedText: q.map(model) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = createLibreTranslateEngine(() => ({ url }));
  const session = await engine.open({ from: 'en', to: 'de' });
  const [segment] = await translateSegments({
    session,
    capabilities: engine.capabilities,
    texts: textsHere(),
    segments: [{ text }],
    options: {},
    signal: AbortSignal.timeout(20_000),
    from: 'en',
    to: 'de',
    retry: { attempts: 2, firstMs: 1, maxMs: 1 },
  });
  return { text: segment!.text, codes: segment!.flags.map(({ code }) => code), asked };
}

it('an answer that says everything twice is asked for again in lower case', async () => {
  const model = (text: string) => (text === 'perfect!' ? 'perfekt!' : 'Perfekt! Perfekt!');
  expect(await translateBy(model, 'Perfect!')).toEqual({
    text: 'Perfekt!',
    codes: [],
    asked: ['Perfect!', 'perfect!'],
  });
});

it('an answer that says everything twice both times is flagged', async () => {
  const { text, codes, asked } = await translateBy(() => 'Perfekt! Perfekt!', 'Perfect!');
  expect([text, codes, asked.length]).toEqual(['Perfekt! Perfekt!', ['suspicious'], 2]);
});

it('capitals that become noise are asked for in lower case, and come back as capitals', async () => {
  const model = (text: string) =>
    text === text.toUpperCase() ? 'hALtEN sIe aBStanD' : 'Bitte Abstand halten';
  const { text, codes } = await translateBy(model, 'PLEASE KEEP YOUR DISTANCE');
  expect([text, codes]).toEqual(['BITTE ABSTAND HALTEN', []]);
});

it('an answer that stops early is asked for sentence by sentence', async () => {
  const model = (text: string) =>
    text.startsWith('The first') && text.includes('second') ? 'Der erste.' : `DE ${text}`;
  const source =
    'The first sentence says one thing at some length. The second sentence says another thing at some length.';
  const { text, codes, asked } = await translateBy(model, source);
  expect(text).toBe(
    'DE The first sentence says one thing at some length. DE The second sentence says another thing at some length.',
  );
  expect([codes, asked.length]).toEqual([[], 3]);
});

it('is asked for again with its codes, in capitals and sentence by sentence', async () => {
  const capitals = (text: string) =>
    /[A-Z]{2}/.test(text.replace(/<[^>]*>/g, '')) ? 'hALtEN sIe aBStanD' : text.replace('keep your', 'bitte');
  const kept = await translateBy(capitals, 'PLEASE <1>KEEP YOUR</1> DISTANCE');
  expect([kept.text, kept.codes]).toEqual(['PLEASE <1>BITTE</1> DISTANCE', []]);

  const stops = (text: string) =>
    text.includes('The first') && text.includes('second') ? 'Der erste.' : `DE ${text}`;
  const { text, codes, asked } = await translateBy(
    stops,
    '<1>The first</1> sentence says one thing at some {length} & more. The second one <2/>says <3>another thing. It is</3> long.',
  );
  expect(text).toBe(
    'DE <1>The first</1> sentence says one thing at some {length} &amp; more. DE The second one <2/>says <3>another thing. DE It is</3> long.',
  );
  expect(asked).toHaveLength(4);
  expect(codes).toEqual([]);
});

it('is not taken where the second answer lost a code that the first one has', async () => {
  const model = (text: string) => {
    const [code = ''] = /<[^>]*>.*<[^>]*>/.exec(text) ?? [];
    return text.includes('Perfect') ? code.replace('Perfect!', 'Perfekt! Perfekt!') : 'perfekt!';
  };
  expect((await translateBy(model, '<1>Perfect!</1> 5')).codes).toContain('suspicious');
});

it.each([
  [
    'a phrase over and over',
    'He came home late and went to bed.',
    'Er kam nach Hause, und er kam, und er kam, und er kam, und er kam.',
  ],
  ['signs that no text has', 'He came home late.', 'Er kam ⁇ spät ▁nach Hause.'],
  ['a run of signs', 'He came home late.', 'Er kam spät nach Hause!!!!!!'],
])('an answer with %s is flagged', async (_what, source, answer) => {
  expect((await translateBy(() => answer, source)).codes).toContain('suspicious');
});

it.each([
  ['Bye bye! Bye bye!', 'Tschüss! Tschüss!'],
  ['Slowly', 'Langsam langsam'],
  ['10 10 10 10 10 10', '10 10 10 10 10 10 '],
  ['CALL NASA AND THE WHO', 'RUFEN SIE NASA UND WHO AN'],
  ['Name: ……', 'Name: ......'],
  ['no no no no no no', 'nein nein nein nein nein nein'],
])('%s, answered by %s, is asked for once and not flagged', async (source, answer) => {
  const { codes, asked } = await translateBy(() => answer, source);
  expect([codes.includes('suspicious'), asked.length <= 1]).toEqual([false, true]);
});

it('signs of a spreadsheet that an engine garbles are not taken for its fault', async () => {
  const { codes } = await translateBy(() => 'PARTE,#N/Un,#N/Un,#N/Un,#N/Un', 'PART,#N/A,#N/A,#N/A,#N/A');
  expect(codes).not.toContain('suspicious');
});
