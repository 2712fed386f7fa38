import { PLAIN_TEXT, rawPrefix, wrapFragment } from './fragment.ts';
import type { FragmentSource, Span } from './fragment.ts';
import { scanXml } from '../ooxml/xml.ts';
import { richTextReader } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import { decodeXString } from './xstring.ts';

/** What a cell holds (CT_Cell, ECMA-376 part 1 §18.3.1.4). Spans are those of the element's content, in the part. */
export type CellContent =
  | { readonly kind: 'shared'; readonly index: number; readonly value: Span }
  | { readonly kind: 'inline'; readonly text: RichText; readonly prefix: string; readonly content: Span }
  | { readonly kind: 'string'; readonly text: string; readonly value: Span }
  /** A number, date, boolean, error or formula: shown, counted, never touched. */
  | { readonly kind: 'fixed'; readonly text: string };

/** What nearly all cells look like. A parser for each nearly doubled the time a large workbook takes. */
const PLAIN_CELL = new RegExp(
  `^<c(?: r="[A-Z]+\\d+")?(?: s="\\d+")?(?: t="([A-Za-z]+)")?><v>(${PLAIN_TEXT})</v></c>$`,
);
const AFTER_VALUE = '</v></c>'.length;

/** Reads the cell at `span` of a worksheet strictly; undefined where it is empty. */
export function readCell(sheet: FragmentSource, span: Span): CellContent | undefined {
  return sheet.scope.unprefixed
    ? (readPlainCell(sheet, span) ?? parseCell(sheet, span))
    : parseCell(sheet, span);
}

function readPlainCell({ xml }: FragmentSource, { start, end }: Span): CellContent | undefined {
  const plain = PLAIN_CELL.exec(xml.slice(start, end));
  if (!plain) return undefined;
  const [, type = 'n', value = ''] = plain;
  const valueEnd = end - AFTER_VALUE;
  return valueContent(type, value, { start: valueEnd - value.length, end: valueEnd });
}

function parseCell(sheet: FragmentSource, span: Span): CellContent | undefined {
  const { text: source, shift } = wrapFragment(sheet, span);
  const inline = richTextReader(source);
  const spans: Record<string, { start: number; end: number }> = {};
  let prefix = '';
  let type = 'n';
  let inside = '';
  let value = '';
  let formula: string | undefined;
  scanXml(source, sheet.part, {
    open(tag) {
      if (tag.depth === 1) type = tag.attribute('t') ?? 'n';
      if (inside === 's:is') {
        inline.open(tag);
        return;
      }
      if (tag.depth !== 2) return;
      inside = tag.name;
      spans[inside] = { start: tag.end + shift, end: tag.end + shift };
      if (inside === 's:f') formula = '';
      else if (inside === 's:is') prefix = rawPrefix(source, tag.start);
    },
    close(tag) {
      if (tag.depth === 2) {
        const open = spans[inside];
        if (open && tag.name === inside) open.end = tag.start + shift;
        inside = '';
      } else if (inside === 's:is') inline.close(tag);
    },
    text(piece) {
      if (inside === 's:v') value += piece;
      else if (inside === 's:f') formula = (formula ?? '') + piece;
      else if (inside === 's:is') inline.text(piece);
    },
  });
  if (formula !== undefined) return { kind: 'fixed', text: decodeXString(value) || `=${formula}` };
  if (type === 'inlineStr') return inlineContent(inline.result(), prefix, spans['s:is']);
  return spans['s:v'] && valueContent(type, value, spans['s:v']);
}

function valueContent(type: string, text: string, value: Span): CellContent | undefined {
  if (text === '' || type === 'inlineStr') return undefined;
  if (type === 's') return { kind: 'shared', index: Number(text), value };
  if (type === 'str') return { kind: 'string', text: decodeXString(text), value };
  if (type === 'b') return { kind: 'fixed', text: text.trim() === '1' ? 'TRUE' : 'FALSE' };
  return { kind: 'fixed', text };
}

function inlineContent(text: RichText, prefix: string, content: Span | undefined): CellContent | undefined {
  if (content === undefined || text.runs.length === 0) return undefined;
  return { kind: 'inline', text, prefix, content };
}
