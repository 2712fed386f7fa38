import { rawPrefix } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import type { XmlReader } from '../xml/reader.ts';
import { eachContent } from './compatibility.ts';
import type { ProcessedNames } from './compatibility.ts';
import { readRichText } from './rich-text.ts';
import type { RichText } from './rich-text.ts';
import { decodeXString } from '../ooxml/xstring.ts';

/** A cell's content (CT_Cell, ECMA-376 part 1 §18.3.1.4). Spans are of its content, in the part. */
export type CellContent =
  | { readonly kind: 'shared'; readonly index: number; readonly value: Span }
  | { readonly kind: 'inline'; readonly text: RichText; readonly prefix: string; readonly content: Span }
  | { readonly kind: 'string'; readonly text: string; readonly value: Span }
  /** A number, date, boolean, error or formula: shown, counted, never touched. */
  | {
      readonly kind: 'fixed';
      readonly text: string;
      readonly formula: boolean;
      /** The cells that an array formula or data table fills; stored only in the first of them. */
      readonly fills?: string | undefined;
    };

/** Reads a cell of a worksheet from its start tag to its end tag; undefined if it is empty. */
export function readCell(xml: string, reader: XmlReader, processed: ProcessedNames): CellContent | undefined {
  const type = reader.attribute('t') ?? 'n';
  let value = '';
  let valueSpan: Span | undefined;
  let inline: CellContent | undefined;
  let formula: string | undefined;
  let fills: string | undefined;
  eachContent(xml, reader, processed, () => {
    const { start: tagStart, end: start } = reader;
    if (reader.name === 's:v') {
      value = reader.elementText();
      valueSpan = { start, end: reader.start };
    } else if (reader.name === 's:f') {
      fills = filledBy(reader) ?? fills;
      formula = reader.elementText();
    } else if (reader.name === 's:is') {
      const text = readRichText(xml, reader, processed);
      inline = inlineContent(text, rawPrefix(xml, tagStart), { start, end: reader.start });
    }
  });
  if (formula !== undefined)
    return { kind: 'fixed', text: decodeXString(value) || `=${formula}`, formula: true, fills };
  if (type === 'inlineStr') return inline;
  return valueSpan && valueContent(type, value, valueSpan);
}

/** The cells that the current start tag's formula fills; undefined for only its own. */
export function filledBy(reader: XmlReader): string | undefined {
  return /^(?:array|dataTable)$/.test(reader.attribute('t') ?? '') ? reader.attribute('ref') : undefined;
}

function valueContent(type: string, text: string, value: Span): CellContent | undefined {
  if (text === '') return undefined;
  if (type === 's') return { kind: 'shared', index: Number(text), value };
  if (type === 'str') return { kind: 'string', text: decodeXString(text), value };
  if (type === 'b') return { kind: 'fixed', text: text.trim() === '1' ? 'TRUE' : 'FALSE', formula: false };
  return { kind: 'fixed', text, formula: false };
}

function inlineContent(text: RichText, prefix: string, content: Span): CellContent | undefined {
  return text.runs.length === 0 ? undefined : { kind: 'inline', text, prefix, content };
}
