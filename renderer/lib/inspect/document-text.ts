import Papa from 'papaparse';
import { decodeText } from '../decode-text.ts';
import { unescaped } from './xml-text.ts';
import { entryText, zipEntries } from './zip.ts';

/** What a document says, as far as a look before the upload tells. The service reads it in full, and decides. */
export interface DocumentText {
  /** A text for each segment. Headers, notes and text boxes are not looked for, so there may be more. */
  segments: string[];
  /** Whether the look went to the end of the file. */
  isWhole: boolean;
}

const MOST_BYTES = 4_000_000;
const MOST_SHEETS = 20;

/** Reads a document's text; undefined for a kind of file that is not known. Rejects where it is damaged. */
export async function documentText(file: File): Promise<DocumentText | undefined> {
  switch (/\.(\w+)$/.exec(file.name.toLowerCase())?.[1]) {
    case 'docx':
      return wordText(file);
    case 'xlsx':
      return workbookText(file);
    case 'csv':
    case 'tsv':
      return tableText(file);
    case 'txt':
      return plainText(file);
    default:
      return undefined;
  }
}

async function plainText(file: File): Promise<DocumentText> {
  const { text, isWhole } = await decoded(file);
  return { segments: text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== ''), isWhole };
}

async function tableText(file: File): Promise<DocumentText> {
  const { text, isWhole } = await decoded(file);
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  return { segments: rows.map(([first = '']) => first).filter((cell) => cell.trim() !== ''), isWhole };
}

async function decoded(file: File): Promise<{ text: string; isWhole: boolean }> {
  const bytes = new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer());
  const isWhole = bytes.length === file.size;
  return { text: decodeText(bytes, !isWhole), isWhole };
}

/** WordprocessingML (ECMA-376 §17.3): texts (`w:t`) up to the end of each paragraph. Deleted text has a name of its own. */
async function wordText(file: File): Promise<DocumentText> {
  const entries = await zipEntries(file);
  const { text, isWhole } = await entryText(file, found(entries, 'word/document.xml'), MOST_BYTES);
  const segments: string[] = [];
  let paragraph = '';
  for (const [mark, content] of text.matchAll(/<w:t(?:\s[^<>]*)?>([^<]*)|<\/w:p>/g)) {
    if (content !== undefined) paragraph += unescaped(content);
    else if (mark === '</w:p>') {
      if (paragraph.trim() !== '') segments.push(paragraph);
      paragraph = '';
    }
  }
  return { segments, isWhole };
}

const CELL =
  /<c\s(?=[^<>]{0,200}\br="A\d+")([^<>]{0,200})>(?:<f[^<>]{0,200}>[^<]*<\/f>)?(?:<v>([^<]*)|<is><t(?:\s[^<>]*)?>([^<]*))/g;

/** SpreadsheetML (ECMA-376 §18.3.1.4): the cells of each sheet's first column, whose texts are numbers of shared strings. */
async function workbookText(file: File): Promise<DocumentText> {
  const entries = await zipEntries(file);
  const strings = entries.get('xl/sharedStrings.xml');
  const shared = strings ? await entryText(file, strings, MOST_BYTES) : { text: '', isWhole: true };
  const items = shared.text.split('</si>').map((item) => {
    const texts = item.slice(item.lastIndexOf('<si')).matchAll(/<t(?:\s[^<>]*)?>([^<]*)/g);
    return unescaped(Array.from(texts, ([, text]) => text).join(''));
  });
  const sheets = [...entries.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  let isWhole = shared.isWhole && sheets.length <= MOST_SHEETS;
  const segments: string[] = [];
  for (const name of sheets.slice(0, MOST_SHEETS)) {
    const sheet = await entryText(file, found(entries, name), MOST_BYTES);
    isWhole &&= sheet.isWhole;
    for (const [, attributes, value, inline] of sheet.text.matchAll(CELL)) {
      const isShared = attributes?.includes('t="s"') ?? false;
      segments.push(isShared ? (items[Number(value)] ?? '') : unescaped(inline ?? value ?? ''));
    }
  }
  return { segments: segments.filter((text) => text.trim() !== ''), isWhole };
}

function found<T>(entries: Map<string, T>, name: string): T {
  const entry = entries.get(name);
  if (entry === undefined) throw new RangeError(`No ${name} in the package.`);
  return entry;
}
