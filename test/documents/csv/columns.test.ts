import { describe, expect, it } from 'vitest';
import { csvFormat } from '../../../service/documents/csv/csv-format.ts';
import { looksLikeHeader } from '../../../service/documents/shared/table-columns.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');

async function extract(text: string, formatOptions: Record<string, unknown>) {
  const { segments, warnings } = await csvFormat.extract(utf8(text), { ...ANY_NUMBER, formatOptions });
  return { texts: segments.map((segment) => segment.text), segments, warnings };
}

/** Each segment in brackets; those that are copied stay. */
async function translated(text: string, formatOptions: Record<string, unknown>): Promise<string> {
  const { segments } = await extract(text, formatOptions);
  const targets = segments.map(({ text: source, copy }) => (copy ? null : `[${source}]`));
  const { bytes } = await csvFormat.assemble(utf8(text), targets, { ...EN_ES, formatOptions });
  return Buffer.from(bytes).toString('utf8');
}

const errorOf = (text: string, formatOptions: Record<string, unknown>) =>
  extract(text, formatOptions).then(
    () => undefined,
    (error: unknown) =>
      (error as { errors: { field: string; message: string; reason?: string }[] }).errors[0],
  );

const shop = 'sku,Title,Text,Price\nA-1,Lamp,"A lamp, red",12\nA-2,Chair,,30\nA-3,Table\n';

describe('columns of a CSV file', () => {
  it('are the first one unless others are asked for, with its header', async () => {
    expect((await extract(shop, {})).texts).toEqual(['sku', 'A-1', 'A-2', 'A-3']);
    expect((await extract(shop, { header: true })).texts).toEqual(['sku', 'A-1', 'A-2', 'A-3']);
  });

  it.each([
    ['names', ['Title', 'Text']],
    ['letters', ['B', 'C']],
    ['numbers', [2, 3]],
    ['numbers as text, in another order', ['3', 'b']],
  ])('are chosen by %s, row by row, without the header', async (_, columns) => {
    expect((await extract(shop, { columns })).texts).toEqual(['Lamp', 'A lamp, red', 'Chair', 'Table']);
    expect(await translated(shop, { columns })).toBe(
      'sku,Title,Text,Price\nA-1,[Lamp],"[A lamp, red]",12\nA-2,[Chair],,30\nA-3,[Table]\n',
    );
  });

  it('are all, of which codes, numbers and formulas are copied', async () => {
    const { segments } = await extract('sku,Title,Sum\nA-1,Lamp,=SUM(A1:A2)\nA-2,Chair,7\n', {
      columns: 'all',
    });
    expect(segments.filter(({ copy }) => !copy).map(({ text }) => text)).toEqual(['Lamp', 'Chair']);
    expect(segments).toHaveLength(6);
  });

  it('are those of a repeated name, and a name goes before a letter', async () => {
    const text = 'B,x,B\none,two,three\n';
    expect((await extract(text, { columns: ['B'] })).texts).toEqual(['one', 'three']);
    expect((await extract(text, { columns: ['B'], header: false })).texts).toEqual(['x', 'two']);
  });

  it('have a header only where the options or the rows say so', async () => {
    const text = 'Lamp,Red\nChair,Green\n';
    expect((await extract(text, { columns: ['B'] })).texts).toEqual(['Red', 'Green']);
    expect((await extract(text, { columns: ['B'], header: true })).texts).toEqual(['Green']);
    expect((await extract(text, { columns: ['Red'] })).texts).toEqual(['Green']);
  });

  it('stay as they were where nothing is translated', async () => {
    const text = '"sku";Title\r\nA-1;"Lamp"\rA-2;Chair\n';
    const { bytes } = await csvFormat.assemble(utf8(text), [null, null], {
      ...EN_ES,
      formatOptions: { columns: ['Title'], into: ['C'] },
    });
    expect(Buffer.from(bytes).toString('utf8')).toBe(text);
  });

  it.each([
    [{ columns: ['Z'] }, 'format_options.columns', 'column_unknown'],
    [{ columns: [5] }, 'format_options.columns', 'column_unknown'],
    [{ columns: ['Titel'] }, 'format_options.columns', 'column_unknown'],
    [{ columns: [] }, 'format_options.columns', 'format_option_value'],
    [{ columns: [0] }, 'format_options.columns', 'format_option_value'],
    [{ columns: 'some' }, 'format_options.columns', 'format_option_value'],
    [{ columns: ['Title'], header: false }, 'format_options.header', 'column_names_without_header'],
    [{ columns: ['B'], header: 'yes' }, 'format_options.header', 'format_option_value'],
    [{ columns: ['B', 'C'], into: ['E'] }, 'format_options.into', 'into_columns'],
    [{ columns: ['B'], into: ['B'] }, 'format_options.into', 'into_columns'],
    [{ columns: ['B', 'C'], into: ['E', 'E'] }, 'format_options.into', 'into_columns'],
    [{ columns: 'all', into: ['E'] }, 'format_options.into', 'into_columns'],
    [{ columns: ['B'], into: ['F'] }, 'format_options.into', 'column_unknown'],
    [{ columns: ['B', 'C'], into: ['A', 'F'] }, 'format_options.into', 'into_columns'],
  ])('are refused as %j', async (options, field, reason) => {
    expect(await errorOf(shop, options)).toMatchObject({ field, reason });
  });

  it('are named in a refusal', async () => {
    const error = await errorOf(shop, { columns: ['Titel'] });
    expect(error?.message).toBe('The table has no column Titel. It has: A–D, sku, Title, Text, Price.');
  });

  it('of a row beyond all bounds are refused', async () => {
    await expect(extract(','.repeat(20_000), { columns: 'all' })).rejects.toThrow('16384 cells');
  });
});

describe('translations into other columns', () => {
  it('fill empty cells and keep the others', async () => {
    const text = 'en,es\nRed,\nBlue,Azul\n"Green, too",""\n';
    const options = { columns: ['en'], into: ['es'] };
    expect(await translated(text, options)).toBe(
      'en,es\nRed,[Red]\nBlue,Azul\n"Green, too","[Green, too]"\n',
    );
    expect((await extract(text, options)).warnings).toMatchObject([{ code: 'target_kept', count: 1 }]);
  });

  it('make new columns at the end of the rows, named by the language', async () => {
    expect(await translated(shop, { columns: ['Title', 'Text'], into: ['F', 'E'] })).toBe(
      'sku,Title,Text,Price,es,es\nA-1,Lamp,"A lamp, red",12,"[A lamp, red]",[Lamp]\nA-2,Chair,,30,,[Chair]\nA-3,Table,,,,[Table]\n',
    );
  });

  it('leave the first column alone', async () => {
    expect(await translated('Lamp,1\nChair,2', { into: ['C'], header: false })).toBe(
      'Lamp,1,[Lamp]\nChair,2,[Chair]',
    );
  });

  it('do not become formulas', async () => {
    const { bytes } = await csvFormat.assemble(utf8('Lamp,1\n'), ['=1+1'], {
      ...EN_ES,
      formatOptions: { into: ['C'] },
    });
    expect(Buffer.from(bytes).toString('utf8')).toBe("Lamp,1,'=1+1\n");
  });
});

describe('a CSV file that is examined', () => {
  const examine = (text: string, formatOptions = {}) =>
    csvFormat.examine!(utf8(text), { ...ANY_NUMBER, formatOptions });

  it('shows its columns and the texts that are left out', async () => {
    expect(await examine(shop)).toEqual({
      columns: [
        { name: 'sku', letter: 'A', segments: 3, texts: 0, sample: ['A-1', 'A-2', 'A-3'] },
        { name: 'Title', letter: 'B', segments: 3, texts: 3, sample: ['Lamp', 'Chair', 'Table'] },
        { name: 'Text', letter: 'C', segments: 1, texts: 1, sample: ['A lamp, red'] },
        { name: 'Price', letter: 'D', segments: 2, texts: 0, sample: ['12', '30'] },
      ],
      leftOut: [
        { what: 'columns', count: 4 },
        { what: 'formulas', count: 0 },
      ],
    });
    const { leftOut } = await examine(shop, { columns: ['Title'] });
    expect(leftOut).toContainEqual({ what: 'columns', count: 1 });
  });

  it('shortens samples between characters', async () => {
    const { columns } = await examine(`a${'😀'.repeat(60)}\n`);
    expect(columns?.[0]?.sample).toEqual([`a${'😀'.repeat(39)}`]);
  });
});

it.each([
  ['key,text\na.b,Yes\n', true],
  ['Product,Stock\nLamp,3\nChair,4\n', true],
  ['Topic\nHow to find the way to the harbour\n', true],
  ['Lamp,Red\nChair,Green\n', false],
  ['The first sentence.,1\nAnother.,2\n', false],
  ['name\n', false],
])('the first row of %j is a header: %s', (text, isHeader) => {
  const rows = text
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  expect(looksLikeHeader(rows)).toBe(isHeader);
});
