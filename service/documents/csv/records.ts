import { hostile } from '../shared/refusals.ts';

/**
 * CSV as spans of the text (RFC 4180, and common deviations), so that one field can be replaced and every
 * other character stays. The records cover the whole text: each starts where the previous one ended.
 */
export interface CsvRecord {
  /** UTF-16 offset of the first character. */
  readonly start: number;
  /** After the record's line ending. */
  readonly end: number;
  readonly fieldCount: number;
  readonly first: CsvField;
  /** All fields, if requested. */
  readonly fields: readonly CsvField[];
  /** After the last field: text written here is a new field. */
  readonly contentEnd: number;
  /** Offset of a quote that is unclosed, or not before a delimiter; undefined in a well-formed record. */
  readonly brokenAt: number | undefined;
}

/** One field: its span without delimiter, with its quotes. */
export interface CsvField {
  readonly start: number;
  readonly end: number;
  /** Whether the field is enclosed in quotes; otherwise quotes within it are ordinary characters. */
  readonly quoted: boolean;
}

/** What escapes a quote within quotes: another quote (RFC 4180), or a backslash (MySQL and PHP). */
export type QuoteEscape = '"' | '\\';

/** How the fields of a file are written. */
export interface FieldSyntax {
  readonly delimiter: string;
  readonly escape: QuoteEscape;
}

interface ScannedField extends CsvField {
  /** Index after a closing quote's white space: of a delimiter, a line ending or the end of the text. */
  readonly next: number;
  readonly broken: boolean;
}

const QUOTE = 34;
const LF = 10;
const CR = 13;
const BACKSLASH = 92;

/**
 * All records from `start` on. CR, LF and CRLF each end a record outside quotes. A broken quote affects only
 * its own line: the field ends at the next quote on that line that can end a field, or else its quotes are
 * ordinary characters. `maxFields`: 0 leaves `fields` empty; a longer row is refused.
 */
export function* csvRecords(
  text: string,
  syntax: FieldSyntax,
  start = 0,
  maxFields = 0,
): Generator<CsvRecord> {
  const { delimiter } = syntax;
  const scanner = fieldScanner(text, syntax);
  for (let at = start; at < text.length;) {
    const recordStart = at;
    const first = scanner(at);
    let brokenAt = first.broken ? first.start : undefined;
    let fieldCount = 1;
    let field = first;
    const fields: CsvField[] = maxFields > 0 ? [first] : [];
    while (text[field.next] === delimiter) {
      field = scanner(field.next + 1);
      if (field.broken) brokenAt ??= field.start;
      fieldCount++;
      if (maxFields > 0 && fieldCount > maxFields) throw hostile(`a row has more than ${maxFields} cells`);
      if (maxFields > 0) fields.push(field);
    }
    const contentEnd = field.next;
    at = afterLineEnding(text, field.next);
    yield { start: recordStart, end: at, fieldCount, first, fields, contentEnd, brokenAt };
  }
}

/** A field without its quotes, escaped quotes read as one. Other backslashes stay. */
export function fieldValue(text: string, { start, end, quoted }: CsvField, escape: QuoteEscape): string {
  if (!quoted) return text.slice(start, end);
  const written = text.slice(start + 1, end - 1);
  if (escape === '"' || !written.includes('\\')) return written.replaceAll('""', '"');
  return written.replace(/\\+|""/g, (found, offset: number) => {
    if (found === '""') return '"';
    const escapes = found.length % 2 === 1 && written[offset + found.length] === '"';
    return escapes ? found.slice(1) : found;
  });
}

/** The field's new characters: quoted if the field was, or if the value now needs it. */
export function formatField(value: string, { quoted }: CsvField, { delimiter, escape }: FieldSyntax): string {
  const needsQuotes = quoted || value.includes(delimiter) || /["\r\n]/.test(value);
  if (!needsQuotes) return value;
  return `"${escape === '"' ? value.replaceAll('"', '""') : withBackslashes(value)}"`;
}

/** A backslash before a quote, or before the closing one, must not escape it: makes their number even. */
function withBackslashes(value: string): string {
  return value.replace(/\\+|"/g, (found, offset: number) => {
    if (found === '"') return '\\"';
    const next = value[offset + found.length];
    return found.length % 2 === 1 && (next === undefined || next === '"') ? `${found}\\` : found;
  });
}

function afterLineEnding(text: string, at: number): number {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

function fieldScanner(text: string, { delimiter, escape }: FieldSyntax): (start: number) => ScannedField {
  const delimiterCode = delimiter.charCodeAt(0);
  /** No quote up to here can end a field: keeps a line of a million broken fields linear. */
  let noCloserBefore = 0;

  const isFieldEnd = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return at >= text.length || code === delimiterCode || code === LF || code === CR;
  };

  const plainField = (start: number, broken: boolean): ScannedField => {
    let end = start;
    while (!isFieldEnd(end)) end++;
    return { start, end, quoted: false, next: end, broken };
  };

  /** Skips blanks between a closing quote and the delimiter; undefined if a letter follows. */
  const fieldEndAfter = (quote: number): number | undefined => {
    let at = quote + 1;
    while (text.charCodeAt(at) === 32 || (text.charCodeAt(at) === 9 && delimiterCode !== 9)) at++;
    return isFieldEnd(at) ? at : undefined;
  };

  const repairedField = (start: number): ScannedField => {
    if (start >= noCloserBefore) {
      let at = start + 1;
      for (; at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR; at++) {
        const isCloser = text.charCodeAt(at) === QUOTE && !isEscaped(text, at, start, escape);
        const next = isCloser ? fieldEndAfter(at) : undefined;
        if (next !== undefined) return { start, end: at + 1, quoted: true, next, broken: true };
      }
      noCloserBefore = at;
    }
    return plainField(start, true);
  };

  return (start) => {
    if (text.charCodeAt(start) !== QUOTE) return plainField(start, false);
    const quote = closingQuote(text, start, escape);
    const next = quote === undefined ? undefined : fieldEndAfter(quote);
    if (quote === undefined || next === undefined) return repairedField(start);
    return { start, end: quote + 1, quoted: true, next, broken: false };
  };
}

/** The first unescaped quote after the opening one. Doubled quotes do not close in either dialect. */
function closingQuote(text: string, opening: number, escape: QuoteEscape): number | undefined {
  for (let at = text.indexOf('"', opening + 1); at !== -1;) {
    const escaped = isEscaped(text, at, opening, escape);
    if (!escaped && text.charCodeAt(at + 1) !== QUOTE) return at;
    at = text.indexOf('"', at + (escaped ? 1 : 2));
  }
  return undefined;
}

function isEscaped(text: string, quote: number, opening: number, escape: QuoteEscape): boolean {
  if (escape === '"') return false;
  let before = quote - 1;
  while (before > opening && text.charCodeAt(before) === BACKSLASH) before--;
  return (quote - 1 - before) % 2 === 1;
}
