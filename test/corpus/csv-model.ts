// CSV as fields with their exact source text: a tokenizer of our own, after RFC 4180.
import Papa from 'papaparse';

export interface Field {
  raw: string;
  value: string;
  isQuoted: boolean;
  isBroken: boolean;
}

/** Ending: CR, LF, CRLF, or nothing at the end of the file. */
export interface Row {
  fields: Field[];
  ending: string;
}

const SEP_LINE = /^"?sep=([^\r\n])"?(?:\r\n|\r|\n|$)/i;

/**
 * The delimiter, as a first line `sep=;` names it or papaparse guesses it. A `.tsv` has tabs where it has
 * any. Returns start: where the records begin
 */
export function dialectOf(text: string, name: string): { delimiter: string; start: number } {
  const named = SEP_LINE.exec(text);
  if (named) return { delimiter: named[1] ?? ',', start: named[0].length };
  if (/\.tsv$/i.test(name) && text.includes('\t')) return { delimiter: '\t', start: 0 };
  const { meta } = Papa.parse(text.slice(0, 200_000), {
    skipEmptyLines: 'greedy',
    preview: 200,
    delimitersToGuess: [',', '\t', '|', ';'],
  });
  return { delimiter: meta.delimiter, start: 0 };
}

export function readRows(text: string, delimiter: string): Row[] {
  const rows = [];
  for (let at = 0; at < text.length;) {
    const fields: Field[] = [];
    for (;;) {
      const field = readField(text, at, delimiter);
      fields.push(field);
      at += field.raw.length;
      if (text[at] !== delimiter) break;
      at++;
    }
    const ending = /^(?:\r\n|\r|\n|)/.exec(text.slice(at, at + 2))?.[0] ?? '';
    at += ending.length;
    rows.push({ fields, ending });
  }
  return rows;
}

function readField(text: string, start: number, delimiter: string): Field {
  const isQuote = text[start] === '"';
  if (isQuote) {
    const field = readQuoted(text, start, delimiter);
    if (field) return field;
  }
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  const raw = text.slice(start, end);
  return { raw, value: raw, isQuoted: false, isBroken: isQuote };
}

/** Returns nothing where the quotes do not close */
function readQuoted(text: string, start: number, delimiter: string): Field | undefined {
  let close = start + 1;
  for (;;) {
    close = text.indexOf('"', close);
    if (close < 0) return undefined;
    if (text[close + 1] !== '"') break;
    close += 2;
  }
  let end = close + 1;
  while (text[end] === ' ' && delimiter !== ' ') end++;
  if (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    return undefined;
  const value = text.slice(start + 1, close).replaceAll('""', '"');
  return { raw: text.slice(start, end), value, isQuoted: true, isBroken: false };
}
