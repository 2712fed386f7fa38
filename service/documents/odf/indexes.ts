import type { Edit } from '../shared/spans.ts';
import { escapeXml } from '../xml/scan.ts';
import type { Paragraph, PartModel } from './model.ts';
import { folded, leavesOf, shownText } from './shown.ts';

/** An index paragraph that repeats another, and the place of its text among its leaves. */
export interface Mirror {
  readonly paragraph: Paragraph;
  readonly of: Paragraph;
  readonly start: number;
  readonly end: number;
}

/** A chapter's number before an entry's words: `1.2`, `IV.`, `A)`. */
const NUMBER = /^\s*(?:\p{L}{1,12}\s)?\s*\(?(?:\d+|[A-Za-z]|[IVXLCivxlc]+)(?:[.\-–]\d+)*[.):]?\s+/u;
/** The page at its end. */
const PAGE = /(?<![\s.…])[\s.…]*(?:(?<!\d)\d+|(?<![ivxlc])[ivxlc]+|(?<![IVXLC])[IVXLC]+)\s*$/;
const MAX_TABS = 8;

/**
 * The entries of tables of contents that equal a heading or caption, ignoring numbers and pages. ODF has no
 * "update when opened", so they change with what they repeat, and so does the template of an index's title.
 */
export function mirrorsOf({ items }: PartModel): ReadonlyMap<Paragraph, Mirror> {
  const entries: Paragraph[] = [];
  const templates: Paragraph[] = [];
  const titles = new Map<number, Paragraph>();
  const sources = new Map<string, Paragraph>();
  const headings = new Map<string, Paragraph>();
  for (const item of items) {
    if (item.kind !== 'paragraph') continue;
    const { index } = item.place;
    if (!index) {
      if (item.name !== 'text:p' && item.name !== 'text:h') continue;
      const text = folded(shownText(item.inlines));
      const known = item.level === undefined ? sources : headings;
      if (/\p{L}{2}/u.test(text) && !known.has(text)) known.set(text, item);
    } else if (index.role === 'title') titles.set(index.start, item);
    else if (item.place.isNested) continue;
    else (index.role === 'template' ? templates : entries).push(item);
  }
  const mirrors = entries.flatMap((entry) => mirrorOf(entry, headings) ?? mirrorOf(entry, sources) ?? []);
  for (const paragraph of templates) {
    const title = titles.get(paragraph.place.index!.start);
    const text = shownText(paragraph.inlines);
    if (title && folded(shownText(title.inlines)) === folded(text))
      mirrors.push({ paragraph, of: title, start: 0, end: text.length });
  }
  return new Map(mirrors.map((mirror) => [mirror.paragraph, mirror]));
}

function mirrorOf(entry: Paragraph, sources: ReadonlyMap<string, Paragraph>): Mirror | undefined {
  const leaves = leavesOf(entry.inlines);
  const full = leaves.map(({ text }) => text).join('');
  const tabs = Array.from(full.matchAll(/\t/g), ({ index }) => index);
  if (tabs.length > MAX_TABS) return undefined;
  const starts = new Set([0, NUMBER.exec(full)?.[0].length ?? 0, ...tabs.map((at) => at + 1)]);
  const ends = new Set([full.length, PAGE.exec(full)?.index ?? full.length, ...tabs]);
  const longestFirst = [...ends].sort((a, b) => b - a);
  for (const from of [...starts].sort((a, b) => a - b)) {
    for (const to of longestFirst) {
      if (to <= from) continue;
      const text = full.slice(from, to);
      const of = sources.get(folded(text));
      if (!of) continue;
      const start = from + text.length - text.trimStart().length;
      const end = from + text.trimEnd().length;
      return isOfText(entry, start, end) ? { paragraph: entry, of, start, end } : undefined;
    }
  }
  return undefined;
}

/** Whether there are only texts and walls in the stretch. */
function isOfText({ inlines }: Paragraph, start: number, end: number): boolean {
  let at = 0;
  return leavesOf(inlines).every(({ kind, isWall, text }) => {
    const isOutside = at + text.length <= start || at >= end;
    at += text.length;
    return isOutside || kind === 'text' || isWall;
  });
}

/** The edits that give a mirror the text `text`. */
export function mirrorEdits({ paragraph, start, end }: Mirror, text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let isWritten = false;
  for (const { text: old, at: piece } of leavesOf(paragraph.inlines)) {
    const [from, to] = [at, at + old.length];
    at = to;
    if (to <= start || from >= end) continue;
    const before = old.slice(0, Math.max(0, start - from));
    const after = old.slice(Math.max(0, end - from));
    edits.push({
      start: piece.start,
      end: piece.end,
      text: escapeXml(before + (isWritten ? '' : folded(text)) + after),
    });
    isWritten = true;
  }
  return edits;
}
