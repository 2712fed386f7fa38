import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { PoEntry } from './entries.ts';
import { writePo } from './strings.ts';
import type { PoStyle } from './strings.ts';

export interface EntryWriting {
  readonly style: PoStyle;
  readonly isMarked: boolean;
  /** Values by form index; absent forms stay. */
  readonly values: ReadonlyMap<number, string>;
  /** Forms from this index on are removed: the language has no more. */
  readonly count: number;
}

/** Writes an entry's translation, and removes the marks of an old one. */
export function writeEntry(
  text: string,
  entry: PoEntry,
  { style, isMarked, values, count }: EntryWriting,
): string {
  const edits: Edit[] = [...flagEdits(entry, isMarked, style)];
  const { forms } = entry;
  const onOneLine = entry.id.pieces === 1 && /\n[^]/.test(entry.id.value);
  const added: string[] = [];
  for (const [index, value] of values) {
    const form = forms[index];
    const keyword = form?.keyword ?? `msgstr[${index}]`;
    const written = writePo(value, keyword.length + 1, style, onOneLine);
    if (form) edits.push({ start: form.text.start, end: form.text.end, text: written });
    else added.push(`${style.newline}${keyword} ${written}`);
  }
  if (added.length > 0) edits.push({ start: entry.end, end: entry.end, text: added.join('') });
  const last = forms[count - 1];
  if (last && forms.length > count) edits.push({ start: last.text.end, end: entry.end, text: '' });
  const moved = edits.map(({ start, end, text: own }) => ({
    start: start - entry.start,
    end: end - entry.start,
    text: own,
  }));
  return applyEdits(text.slice(entry.start, entry.end), moved);
}

/** Removes `fuzzy` and the previous source texts; or adds `fuzzy`. */
function* flagEdits(entry: PoEntry, isMarked: boolean, { newline }: PoStyle): Generator<Edit> {
  const flagLines = entry.comments.filter(({ kind }) => kind === 'flags');
  if (entry.isFuzzy) {
    for (const { kind, start, end } of entry.comments)
      if (kind === 'previous') yield { start, end, text: '' };
    if (isMarked) return;
    for (const { start, end, text } of flagLines) {
      const flags = text.split(',').map((flag) => flag.trim());
      const kept = flags.filter((flag) => flag !== 'fuzzy' && flag !== '');
      if (kept.length === flags.length) continue;
      yield { start, end, text: kept.length === 0 ? '' : `#, ${kept.join(', ')}${newline}` };
    }
  } else if (isMarked) {
    const [line] = flagLines;
    if (line) yield { start: line.start, end: line.end, text: `#, fuzzy, ${line.text}${newline}` };
    else yield { start: entry.keywords, end: entry.keywords, text: `#, fuzzy${newline}` };
  }
}
