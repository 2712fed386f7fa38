import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExaminedResource, Problem, UsageResource } from '../../service/contract/index.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_MAX_SEGMENTS: '5' });
});
afterAll(() => service.close());

const PATH = '/v1/documents/examine';

function examine(name: string, content: string, fields: Record<string, string> = {}, path = PATH) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  return service.send<{ data: ExaminedResource } & Problem>('POST', path, { body: form });
}

const letter = 'The harbour is open to visitors today.\nPlease wait here.\nPlease wait here.\n2024\n';

describe('POST /v1/documents/examine', () => {
  it('says what is in a document, and leaves nothing', async () => {
    const { status, body } = await examine('letter.txt', letter);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      file_type: 'txt',
      segment_count: 4,
      source_words: 14,
      repeated_words: 3,
      word_bands: { new: 10, match_100: 0, repetitions: 3, copied: 1 },
      left_out: [],
      warnings: [],
      options: {},
    });
    expect(body.data.languages[0]?.code).toBe('en');
    expect(body.data).not.toHaveProperty('memory_words');
    expect(body.data).not.toHaveProperty('texts');
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
    expect(await service.get<{ jobs: unknown[] }>('/v1/jobs')).toMatchObject({ jobs: [] });
    expect(await service.get<UsageResource>('/v1/usage')).toMatchObject({ total_chars: 0 });
  });

  it('counts the same as the job that is made of the file', async () => {
    const fields = { from: 'en', to: 'en-XA' };
    const { body } = await examine('letter.txt', letter, fields);
    const created = (await service.upload({ name: 'letter.txt', content: letter }, fields)).body.data;
    expect(body.data).toMatchObject({
      segment_count: created.segment_count,
      source_chars: created.source_chars,
      memory_words: { exact: 0, fuzzy: 0 },
    });
  });

  it('counts words by what the memory knows of them, each once', async () => {
    const fields = { from: 'en', to: 'en-XA' };
    const tmx = `<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" adminlang="en" srclang="en" datatype="plaintext"/><body>
      <tu><tuv xml:lang="en"><seg>Please wait here.</seg></tuv><tuv xml:lang="en-XA"><seg>Espere aquí.</seg></tuv></tu>
      <tu><tuv xml:lang="en"><seg>The harbour is open to visitors on Monday.</seg></tuv><tuv xml:lang="en-XA"><seg>El puerto abre el lunes.</seg></tuv></tu>
      </body></tmx>`;
    const form = new FormData();
    for (const name of ['from', 'to'] as const) form.append(name, fields[name]);
    form.append('file', new Blob([tmx]), 'a.tmx');
    expect((await service.send('POST', '/v1/memory/import', { body: form })).status).toBe(200);
    const { body } = await examine(
      'letter.txt',
      `${letter.replace('Please wait here.\n', '')}Nothing is like it.\nNothing is like it.\n`,
      { ...fields, texts: '1' },
    );
    const { word_bands: bands, source_words: all } = body.data;
    expect(bands).toMatchObject({ new: 4, match_100: 3, repetitions: 4, copied: 1 });
    const texts = body.data.texts!;
    expect(texts.map(({ words }) => words)).toEqual([7, 4]);
    expect(texts[0]!.band).toMatch(/^match_/);
    const other = await examine('other.txt', 'Nothing is like it.', { ...fields, texts: '1' });
    expect(other.body.data.texts).toEqual([texts[1]]);
    expect(texts[1]).toMatchObject({ band: 'new' });
    expect(bands.match_50 + bands.match_75 + bands.match_85 + bands.match_95).toBe(7);
    expect(bands).not.toHaveProperty('estimated');
    expect(Object.values(bands).reduce<number>((sum, words) => sum + Number(words), 0)).toBe(all);
    const off = await examine('letter.txt', letter, { ...fields, memory: 'off' });
    expect(off.body.data.word_bands).toMatchObject({ new: 10, match_100: 0, repetitions: 3, copied: 1 });
  });

  it('shows the columns of a table, and refuses one that it does not have', async () => {
    const { body } = await examine('a.csv', 'key,text\na.b,Yes\n', {
      format_options: '{"columns": ["text"]}',
    });
    expect(body.data).toMatchObject({ segment_count: 1, left_out: [{ what: 'columns', count: 1 }] });
    expect(body.data.columns?.[1]).toEqual({
      name: 'text',
      letter: 'B',
      segments: 1,
      texts: 1,
      sample: ['Yes'],
    });
    const refused = await examine('a.csv', 'key,text\na.b,Yes\n', {
      format_options: '{"columns": ["texts"]}',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.[0]).toMatchObject({
      field: 'format_options.columns',
      reason: 'column_unknown',
    });
  });

  it('names the syntaxes that the texts show, and those chosen instead', async () => {
    const text = 'Change the house of :name\n:name has :count cars\n';
    const shown = await examine('a.txt', text);
    expect(shown.body.data.options).toMatchObject({ syntaxes: ['laravel'] });
    const chosen = await examine('a.txt', text, { format_options: '{"syntaxes": []}' });
    expect(chosen.body.data.options).toMatchObject({ syntaxes: [] });
  });

  it('shows the options as they hold', async () => {
    const { body } = await examine('a.csv', 'a,1\n', { format_options: '{"escape_formulas": false}' });
    expect(body.data.options).toEqual({
      escape_formulas: false,
      columns: 'first',
      header: 'auto',
      into: null,
      syntaxes: [],
    });
  });

  it.each([
    ['a file of no bytes', 'a.txt', '', {}],
    ['an RTF document', 'a.rtf', '{\\rtf1 and more', {}],
    ['too many segments', 'a.txt', 'a\n'.repeat(6), {}],
    ['a name that says nothing', 'upload', 'some text', {}],
    ['an unknown option', 'a.txt', 'text', { format_options: '{"x": 1}' }],
    ['a tone that is too long', 'a.txt', 'text', { tone: 'x'.repeat(300) }],
    ['a direction that no engine knows', 'a.txt', 'text', { from: 'en', to: 'tlh' }],
    ['an invalid direction', 'a.txt', 'text', { from: 'en', to: 'en' }],
    ['an unknown glossary', 'a.txt', 'text', { glossary_id: 'gone' }],
  ])('refuses %s in the words of an upload', async (_, name, content, fields: Record<string, string>) => {
    const direction = { from: 'en', to: 'en-XA', ...fields };
    const examined = await examine(name, content, direction);
    const uploaded = await examine(name, content, direction, '/v1/translate/documents');
    expect(examined.status).toBeGreaterThanOrEqual(400);
    expect([examined.status, examined.body.detail, examined.body.errors]).toEqual([
      uploaded.status,
      uploaded.body.detail,
      uploaded.body.errors,
    ]);
    expect(await readdir(join(service.dataDir, 'uploads'))).toEqual([]);
  });
});
