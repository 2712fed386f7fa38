import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Problem, SegmentResource } from '../../service/contract/index.ts';
import { escapeText } from '../../service/text/codes.ts';
import { folded, TEXT_FILES, textsOf } from '../documents/support/text-files.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Texts with the syntax of some format, as a person may type them. */
const HOSTILE = [
  'una "cita" y \'otra\'',
  'C:\\casa\\n\\t',
  'una --> otra',
  'una </b> lista </p>',
  '**palabra**x',
  '_a_ `b` *c',
  '- una lista',
  '# un título',
  '1. primero',
  '> cita',
  'a: b: c',
  '{uno} {{dos}} ${tres}',
  '&amp; &#38; &nbsp',
  '<!-- nada -->',
  ']]> fin',
  'a,b;c\td',
  '=1+1',
  '@nombre %s %1$s',
  '\u{1F600} sonrisa \u{1F468}\u{200D}\u{1F469}',
  '\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627',
  'a\u00A0b \u202Fc',
  '---',
  "import a from 'b'",
  'una | fila',
];

const NAMES: Readonly<Record<string, string>> = {
  Markdown: 'a.md',
  Android: 'strings.xml',
  properties: 'a.properties',
  strings: 'a.strings',
  XLIFF: 'a.xlf',
};

async function translated(name: string, content: string) {
  const { id } = (await service.upload({ name, content }, { from: 'en', to: 'en-XA' })).body.data;
  await service.ended(id);
  return id;
}

const patch = (id: string, edits: { index: number; translated_text: string; state?: string }[]) =>
  service.send<Problem>('PATCH', `/v1/jobs/${id}/segments`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ segments: edits }),
  });

const keptOf = async (id: string) =>
  (await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments?flag=kept_source`)).segments;

describe('an edit that was accepted', () => {
  it.each(TEXT_FILES)(
    'is in the file, or its segment says that it is not: %s',
    async (name, format, write) => {
      const id = await translated(
        NAMES[name] ?? `a.${name.toLowerCase()}`,
        write(HOSTILE.length).replace('target-language="es"', 'target-language="en-XA"'),
      );
      const { segments } = await service.get<{ segments: SegmentResource[] }>(`/v1/jobs/${id}/segments`);
      const own = segments.filter(({ text }) => /one text/i.test(text));
      let edits = HOSTILE.map((typed, n) => ({
        index: own[n]!.index,
        translated_text: own[n]!.text.replace(/one text/i, () => escapeText(typed)),
        typed,
      }));
      const answer = await patch(id, edits);
      if (answer.status !== 200) {
        const refused = new Set(answer.body.errors?.map(({ field }) => Number(/\d+/.exec(field)![0])));
        edits = edits.filter((_, position) => !refused.has(position));
        expect((await patch(id, edits)).status).toBe(200);
      }
      const { bytes, headers } = await service.send('GET', `/v1/translate/documents/${id}/content`);
      const kept = await keptOf(id);
      expect(Number(headers.get('x-kept-segments') ?? 0)).toBe(kept.length);
      const found = folded(await textsOf(format, bytes));
      const lost = edits.filter(({ typed }) => !found.includes(folded(typed)));
      const flagged = new Set(kept.map(({ index }) => index));
      expect(lost.filter(({ index }) => !flagged.has(index))).toEqual([]);
      expect(edits.length - kept.length).toBeGreaterThan(HOSTILE.length / 2);
    },
  );
});

describe('a segment whose source the file keeps', () => {
  const file = '# T\n\nOne text\n\nTwo texts\n';
  const index = 1;
  const lost = { index, translated_text: "import a from 'b'" };
  const jobOf = (id: string) => service.get<Job>(`/v1/translate/documents/${id}`);

  it('is flagged, counted and named until it is edited again, also after a restart', async () => {
    const id = await translated('a.mdx', file);
    await patch(id, [lost]);
    const before = await jobOf(id);
    await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(await keptOf(id)).toMatchObject([{ index, translated_text: lost.translated_text }]);
    const job = await jobOf(id);
    // The reviewer's next edit is not refused because of it.
    expect(job).toMatchObject({ kept_segments: 1, revision: before.revision });
    expect(job.flagged_segments).toBeGreaterThan(0);

    await patch(id, [{ ...lost, state: 'confirmed' }]);
    expect(await keptOf(id)).toHaveLength(1);
    await service.stop();
    await service.start();
    expect(await keptOf(id)).toHaveLength(1);
    expect(await jobOf(id)).toMatchObject({ kept_segments: 1 });

    await patch(id, [{ index, translated_text: 'Un texto' }]);
    expect(await keptOf(id)).toEqual([]);
    const { headers } = await service.send('GET', `/v1/translate/documents/${id}/content`);
    expect(headers.get('x-kept-segments')).toBeNull();
    expect((await jobOf(id)).kept_segments).toBeUndefined();
  });
});
