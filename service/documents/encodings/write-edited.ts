import type { Warning } from '../../contract/index.ts';
import { encodeExactly, unitBytes } from './text-encoding.ts';
import type { DecodedText } from './text-encoding.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';

/**
 * The file with some spans replaced, in its own encoding. All other bytes stay, including those that the
 * encoding cannot write back (a stray byte, one of two codes for the same letter). If a replacement does not
 * fit the encoding the whole file becomes UTF-8, with the warning `encoding_changed`, unless `reference`
 * tells how to write it. `given` are in order; without any the result is the source itself.
 */
export function writeEdited(
  source: Uint8Array,
  decoded: DecodedText,
  given: readonly Edit[],
  options: { readonly utf8Bom: boolean; readonly reference?: ((char: string) => string) | undefined },
): { bytes: Uint8Array; warnings: Warning[] } {
  if (given.length === 0) return { bytes: source, warnings: [] };
  const edits = options.reference ? given.map(withReferences(decoded.encoding, options.reference)) : given;
  const kept = isUnicode(decoded)
    ? encodeWhole(source, decoded, edits)
    : encodeTouched(source, decoded, edits);
  if (kept) return { bytes: kept, warnings: [] };
  const text = applyEdits(decoded.text, edits);
  return {
    bytes: Buffer.from((options.utf8Bom ? '\ufeff' : '') + text, 'utf8'),
    warnings: [
      {
        code: 'encoding_changed',
        message: `The translation has letters that the file's encoding (${decoded.encoding}) cannot hold, so the result is written as UTF-8.`,
        details: { encoding: decoded.encoding },
      },
    ],
  };
}

/** Whether the new texts can be written in the file's encoding. */
export function fitsEncoding({ encoding }: DecodedText, edits: readonly Edit[]): boolean {
  return edits.every(({ text }) => encodeExactly(text, encoding) !== undefined);
}

/** Writes characters that the encoding lacks as references of markup. */
function withReferences(encoding: string, reference: (char: string) => string): (edit: Edit) => Edit {
  const forms = new Map<string, string>();
  const formOf = (char: string): string => {
    const form = forms.get(char) ?? (encodeExactly(char, encoding) ? char : reference(char));
    forms.set(char, form);
    return form;
  };
  return (edit) => ({ ...edit, text: edit.text.replace(/[^\0-\x7f]/gu, formOf) });
}

/** Whether decoding and encoding give the same bytes. UTF-8 may hold stray bytes, read as U+FFFD. */
function isUnicode({ text, encoding }: DecodedText): boolean {
  return encoding === 'utf-8' ? !text.includes('\ufffd') : encoding.startsWith('utf-');
}

function encodeWhole(source: Uint8Array, decoded: DecodedText, edits: readonly Edit[]): Buffer | undefined {
  const { text, encoding, bomBytes } = decoded;
  const body = encodeExactly(applyEdits(text, edits), encoding);
  // A file cut within a letter keeps its last odd bytes.
  const tail = source.subarray(source.length - ((source.length - bomBytes) % unitBytes(encoding)));
  return body && Buffer.concat([source.subarray(0, bomBytes), body, tail]);
}

/**
 * Encodes only text that an edit touches: the edit itself in a single-byte encoding, else its line. In every
 * encoding read here CR and LF are separate bytes, never part of a letter, and a line begins in the initial
 * state, so lines of bytes and lines of text correspond.
 */
function encodeTouched(
  source: Uint8Array,
  { text, encoding, bomBytes }: DecodedText,
  edits: readonly Edit[],
): Buffer | undefined {
  const body = source.subarray(bomBytes);
  const oneByteEach = body.length === text.length && !/[\ud800-\udfff]/.test(text);
  const textLines = oneByteEach ? undefined : lineStarts(text.length, (i) => text.charCodeAt(i));
  const byteLines = textLines && lineStarts(body.length, (i) => body[i]!);
  if (textLines?.length !== byteLines?.length) return undefined;
  const parts: Uint8Array[] = [source.subarray(0, bomBytes)];
  let kept = 0;
  for (const group of textLines ? groupByLines(edits, textLines) : edits.map(editAlone)) {
    const block = applyEdits(text.slice(group.start, group.end), shifted(group.edits, -group.start));
    const bytes = encodeExactly(block, encoding);
    if (bytes === undefined) return undefined;
    parts.push(body.subarray(kept, byteLines?.[group.firstLine] ?? group.start), bytes);
    kept = byteLines ? (byteLines[group.lastLine + 1] ?? body.length) : group.end;
  }
  parts.push(body.subarray(kept));
  return Buffer.concat(parts);
}

/** Edits that share lines, and the span of text that is rewritten for them. */
interface Group {
  readonly start: number;
  end: number;
  readonly firstLine: number;
  lastLine: number;
  readonly edits: Edit[];
}

function editAlone(edit: Edit): Group {
  return { start: edit.start, end: edit.end, firstLine: 0, lastLine: 0, edits: [edit] };
}

function groupByLines(edits: readonly Edit[], lines: readonly number[]): Group[] {
  const groups: Group[] = [];
  let line = 0;
  const lineOf = (offset: number): number => {
    while ((lines[line + 1] ?? Infinity) <= offset) line++;
    return line;
  };
  for (const edit of edits) {
    const firstLine = lineOf(edit.start);
    const lastLine = lineOf(edit.end);
    const end = lines[lastLine + 1] ?? Infinity;
    const previous = groups.at(-1);
    if (previous && previous.lastLine >= firstLine) {
      previous.edits.push(edit);
      previous.lastLine = lastLine;
      previous.end = end;
    } else {
      groups.push({ start: lines[firstLine]!, end, firstLine, lastLine, edits: [edit] });
    }
  }
  return groups;
}

function lineStarts(length: number, at: (index: number) => number): number[] {
  const starts = [0];
  for (let i = 0; i < length; i++) {
    const code = at(i);
    if (code === 10 || code === 13) starts.push(i + 1);
  }
  return starts;
}

function shifted(edits: readonly Edit[], by: number): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
}
