// Paragraph against paragraph: no word lost, doubled, moved or left; no mark lost or moved; nothing frozen
// touched.
import { excerpt } from './package.ts';
import { compareTexts, fold, isProse, leftWord, addedRanges } from './pseudo.ts';
import type { Paragraph, TextToken, Token } from './docx-model.ts';
import type { Violation } from './package.ts';

export interface TextItem {
  kind: 'text';
  cls: string;
  text: string;
  folded: string;
  formats: string[];
}

export interface MarkItem {
  kind: 'mark';
  name: string;
  tag: string;
  format: string;
}

/** `after` are as many. */
export function compareParagraphs(before: Paragraph[], after: Paragraph[]): Violation[] {
  const homes = new Map(before.map((paragraph, i) => [fold(visibleText(paragraph.tokens)), i]));
  const violations = before.flatMap((paragraph, i) => compareParagraph(paragraph, after[i], homes));
  return [...violations, ...compareFallbacks(before, after)];
}

/** `homes` says which paragraph a text belongs to. */
function compareParagraph(
  before: Paragraph,
  after: Paragraph | undefined,
  homes: Map<string, number>,
): Violation[] {
  if (!after) return [];
  const added = addedSpans(before.tokens, after.tokens);
  const source = items(before.tokens, nothing);
  const result = items(after.tokens, added);
  const violations = compareMarks(source, result);
  if (violations.length === 0) violations.push(...compareHidden(before.tokens, after.tokens));
  if (openText(source) !== openText(result)) {
    const found = compareTexts(visibleText(before.tokens), visibleText(after.tokens), homes);
    return found ? [...violations, found] : violations;
  }
  if (violations.length > 0) return violations;
  return source.flatMap((item, i) => compareItem(item, result[i], added !== nothing));
}

/** Whether text of this class may be translated. */
const isOpen = (cls: string) => cls === 'visible' || cls === 'either';

/** Folded text that is not frozen. */
function openText(list: readonly (TextItem | MarkItem)[]) {
  return list.map((item) => (item.kind === 'text' && isOpen(item.cls) ? item.folded : '')).join('');
}

function visibleText(tokens: readonly Token[], classes = /visible|either/) {
  return tokens.map((t) => (t.kind === 'text' && classes.test(t.cls) ? t.text : '')).join('');
}

/**
 * Finds the characters that the engine has added, counted over the text of the classes given: a control whose
 * text may stay is either inside the translated text or beside it.
 */
export interface Added {
  classes: RegExp;
  isAdded: (at: number) => boolean;
}

const nothing: Added = { classes: /visible/, isAdded: () => false };

function addedSpans(before: readonly Token[], after: readonly Token[]): Added {
  for (const classes of [/visible|either/, /visible/, /visible|either|symbol/]) {
    const text = visibleText(after, classes);
    const source = visibleText(before, classes);
    const ranges = text === source ? undefined : addedRanges(source, text);
    if (ranges) return { classes, isAdded: (at) => ranges.some(({ start, end }) => at >= start && at < end) };
  }
  return nothing;
}

function items(tokens: readonly Token[], added: Added): (TextItem | MarkItem)[] {
  const list: (TextItem | MarkItem)[] = [];
  let offset = 0;
  for (const token of tokens) {
    if (token.kind === 'mark') list.push(token);
    if (token.kind !== 'text') continue;
    let text = token.text;
    if (added.classes.test(token.cls)) {
      const start = offset;
      text = token.text
        .split('')
        .filter((_, i) => !added.isAdded(start + i))
        .join('');
      offset += token.text.length;
    }
    addText(list, text, token);
  }
  return list;
}

function addText(list: (TextItem | MarkItem)[], text: string, { cls, format }: TextToken) {
  const folded = isOpen(cls) ? fold(text) : text;
  if (folded === '') return;
  const formats = Array.from(folded, () => format);
  const last = list.at(-1);
  if (last?.kind === 'text' && last.cls === cls) {
    last.text += text;
    last.folded += folded;
    last.formats.push(...formats);
  } else list.push({ kind: 'text', cls, text, folded, formats });
}

/**
 * Marks are compared with the text between them reduced to its being there, so that a lost word is not
 * reported as a lost mark.
 */
function compareMarks(source: (TextItem | MarkItem)[], result: (TextItem | MarkItem)[]): Violation[] {
  const tags = (list: (TextItem | MarkItem)[]) => list.flatMap((i) => (i.kind === 'mark' ? [i] : []));
  const before = tags(source);
  const after = tags(result);
  const counts = new Map<string, number>();
  for (const { name } of before) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name } of after) counts.set(name, (counts.get(name) ?? 0) - 1);
  const uneven = [...counts].filter(([name, n]) => n !== 0 && !name.startsWith('/'));
  if (uneven.length > 0) {
    return uneven.map(([name, n]) => ({
      rule: n > 0 ? 'mark_lost' : 'mark_added',
      detail: `${Math.abs(n)} × ${name} in "${excerpt(textOfItems(source))}"`,
    }));
  }
  const changed = before.findIndex((item, i) => item.tag !== after[i]?.tag);
  if (changed >= 0) {
    const detail = `${excerpt(before[changed]?.tag ?? '')} → ${excerpt(after[changed]?.tag ?? '')}`;
    return [{ rule: 'mark_changed', detail }];
  }
  const shape = (list: (TextItem | MarkItem)[]) =>
    list.map((i) => (i.kind === 'mark' ? i.name : isOpen(i.cls) ? i.folded : '§'));
  const places = [shape(source), shape(result)];
  if (places[0]?.join('\0') === places[1]?.join('\0')) return [];
  if (fold(textOfItems(source)) !== fold(textOfItems(result))) return [];
  return [
    {
      rule: 'mark_moved',
      detail: `${excerpt(places[0]?.join('|') ?? '', 160)} → ${excerpt(places[1]?.join('|') ?? '', 160)}`,
    },
  ];
}

function textOfItems(list: (TextItem | MarkItem)[]) {
  return list.map((item) => (item.kind === 'text' ? item.text : '')).join('');
}

/**
 * Bookmarks and ranges: all there, in their order, and around words where they were; around which is not
 * compared.
 */
function compareHidden(before: readonly Token[], after: readonly Token[]): Violation[] {
  const source = before.flatMap((t) => (t.kind === 'hidden' ? [t] : []));
  const result = after.flatMap((t) => (t.kind === 'hidden' ? [t] : []));
  const at = source.findIndex((t, i) => t.tag !== result[i]?.tag);
  if (at >= 0 || source.length !== result.length) {
    const lost = source[at]?.tag ?? result.at(-1)?.tag ?? '';
    return [{ rule: 'hidden_mark_changed', detail: excerpt(lost) }];
  }
  const words = rangeTexts(after);
  for (const [key, text] of rangeTexts(before)) {
    // A part of a word cannot be told apart in its translation.
    if (!/\S\s+\S/.test(text) || words.get(key)?.trim() !== '') continue;
    return [{ rule: 'range_emptied', detail: `${key} was around "${excerpt(text)}"` }];
  }
  return [];
}

/** The visible text of each range that begins and ends here, by its kind and id. */
function rangeTexts(tokens: readonly Token[]): Map<string, string> {
  const open = new Map<string, string>();
  const ranges = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'text' && isOpen(token.cls))
      for (const [key, text] of open) open.set(key, text + token.text);
    if (token.kind !== 'hidden') continue;
    const [, kind, end] = /^(.+?)(Start|End)$/.exec(token.name) ?? [];
    if (kind === undefined) continue;
    const key = `${kind} ${/[}\s]id="([^"]*)"/.exec(token.tag)?.[1]}`;
    if (end === 'Start') open.set(key, '');
    const text = open.get(key);
    if (end !== 'End' || text === undefined) continue;
    ranges.set(key, text);
    open.delete(key);
  }
  return ranges;
}

function compareItem(
  source: TextItem | MarkItem,
  result: TextItem | MarkItem | undefined,
  isTranslated: boolean,
): Violation[] {
  if (source.kind === 'mark') {
    if (result?.kind !== 'mark' || result.format === source.format) return [];
    return [
      {
        rule: 'mark_format',
        detail: `${source.name}: ${excerpt(source.format)} → ${excerpt(result.format)}`,
      },
    ];
  }
  if (result?.kind !== 'text') return [{ rule: 'text_changed', detail: excerpt(source.text) }];
  const detail = `"${excerpt(source.text)}" → "${excerpt(result.text)}"`;
  if (!isOpen(source.cls))
    return source.text === result.text ? [] : [{ rule: 'frozen_text_changed', detail }];
  if (source.folded !== result.folded) return [{ rule: 'text_changed', detail }];
  if (source.cls === 'visible') {
    if (!isTranslated && isProse(source.text)) return [{ rule: 'untranslated', detail }];
    const left = isTranslated ? leftWord(result.text) : undefined;
    if (left !== undefined) return [{ rule: 'partly_untranslated', detail: `${left} in ${detail}` }];
  }
  const letters = Array.from(source.folded);
  const at = letters.findIndex((c, i) => /\S/.test(c) && source.formats[i] !== result.formats[i]);
  if (at < 0) return [];
  const change = `${excerpt(source.formats[at] ?? '', 60)} → ${excerpt(result.formats[at] ?? '', 60)}`;
  return [{ rule: 'format_moved', detail: `at ${at} of ${detail}: ${change}` }];
}

/**
 * The Fallback of an mc:AlternateContent says in the result what its Choice says, where it did in the source.
 */
function compareFallbacks(before: Paragraph[], after: Paragraph[]): Violation[] {
  const violations: Violation[] = [];
  const choices = new Map<string, string>();
  before.forEach((paragraph, i) => {
    const key = `${paragraph.branch?.alternate} ${visibleText(paragraph.tokens)}`;
    if (paragraph.branch && !paragraph.branch.fallback) choices.set(key, visibleText(after[i]?.tokens ?? []));
  });
  before.forEach((paragraph, i) => {
    const text = visibleText(paragraph.tokens);
    if (!paragraph.branch?.fallback || text.trim() === '') return;
    const choice = choices.get(`${paragraph.branch.alternate} ${text}`);
    const own = visibleText(after[i]?.tokens ?? []);
    if (choice === undefined || choice === own) return;
    violations.push({ rule: 'fallback_differs', detail: `"${excerpt(choice)}" but "${excerpt(own)}"` });
  });
  return violations;
}
