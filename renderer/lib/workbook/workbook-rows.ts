import { entryText, zipEntries } from './zip.ts';
import { unescaped } from './xml-text.ts';

/** Many times the size of a table that somebody made for people to translate; more would fill the page. */
const MAX_BYTES = 20_000_000;
const MAX_COLUMNS = 26;
/**
 * A prefix, a comment or CDATA, values in single quotes, spaces around an equals sign: programs for
 * spreadsheets write none of them, and what is below would misread them.
 */
const UNUSUAL =
  /<!|<\w+:(?:sst|worksheet|workbook|row|c)\b|<(?:c|sheet|Relationship)\s[^<>]*='|<c\s[^<>]*(?:\s=|=\s)/;

/**
 * The cells of a workbook's first sheet as they are shown, without its empty rows (SpreadsheetML, ECMA-376
 * part 1 §18.3.1). Formulas count as their last results, dates as the numbers they are. Rejects with a
 * RangeError for what is no workbook, is too large, or is written in a way that this cannot read for certain.
 */
export async function workbookRows(file: File): Promise<string[][]> {
  const entries = await zipEntries(file);
  const read = async (name: string): Promise<string> => {
    const entry = entries.get(name);
    if (entry === undefined) throw new RangeError(`No ${name} in the package.`);
    const { text, isWhole } = await entryText(file, entry, MAX_BYTES);
    if (!isWhole) throw new RangeError(`${name} is too large.`);
    if (UNUSUAL.test(text)) throw new RangeError(`${name} is unusual.`);
    return text;
  };
  const shared = entries.has('xl/sharedStrings.xml') ? stringItems(await read('xl/sharedStrings.xml')) : [];
  const sheet = firstSheet(await read('xl/workbook.xml'), await read('xl/_rels/workbook.xml.rels'));
  return rowsOf(await read(sheet), shared);
}

/** The part of the first sheet in the order of the tabs. */
function firstSheet(workbook: string, relationships: string): string {
  const sheet = /<sheet\s([^<>]{0,2000})>/.exec(workbook)?.[1] ?? '';
  const id = /\s\w{1,20}:id="([^"]*)"/.exec(` ${sheet}`)?.[1];
  for (const [, attributes = ''] of relationships.matchAll(/<Relationship\s([^<>]{0,4000})>/g)) {
    const target = /\bTarget="([^"]*)"/.exec(attributes)?.[1];
    if (target !== undefined && /\bId="([^"]*)"/.exec(attributes)?.[1] === id)
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  throw new RangeError('No sheet in the workbook.');
}

/**
 * The content between the start tags of such elements and their ends. In linear time, also where ends are
 * missing.
 */
function contentsOf(xml: string, element: string): string[] {
  return xml
    .split(`</${element}>`)
    .slice(0, -1)
    .map((part) => {
      const start = part.lastIndexOf(`<${element}`);
      return start < 0 ? '' : part.slice(part.indexOf('>', start) + 1);
    });
}

/** The texts of a string table, by their numbers. */
function stringItems(xml: string): string[] {
  // An empty one would be counted to the one behind it.
  return contentsOf(xml.replace(/<si\s*\/>/g, '<si></si>'), 'si').map(textOf);
}

/** The text of a string or its runs, without phonetic readings. */
function textOf(content: string): string {
  const [first = '', ...aloud] = content.split('<rPh');
  const shown = first + aloud.map((part) => part.split('</rPh>')[1] ?? '').join('');
  const texts = shown.matchAll(/<t(?:\s[^<>]*)?>([^<]*)<\/t>/g);
  return decoded(Array.from(texts, ([, text = '']) => text).join(''));
}

/**
 * `_x000D_` is how a character is written that XML does not allow or would change (ECMA-376 part 1
 * §22.9.2.19).
 */
function decoded(text: string): string {
  return unescaped(text).replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function rowsOf(xml: string, shared: readonly string[]): string[][] {
  return contentsOf(xml, 'row')
    .map((content) => {
      const row: string[] = [];
      let column = -1;
      for (const part of content.split('</c>')) {
        // Cells without content, and at last the one that ends here.
        for (const tag of part.matchAll(/<c(?=[\s/>])([^<>]*)>/g)) {
          const attributes = tag[1] ?? '';
          column = columnOf(attributes) ?? column + 1;
          const cell = attributes.endsWith('/') ? '' : part.slice(tag.index + tag[0].length);
          const text = cellText(/\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n', cell, shared);
          if (text === '' || column >= MAX_COLUMNS) continue;
          while (row.length < column) row.push('');
          row[column] = text;
        }
      }
      return row;
    })
    .filter((row) => row.some((text) => text.trim() !== ''));
}

/** 0 for `A12`. */
function columnOf(attributes: string): number | undefined {
  const letters = /\br="([A-Z]{1,3})\d+"/.exec(attributes)?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(type: string, content: string, shared: readonly string[]): string {
  if (type === 'inlineStr') return textOf(content);
  const value = /<v(?:\s[^<>]*)?>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b' && value !== '') return value === '1' ? 'TRUE' : 'FALSE';
  return type === 'str' ? decoded(value) : unescaped(value);
}
