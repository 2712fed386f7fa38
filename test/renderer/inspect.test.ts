import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { documentText } from '../../renderer/lib/inspect/document-text.ts';
import { countWords } from '../../renderer/lib/inspect/words.ts';
import { contradiction, isTelling } from '../../renderer/lib/told-language.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');
const sample = async (name: string) => new File([await readFile(`${SAMPLES}/${name}`)], name);
const text = (name: string, content: BlobPart) => documentText(new File([content], name));

async function packed(name: string, parts: Record<string, string>, level: 'STORE' | 'DEFLATE' = 'DEFLATE') {
  const zip = new JSZip();
  for (const [path, content] of Object.entries(parts)) zip.file(path, content);
  return new File([await zip.generateAsync({ type: 'arraybuffer', compression: level })], name);
}

describe('a look into a document before it is sent', () => {
  it('finds the paragraphs of a Word document, without what was deleted', async () => {
    const file = await packed('a.docx', {
      'word/document.xml':
        '<w:p><w:r><w:t xml:space="preserve">Fish </w:t></w:r><w:r><w:t>&amp; chips</w:t></w:r></w:p>' +
        '<w:p/><w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>Two</w:t></w:r></w:p>',
    });
    expect(await documentText(file)).toEqual({ segments: ['Fish & chips', 'Two'], isWhole: true });
  });

  it('finds the first column of a workbook, wherever its texts stand', async () => {
    const file = await packed(
      'a.xlsx',
      {
        'xl/sharedStrings.xml':
          '<sst><si><t>Ticket</t></si><si><r><t>Two </t></r><r><t>runs</t></r></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="A2" s="3" t="s"><v>1</v></c>' +
          '<c r="A3" t="inlineStr"><is><t>Inline</t></is></c><c r="A4"><v>12</v></c><c r="A5" s="1"/>',
      },
      'STORE',
    );
    expect((await documentText(file))?.segments).toEqual(['Ticket', 'Two runs', 'Inline', '12']);
  });

  it('goes near what the service counts in real files', async () => {
    const word = await documentText(await sample('harbour-museum.docx'));
    expect(word?.segments.length).toBeGreaterThan(10);
    expect(word?.segments.join(' ')).toContain('lighthouse');
    expect((await documentText(await sample('museum-shop.xlsx')))?.segments.length).toBeGreaterThan(5);
  });

  it('reads tables and texts in their encodings', async () => {
    expect((await text('a.csv', '"One, two",12\n,3\nThree,4\n'))?.segments).toEqual(['One, two', 'Three']);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Grüße\r\n\r\nzwei', 'utf16le')]);
    expect((await text('a.txt', utf16))?.segments).toEqual(['Grüße', 'zwei']);
    expect((await text('a.txt', Buffer.from('Grüße', 'latin1')))?.segments).toEqual(['Grüße']);
  });

  it('ends where a package is damaged, hostile or none', async () => {
    await expect(text('a.docx', 'no archive')).rejects.toThrow(RangeError);
    await expect(documentText(await packed('a.docx', { 'a.txt': 'x' }))).rejects.toThrow('word/document.xml');
    const bomb = await packed('a.docx', { 'word/document.xml': '<w:t '.repeat(1_100_000) });
    expect(await documentText(bomb)).toEqual({ segments: [], isWhole: false });
    const cells = await packed('a.xlsx', { 'xl/worksheets/s.xml': '<c r="A1" '.repeat(400_000) });
    expect((await documentText(cells))?.segments).toEqual([]);
    expect(await text('a.pdf', '%PDF')).toBeUndefined();
  });

  it('counts words of languages with and without spaces', () => {
    expect(countWords(['The lock is old', 'Two'], 'en')).toBe(5);
    expect(countWords(['博物馆每天开放'], 'zh')).toBeGreaterThan(2);
  });
});

describe('a language that was told', () => {
  const guesses = (...pairs: [string, number][]) => pairs.map(([code, confidence]) => ({ code, confidence }));

  it('is contradicted by a text that is certainly in another', () => {
    expect(contradiction(guesses(['de', 0.8], ['en', 0.4]), 'en-GB')).toBe('de');
    expect(contradiction(guesses(['de', 0.8]), 'en')).toBe('de');
  });

  it('is not by its own region or name, a relative, or a doubtful guess', () => {
    expect(contradiction(guesses(['pt', 0.9]), 'pt-BR')).toBeUndefined();
    expect(contradiction(guesses(['no', 0.9]), 'nb')).toBeUndefined();
    expect(contradiction(guesses(['da', 0.8], ['nb', 0.71]), 'nb')).toBeUndefined();
    expect(contradiction(guesses(['de', 0.66]), 'en')).toBeUndefined();
    expect(contradiction([], 'en')).toBeUndefined();
  });

  it('takes more than some letters to tell', () => {
    expect(isTelling('Guten Tag 12345 '.repeat(3))).toBe(false);
    expect(isTelling('Das Museum ist jeden Tag des Jahres geöffnet. Der Besuch ist für Kinder.')).toBe(true);
  });
});
