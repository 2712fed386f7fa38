import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  indexOfMark,
  MARK_END,
  markOf,
  piecesOf,
  withMarks,
  withoutMarks,
} from '../../service/contract/index.ts';
import type { FileType } from '../../service/contract/index.ts';
import { previewCopy } from '../../service/worker/document/preview-job.ts';
import { deck, docx, shape } from '../support/ooxml.ts';
import { unzip, zip } from '../support/zip.ts';
import { compare, partsOf } from './support/preview.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'resources', 'samples');
const bytes = (text: string): Buffer => Buffer.from(text);
const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));

const FILES: readonly (readonly [name: string, fileType: FileType, source: Uint8Array])[] = [
  ['a DOCX', 'docx', sample('harbour-museum.docx')],
  ['an XLSX', 'xlsx', sample('museum-shop.xlsx')],
  ['a CSV', 'csv', sample('audio-guide.csv')],
  ['a TXT', 'txt', sample('welcome-letter.txt')],
  ['a PPTX', 'pptx', deck({ slides: [{ tree: shape('<a:p><a:r><a:t>A title</a:t></a:r></a:p>') }] })],
  ['an HTML', 'html', bytes('<title>Fair</title><p>One <b>bold</b> word. And <i>more</i>.</p>')],
  [
    'a Markdown',
    'markdown',
    bytes(
      '# One title\n\nSome **“bold”** words, _even_ `code`.  **A** b.\n\n| Name | Size |\n|--|--|\n| Boat | *big* |\n',
    ),
  ],
  ['subtitles', 'srt', bytes('1\n00:00:01,000 --> 00:00:02,000\nGood <i>morning</i>,\nmy friend.\n')],
  ['a JSON', 'json', bytes('{"a": "Hello <b>you</b>, {name}", "b": {"c": "Good bye"}}')],
  [
    'a PO',
    'po',
    bytes('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr ""\n'),
  ],
  ['Properties', 'properties', bytes('title = A fine title\ntext = Some text\n')],
];

describe('marks', () => {
  it('name each segment, also beyond the first plane', () => {
    for (const index of [0, 1, 65_533, 65_534, 99_999]) expect(indexOfMark(markOf(index))).toBe(index);
    expect(markOf(65_534)).toBe('\u{100000}');
    expect(indexOfMark(MARK_END)).toBeUndefined();
  });

  it('stand around each text between codes, within its white space', () => {
    const marked = withMarks('See <1> the &lt;b&gt; </1><2/> ', 1, 'around');
    expect(marked).toBe('\u{f0001}See\u{10fffd} <1> \u{f0001}the &lt;b&gt;\u{10fffd} </1><2/> ');
    expect([...piecesOf('See <1> the </1><2/> ', 'around').keys()]).toEqual([0, 1]);
  });

  it('are not beside a code in Markdown, where they would change what it does', () => {
    expect(withMarks('<1>“Bold”</1>.', 0, 'within')).toBe('<1>“\u{f0000}Bold\u{10fffc}”</1>.');
    expect(withMarks('A', 0, 'within')).toBe('\u{f0000}A\u{10fffd}');
  });

  it('cannot come from a text', () => {
    expect(withMarks('a\u{f0007}b', 2, 'around')).toBe('\u{f0002}a\ufffdb\u{10fffd}');
  });
});

describe('the preview copy', () => {
  it.each(FILES)(
    'of %s has a place for each segment, and the words of the saved file',
    async (_, type, source) => {
      const { lost, different, segments } = await compare(source, type);
      expect(segments.length).toBeGreaterThan(0);
      expect({ lost, different }).toEqual({ lost: [], different: [] });
    },
  );

  it('shows the original on the side of the source, without turning it round', async () => {
    const source = docx('<w:p><w:r><w:t>One text</w:t></w:r></w:p>');
    const task = { fileType: 'docx', from: 'en', to: 'ar', fileName: 'a.docx', side: 'source' } as const;
    const copy = await previewCopy(task, { segments: [{ text: 'One text' }], lines: [{ t: 'نص' }], source });
    const text = partsOf(copy, false).get('word/document.xml')!;
    expect(text).toContain('\u{f0000}One text\u{10fffd}');
    expect(text).not.toContain('w:bidi');
  });

  it('has the source where there is no translation yet', async () => {
    const task = { fileType: 'txt', from: 'en', to: 'de', fileName: 'a.txt', side: 'target' } as const;
    const segments = [{ text: 'One' }, { text: 'Two' }];
    const copy = await previewCopy(task, { segments, lines: [{ t: 'Eins' }], source: bytes('One\nTwo\n') });
    expect(new TextDecoder().decode(copy)).toBe('\u{f0000}Eins\u{10fffd}\n\u{f0001}Two\u{10fffd}\n');
  });

  it('has marks of its own only: those of the file become U+FFFD', async () => {
    const body = '<w:p><w:r><w:t>A \u{f0001} and &#xF0001; and &#983041; and &#1114109;</w:t></w:r></w:p>';
    const { copy, lost } = await compare(docx(body), 'docx');
    expect(lost).toEqual([]);
    expect(partsOf(copy, false).get('word/document.xml')).not.toMatch(/&#|\u{f0001}/u);
    const text = await compare(bytes('Some \u{f0009} text\n'), 'txt');
    expect(new TextDecoder().decode(text.copy)).toBe('\u{f0000}Sömö \ufffd töxt\u{10fffd}\n');
  });

  it('is in UTF-8, whatever the file is in or claims to be in', async () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>Grüße an alle</p>', 'latin1');
    const { copy, lost } = await compare(latin, 'html');
    expect(lost).toEqual([]);
    expect(withoutMarks(new TextDecoder('utf-8', { fatal: true }).decode(copy))).toContain('Grüßö');
  });

  it('breaks lines of subtitles, and shrinks slides, as the saved file does', async () => {
    const long = 'A sentence that needs two lines, because it is much longer than one line can be.';
    const { different } = await compare(bytes(`1\n00:00:01,000 --> 00:00:04,000\n${long}\n`), 'srt');
    expect(different).toEqual([]);
  });

  it('is refused beyond 64 MB unpacked, whatever it takes packed', async () => {
    const source = zip({
      ...Object.fromEntries(unzip(docx('<w:p/>'))),
      'word/zeros.bin': Buffer.alloc(120 * 1_048_576),
    });
    const task = { fileType: 'docx', from: 'en', to: 'de', fileName: 'a.docx', side: 'target' } as const;
    await expect(previewCopy(task, { segments: [], lines: [], source })).rejects.toMatchObject({
      code: 'conflict',
      specifics: { reason: 'preview_too_large', details: { mb: 121, limit: 64 } },
    });
  });
});
