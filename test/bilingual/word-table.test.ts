import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeDocx } from '../../service/bilingual/docx-write.ts';
import { readBilingual } from '../../service/bilingual/read-bilingual.ts';
import type { BilingualJob } from '../../service/bilingual/unit.ts';
import { relationships } from '../support/ooxml.ts';
import { zip } from '../support/zip.ts';
import { unzip } from '../documents/support/zip.ts';
import { codedSource } from '../text/coded-arbitraries.ts';

const ID = '01a1f82f-2268-7000-b7a2-9326feeddfea';
const jobOf = (
  texts: readonly (readonly [string, string, comment?: string])[],
  coded = true,
): BilingualJob => ({
  id: ID,
  coded,
  name: 'letter.docx',
  from: 'en',
  to: 'de',
  units: texts.map(([source, target, comment], index) => ({
    index,
    source,
    target,
    origin: 'engine',
    flags: [],
    ...(comment === undefined ? {} : { comment }),
  })),
});

async function read(bytes: Uint8Array, { units, coded, id }: BilingualJob) {
  const found = await readBilingual(bytes, {
    id,
    coded,
    sourceOf: (index) => units[index]?.source,
    targetOf: (index) => units[index]?.target,
  });
  return { ...found, units: found.units.map(({ index, target, comment }) => [index, target, comment]) };
}

/** The table with its document part changed, as Word would. */
async function edited(job: BilingualJob, change: (xml: string) => string, more: Record<string, string> = {}) {
  const files = await unzip(await writeDocx(job));
  const xml = change(files.get('word/document.xml')!.toString());
  const parts = [...files].map(([name, content]): [string, string] => [name, content.toString()]);
  return zip({ ...Object.fromEntries(parts), 'word/document.xml': xml, ...more });
}

const rowsOf = (xml: string): string[] => xml.match(/<w:tr>.*?<\/w:tr>/gs)!;

it('rows are found by number, moved and deleted ones too, with their comments', async () => {
  const job = jobOf([
    ['A house', 'Ein Haus'],
    ['A tree', 'Ein Baum', 'Which tree?\nAsk.'],
    ['A lake', 'Ein See'],
  ]);
  const bytes = await edited(job, (xml) => {
    const [, house, tree, lake] = rowsOf(xml);
    const gone = lake!.replace('<w:trPr>', '<w:trPr><w:del w:id="1" w:author="A"/>');
    return xml.replace(house! + tree! + lake!, tree! + gone + house!.replace('Ein Haus', 'Das Haus'));
  });
  expect((await read(bytes, job)).units).toEqual([
    [1, 'Ein Baum', 'Which tree?\nAsk.'],
    [0, 'Das Haus', ''],
  ]);
});

it('tracked changes are read as they are now, and margin comments go with their row', async () => {
  const job = jobOf([['A <1>red</1> house', 'Ein <1>rotes</1> Haus', 'Short']]);
  const change = (xml: string): string =>
    xml.replace(
      '<w:t xml:space="preserve"> Haus</w:t></w:r>',
      '<w:t xml:space="preserve"> </w:t></w:r><w:del w:id="1"><w:r><w:delText>Haus</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>Gebäude</w:t></w:r></w:ins><w:r><w:commentReference w:id="7"/></w:r>',
    );
  const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const bytes = await edited(job, change, {
    'word/_rels/document.xml.rels': relationships([['comments', 'comments.xml']]),
    'word/comments.xml': `<w:comments xmlns:w="${W}"><w:comment w:id="7" w:author="Ada"><w:p><w:r><w:t>Better so?</w:t></w:r></w:p></w:comment></w:comments>`,
  });
  expect((await read(bytes, job)).units).toEqual([[0, 'Ein <1>rotes</1> Gebäude', 'Short\nAda: Better so?']]);
});

it('rows that were merged or divided are refused, and quotes that Word has curled are no other source', async () => {
  const job = jobOf([
    ['It\'s "so"', 'Es ist so'],
    ['A tree', 'Ein Baum'],
    ['A lake', 'Ein See'],
    ['A river', 'Ein Fluss'],
    ['A hill', 'Ein Berg'],
  ]);
  const bytes = await edited(job, (xml) => {
    const [, quoted, tree, lake, river, hill] = rowsOf(xml) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const [, source, target, comment] = tree.match(/<w:tc>.*?<\/w:tc>/gs)!;
    const merged = source!.replace('</w:tcPr>', '<w:gridSpan w:val="2"/></w:tcPr>') + comment!;
    const joined = (row: string) =>
      row.replace('w:w="5400" w:type="dxa"/>', 'w:w="5400" w:type="dxa"/><w:vMerge/>');
    const rest = hill.replace(/(<w:t xml:space="preserve">)\d+/, '$1').replace('A hill', '');
    return xml
      .replace(quoted, quoted.replace('It\'s "so"', 'It’s “so”').replace('>1<', '>1.<'))
      .replace(tree, tree.replace(source! + target! + comment!, merged))
      .replace(lake, joined(lake))
      .replace(hill, hill + rest)
      .replace(river, river.replace('Ein Fluss', 'Der Fluss'));
  });
  const { units, refused } = await read(bytes, job);
  expect(units).toEqual([
    [0, 'Es ist so', ''],
    [3, 'Der Fluss', ''],
  ]);
  expect(refused.map(({ index, reason }) => [index, reason])).toEqual([
    [1, 'row_changed'],
    [2, 'row_changed'],
    [4, 'row_changed'],
  ]);
});

it('texts come back whatever they are, those of a batch without codes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(codedSource, codedSource), { minLength: 1, maxLength: 5 }),
      async (texts) => {
        const job = jobOf(texts);
        const { units } = await read(await writeDocx(job), job);
        const kept = texts.flatMap(([source, target], index) =>
          target.trim() === '' && source.trim() !== '' ? [] : [[index, target, '']],
        );
        expect(units).toEqual(kept);
      },
    ),
    { numRuns: 50 },
  );
  const batch = jobOf([['a <1>b</1> ⟦1⟧', '<2/> ⟦2/⟧ ⟦\u2060/1⟧\tx']], false);
  expect((await read(await writeDocx(batch), batch)).units).toEqual([[0, '<2/> ⟦2/⟧ ⟦\u2060/1⟧\tx', '']]);
});

it('a document of another job, or without the table, is refused', async () => {
  const job = jobOf([['A house', 'Ein Haus']]);
  const bytes = await writeDocx(job);
  await expect(read(bytes, { ...job, id: ID.replace('01', '02') })).rejects.toMatchObject({
    errors: [{ code: 'other_job' }],
  });
  const empty = await edited(job, (xml) => xml.replace(/<w:tbl>.*<\/w:tbl>/s, ''));
  await expect(read(empty, job)).rejects.toMatchObject({ errors: [{ reason: 'no_export' }] });
});
