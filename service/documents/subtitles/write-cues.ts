import { markupWriter } from '../markup/references.ts';
import type { Item, Tag } from './cue-text.ts';
import { textOf } from './cue-text.ts';
import type { Cue, Dialect } from './cues.ts';
import type { ReadCue } from './groups.ts';
import { LINE_CHARS, widthOf } from './width.ts';
import { wrapUnits } from './wrap.ts';
import type { Unit } from './wrap.ts';

export interface CueOptions {
  readonly dialect: Dialect;
  /** Language of the translation, for word boundaries. */
  readonly to: string;
  /** Whether the source stays under its translation. */
  readonly isBilingual: boolean;
  /** Called for each written cue. */
  readonly onWritten?: (cue: Cue, isTooLong: boolean) => void;
}

/** Visible characters per second that most viewers can read. */
const MAX_SPEED = 21;

interface Writing extends CueOptions {
  readonly harder: boolean;
}

export function writtenCues(
  text: string,
  group: readonly ReadCue[],
  parts: readonly (readonly Unit[])[],
  options: Writing,
): string {
  let next = 0;
  let written = '';
  for (const [n, read] of group.entries()) {
    const count = read.content.paragraphs.filter(({ hasWords }) => hasWords).length;
    const before = group[n - 1]?.cue.end;
    if (before !== undefined) written += text.slice(before, read.cue.start);
    written += writtenCue(
      text.slice(read.cue.start, read.cue.end),
      read,
      parts.slice(next, next + count),
      options,
    );
    next += count;
  }
  return written;
}

function writtenCue(
  raw: string,
  { cue, content }: ReadCue,
  parts: readonly (readonly Unit[])[],
  { dialect, isBilingual, harder, onWritten }: Writing,
): string {
  const newline = content.newline || cue.ending;
  const limit = limitOf(content.lines);
  const isOnly = content.paragraphs.length === 1;
  const lines: { before: string; items: Item[] }[] = [];
  let next = 0;
  let visible = 0;
  let isTooLong = false;
  for (const { before, lead, prefix, items, suffix, trail, hasWords, lineCount } of content.paragraphs) {
    if (!hasWords) {
      lines.push({ before, items: [...items] });
      continue;
    }
    const units = parts[next++]!;
    const room = limit - widthOf(textOf(prefix) + textOf(suffix));
    const wrapped = harder
      ? [units]
      : wrapUnits(units, room, lineCount, isOnly ? Math.max(2, lineCount) : lineCount);
    for (const [n, line] of wrapped.entries()) {
      const isFirst = n === 0;
      const isLast = n === wrapped.length - 1;
      const own = line.flatMap((unit, at) => (at === 0 ? unit.items : withSpace(unit, line[at - 1]!)));
      lines.push({
        before: isFirst ? before : newline,
        items: [
          ...(isFirst && lead !== '' ? [codeItem(lead)] : []),
          ...(isFirst ? prefix : []),
          ...own,
          ...(isLast ? suffix : []),
          ...(isLast && trail !== '' ? [codeItem(trail)] : []),
        ],
      });
      const width = widthOf(textOfUnits(line));
      visible += width;
      if (width > room) isTooLong = true;
    }
  }
  const seconds = cue.from === undefined || cue.to === undefined ? 0 : cue.to - cue.from;
  const sourceWidth = content.lines.reduce((sum, line) => sum + widthOf(line), 0);
  if (seconds > 0 && visible > sourceWidth && visible / seconds > MAX_SPEED) isTooLong = true;
  onWritten?.(cue, isTooLong);
  const written = withTags(lines, content.isTaggedByLine, textWriter(raw, dialect, harder));
  return isBilingual ? written + newline + raw : written;
}

function withSpace({ items, space }: Unit, previous: Unit): Item[] {
  if (space === '') return [...items];
  return [textItem(space, commonOpen(previous.items.at(-1)!.tags, items[0]!.tags)), ...items];
}

function textItem(text: string, tags: readonly Tag[]): Item {
  return { kind: 'text', text, tags };
}

function codeItem(text: string): Item {
  return { kind: 'raw', text, tags: [] };
}

/** Lines with their tags: reopened or closed as needed. */
function withTags(
  lines: readonly { readonly before: string; readonly items: readonly Item[] }[],
  isTaggedByLine: boolean,
  write: (text: string) => string,
): string {
  let open: readonly Tag[] = [];
  let written = '';
  const change = (tags: readonly Tag[]) => {
    let shared = 0;
    while (shared < tags.length && open[shared]?.open === tags[shared]!.open) shared++;
    written += open
      .slice(shared)
      .map(({ close }) => close)
      .reverse()
      .join('');
    written += tags
      .slice(shared)
      .map((tag) => tag.open)
      .join('');
    open = tags;
  };
  for (const { before, items } of lines) {
    if (isTaggedByLine && before !== '') change([]);
    // A line with other tags than the previous one begins with none of those.
    else if (before !== '') change(commonOpen(open, items[0]?.tags ?? []));
    written += before;
    let text = '';
    for (const item of items) {
      if (item.kind === 'raw' || !sameTags(open, item.tags)) {
        written += write(text);
        text = '';
      }
      if (!sameTags(open, item.tags)) change(item.tags);
      if (item.kind === 'raw') written += item.text;
      else text += item.text;
    }
    written += write(text);
  }
  change([]);
  return written;
}

export function commonOpen(a: readonly Tag[], b: readonly Tag[]): readonly Tag[] {
  let shared = 0;
  while (shared < a.length && a[shared]!.open === b[shared]?.open) shared++;
  return a.slice(0, shared);
}

function sameTags(a: readonly Tag[], b: readonly Tag[]): boolean {
  return a.length === b.length && a.every(({ open }, n) => open === b[n]!.open);
}

/** SRT has no escapes: its arrow is written differently. */
export function withoutArrow(text: string): string {
  return text.replaceAll('-->', '→');
}

function textWriter(raw: string, dialect: Dialect, harder: boolean): (text: string) => string {
  if (dialect === 'srt') return withoutArrow;
  const writer = markupWriter([raw], { isXml: false });
  return (text) => writer.write(text, harder).replaceAll('-->', '--&gt;');
}

/** Maximum visible characters of a line: the translation's may be as long as the source's longest. */
export function limitOf(lines: readonly string[]): number {
  return lines.reduce((limit, line) => Math.max(limit, widthOf(line)), LINE_CHARS);
}

export function textOfUnits(units: readonly Unit[]): string {
  return units.map(({ text, space }, n) => (n === 0 ? '' : space) + text).join('');
}
