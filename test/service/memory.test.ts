import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem, SegmentResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { Answer, TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';

interface Match {
  source: string;
  target: string;
  match: number;
}
interface Imported {
  added: number;
  updated: number;
  skipped: number;
}

const DIRECTION = 'from=en&to=en-XA';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function tmx(units: [string, string][], header = ''): string {
  const body = units.map(
    ([source, target]) =>
      `<tu><tuv xml:lang="EN-us"><seg>${source}</seg></tuv><tuv xml:lang="en-XA"><seg>${target}</seg></tuv></tu>`,
  );
  return `<?xml version="1.0"?>${header}<tmx version="1.4"><header srclang="en"/><body>${body.join('\n')}</body></tmx>`;
}
function importTmx(content: BlobPart, key?: string) {
  const form = new FormData();
  form.append('from', 'en');
  form.append('to', 'en-XA');
  form.append('file', new Blob([content]), 'memory.tmx');
  return service.send<{ data: Imported } & Problem>('POST', '/v1/memory/import', {
    body: form,
    ...(key === undefined ? {} : { key }),
  });
}
const search = async (q: string) => {
  const query = `${DIRECTION}&q=${encodeURIComponent(q)}`;
  return (await service.get<{ matches: Match[] }>(`/v1/memory/search?${query}`)).matches;
};
const units = async () => (await service.get<{ units: number }>('/v1/memory')).units;
const clear = () => service.send('DELETE', `/v1/memory?${DIRECTION}`);
const codeOf = ({ body }: Answer<Problem>) => body.errors?.[0]?.code ?? body.code;

async function batch(texts: string[], more: object = {}) {
  const request = { from: 'en', to: 'en-XA', segments: texts.map((text) => ({ text })), ...more };
  const { body } = await service.post<{ data: { id: string } }>('/v1/translate/batch', request);
  const job = await service.ended(body.data.id, 'batch');
  const { segments } = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${job.id}/segments`);
  return { job, segments };
}

const confirmed = (text: string | null) => (text === null ? {} : { state: 'confirmed' });

describe('the translation memory', () => {
  it('serves exact matches in place of the engine, charged like any other, and offers similar ones', async () => {
    await clear();
    expect((await importTmx(tmx([['The ship left', 'REMEMBERED &amp; kept']]))).body.data).toEqual({
      added: 1,
      updated: 0,
      skipped: 0,
      contradicted: 0,
    });
    const before = (await service.usage()).total_chars;
    const { job, segments } = await batch(['The ship left', 'The ship left!', 'The ship left']);
    expect(segments.map(({ origin }) => origin)).toEqual(['memory', 'engine', 'memory']);
    expect(job.segments?.[0]?.translated_text).toBe('REMEMBERED & kept');
    expect((await service.usage()).total_chars - before).toBe(40);
    expect(await search('The ship left!')).toMatchObject([{ source: 'The ship left', match: 92 }]);
    expect(await search('Nothing like that at all')).toEqual([]);
    // As long as it may be: 18,000 bytes of an address.
    expect(await search('海'.repeat(LIMITS.memoryQuery))).toEqual([]);
    const texts = await service.post<{ data: { segments: { origin: string; translated_text: string }[] } }>(
      '/v1/translate/segments',
      { from: 'en', to: 'en-XA', segments: [{ text: 'The ship left' }] },
    );
    expect(texts.body.data.segments[0]).toMatchObject({
      origin: 'memory',
      translated_text: 'REMEMBERED & kept',
    });
  });

  it('learns what is confirmed in documents and batches, and forgets what is confirmed no more', async () => {
    await clear();
    const edit = (id: string, index: number, translated_text: string | null) =>
      service.send('PATCH', `/v1/translate/batch/${id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments: [{ index, translated_text, ...confirmed(translated_text) }] }),
      });
    const { job } = await batch(['R&D <unit>', 'other']);
    expect((await edit(job.id, 0, 'F&E <Einheit>')).status).toBe(200);
    expect(await units()).toBe(1);
    const again = await batch(['R&D <unit>']);
    expect(again.segments[0]).toMatchObject({ origin: 'memory', translated_text: 'F&E <Einheit>' });
    expect((await edit(job.id, 0, null)).status).toBe(200);
    expect(await units()).toBe(0);
    const off = await batch(['harbour'], { memory: 'off' });
    await edit(off.job.id, 0, 'HAFEN');
    expect(await units()).toBe(0);
  });

  it('leaves to the engine what misses a term of the glossary, and flags it where the engine misses it too', async () => {
    await clear();
    await importTmx(
      tmx([
        ['The harbour is closed', 'DER HAFEN RUHT'],
        ['The quay is open', 'DER KAI IST OFFEN'],
      ]),
    );
    const texts = ['The harbour is closed', 'The quay is open'];
    const glossary = [
      { term: 'harbour', translation: 'Seehafen' },
      { term: 'quay', translation: 'Kai' },
    ];
    const { segments } = await batch(texts, { glossary });
    expect(segments.map(({ origin }) => origin)).toEqual(['engine', 'memory']);
    expect(segments[0]!.translated_text).toContain('Seehafen');
    expect(segments.flatMap(({ flags }) => flags)).toEqual([]);
    const { body } = await service.post<{ data: { segments: { origin: string }[] } }>(
      '/v1/translate/segments',
      { from: 'en', to: 'en-XA', glossary, segments: texts.map((text) => ({ text })) },
    );
    expect(body.data.segments.map(({ origin }) => origin)).toEqual(['engine', 'memory']);
  });

  it('learns neither a draft nor what has a flag, and forgets what is edited after it was confirmed', async () => {
    await clear();
    const { job } = await batch(['The ferry left at 7', 'The crew waits']);
    const patch = (segments: object[]) =>
      service.send('PATCH', `/v1/translate/batch/${job.id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments }),
      });
    await patch([
      { index: 0, translated_text: 'FÄHRE um 9', state: 'confirmed' },
      { index: 1, translated_text: 'MANNSCHAFT' },
    ]);
    expect(await units()).toBe(0);
    await patch([
      { index: 0, translated_text: 'FÄHRE um 7', state: 'confirmed' },
      { index: 1, state: 'confirmed' },
    ]);
    expect(await units()).toBe(2);
    await patch([{ index: 0, translated_text: 'DIE FÄHRE um 7' }]);
    expect(await units()).toBe(1);
    // An engine's answer that a person confirms is as good as one of their own.
    await patch([{ index: 0, translated_text: null, state: 'confirmed' }]);
    expect(await units()).toBe(2);
  });

  it('keeps what one of two equal segments is edited to when the edit of the other is taken back', async () => {
    await clear();
    const edit = (id: string, edits: [number, string | null][]) =>
      service.send('PATCH', `/v1/translate/batch/${id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          segments: edits.map(([index, translated_text]) => ({
            index,
            translated_text,
            ...confirmed(translated_text),
          })),
        }),
      });
    const { job } = await batch(['harbour', 'other', 'harbour']);
    await edit(job.id, [
      [0, 'HAFEN'],
      [2, 'ZUFLUCHT'],
    ]);
    await edit(job.id, [[2, null]]);
    expect(await search('harbour')).toMatchObject([{ source: 'harbour', target: 'HAFEN' }]);
    await edit(job.id, [[0, null]]);
    expect(await units()).toBe(0);
  });

  it('is as it was when an edit of what it had served is taken back, whatever other jobs have taught it', async () => {
    await clear();
    const edit = (id: string, translated_text: string | null) =>
      service.send('PATCH', `/v1/translate/batch/${id}/segments`, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ segments: [{ index: 0, translated_text, ...confirmed(translated_text) }] }),
      });
    const taught = (await batch(['The quay'])).job;
    await edit(taught.id, 'DER KAI');
    const served = (await batch(['The quay'])).job;
    await edit(served.id, 'DAS UFER');
    await edit(served.id, null);
    expect(await search('The quay')).toMatchObject([{ target: 'DER KAI' }]);
    await edit(served.id, 'DIE MOLE');
    await edit(taught.id, null);
    expect(await search('The quay')).toMatchObject([{ target: 'DIE MOLE' }]);
  });

  it('is left alone by jobs that say so, and by all when its switch is off', async () => {
    await clear();
    await importTmx(tmx([['harbour', 'REMEMBERED']]));
    const off = await batch(['harbour'], { memory: 'off' });
    expect(off.job.options).toEqual({ memory: 'off' });
    expect(off.segments[0]?.origin).toBe('engine');
    const setMemory = (enabled: boolean) =>
      service.send('PATCH', '/v1/settings', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ memory: { enabled } }),
      });
    await setMemory(false);
    expect((await batch(['harbour'])).segments[0]?.origin).toBe('engine');
    await setMemory(true);
    expect((await batch(['harbour'])).segments[0]?.origin).toBe('memory');
  });

  it('takes documents only where text and codes are the same', async () => {
    await clear();
    await importTmx(tmx([['plain line', 'REMEMBERED']]));
    const { body } = await service.upload({ name: 'a.txt', content: 'plain line\nother\n' });
    await service.ended(body.data.id);
    const content = await service.send('GET', `/v1/translate/documents/${body.data.id}/content`);
    expect(content.bytes.toString()).toMatch(/^REMEMBERED\n\[/);
  });

  it('is listed page by page, searched, and forgets one unit for good', async () => {
    await clear();
    await importTmx(
      tmx([
        ['The ship left', 'ONE'],
        ['The lamp', 'TWO'],
        ['A ship came', 'THREE'],
      ]),
    );
    interface Page {
      units: { id: string; source: string }[];
      next_cursor?: string;
    }
    const list = (query: string) => service.get<Page>(`/v1/memory/units?${DIRECTION}&${query}`);
    const first = await list('limit=2');
    expect(first.units.map(({ source }) => source)).toEqual(['A ship came', 'The lamp']);
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ units: [{ source: 'The ship left' }] });
    expect(second.next_cursor).toBeUndefined();
    const ships = (await list('q=SHIP')).units;
    expect(ships).toHaveLength(2);
    const path = `/v1/memory/units/${ships[0]?.id}`;
    const { key } = await service.newAccount({ name: 'another' });
    expect((await service.send('DELETE', path, { key })).status).toBe(404);
    expect((await service.send('DELETE', path)).status).toBe(204);
    expect((await service.send('DELETE', path)).status).toBe(404);
    expect(await units()).toBe(2);
  });

  it('belongs to its account', async () => {
    await clear();
    await importTmx(tmx([['secret', 'SECRET']]));
    const { key } = await service.newAccount({ name: 'stranger' });
    expect(await service.get('/v1/memory', key)).toEqual({ units: 0, pairs: [] });
    expect(await service.get(`/v1/memory/search?${DIRECTION}&q=secret`, key)).toEqual({ matches: [] });
  });

  it('goes out as TMX and comes in again, codes and all', async () => {
    await clear();
    const coded = '<bpt i="1">{b}</bpt>bold<ept i="1">{/b}</ept> and <ph x="2">{br}</ph> &lt;tag&gt;';
    await importTmx(tmx([[coded, coded]]));
    const [match] = await search('bold and <tag>');
    expect(match?.source).toBe('<1>bold</1> and <2/> &lt;tag&gt;');
    const exported = (await service.send('GET', `/v1/memory/export?${DIRECTION}`)).bytes;
    await clear();
    expect(await units()).toBe(0);
    expect((await importTmx(new Uint8Array(exported))).body.data.added).toBe(1);
    expect(await search('bold and <tag>')).toMatchObject([{ source: match?.source, target: match?.target }]);
  });

  it('reads the TMX of other programs: UTF-16, a DOCTYPE that only names a DTD, regions', async () => {
    await clear();
    const named = tmx([['Überfahrt', 'ÜBERFAHRT']], '<!DOCTYPE tmx SYSTEM "tmx14.dtd">');
    const utf16 = Buffer.from(
      `\ufeff${named.replace('version="1.0"', 'version="1.0" encoding="UTF-16"')}`,
      'utf16le',
    );
    expect((await importTmx(new Uint8Array(utf16))).body.data.added).toBe(1);
    expect((await search('Überfahrt'))[0]?.target).toBe('ÜBERFAHRT');
  });

  it('takes nothing of a file that is hostile or damaged, and says why', async () => {
    await clear();
    const bomb = '<!DOCTYPE tmx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect(codeOf(await importTmx(tmx([['a', '&b;']], bomb)))).toBe('hostile_file');
    expect(codeOf(await importTmx(tmx([['fine', 'FINE']]).slice(0, -20)))).toBe('damaged_file');
    expect(codeOf(await importTmx('term,translation'))).toBe('damaged_file');
    expect(codeOf(await importTmx('<html/>'))).toBe('damaged_file');
    expect(await units()).toBe(0);
    expect(await service.stored()).not.toContainEqual(expect.stringContaining('upload-'));
  });

  it('takes ten imports at once, each to its end', async () => {
    await clear();
    const runs = Array.from({ length: 10 }, (_, run) =>
      importTmx(tmx(Array.from({ length: 2_500 }, (_, n) => [`Sentence ${n} of ${run}`, `SENTENCE ${n}`]))),
    );
    for (const { body } of await Promise.all(runs))
      expect(body.data).toEqual({ added: 2_500, updated: 0, skipped: 0, contradicted: 0 });
    expect(await units()).toBe(25_000);
  });

  if (IS_LONG)
    it('takes 100,000 units while the service answers others; an import that is killed is all or nothing', async () => {
      await clear();
      const many = Array.from({ length: 100_000 }, (_, n): [string, string] => [
        `Sentence number ${n} of the ${n % 977} that were written for this`,
        `SENTENCE ${n}`,
      ]);
      const running = importTmx(tmx(many));
      const other = await batch(['something else'], { memory: 'off' });
      expect(other.job.status).toBe('done');
      expect((await running).body.data).toEqual({ added: 100_000, updated: 0, skipped: 0, contradicted: 0 });
      expect((await search('Sentence number 4711 of the 803 that were written for that'))[0]?.target).toBe(
        'SENTENCE 4711',
      );
      const cut = importTmx(tmx(many.map(([source]) => [source, 'CHANGED'])));
      cut.catch(() => undefined);
      expect((await batch(['something more'], { memory: 'off' })).job.status).toBe('done');
      await service.kill();
      await service.start();
      // Killed, it leaves nothing; else each source has two targets.
      expect([100_000, 200_000]).toContain(await units());
      const targets = [many[0]!, many[99_999]!].map(async ([source]) => (await search(source))[0]?.target);
      const [first, last] = await Promise.all(targets);
      expect([first, last]).toEqual(
        first === 'CHANGED' ? ['CHANGED', 'CHANGED'] : ['SENTENCE 0', 'SENTENCE 99999'],
      );
      expect((await importTmx(tmx([['after', 'AFTER']]))).body.data.added).toBe(1);
    });
});
