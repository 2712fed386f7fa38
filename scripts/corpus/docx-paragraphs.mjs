// @ts-check
// Paragraph against paragraph: no word lost, doubled, moved or left; no mark lost or moved; nothing frozen touched.
import { excerpt } from './package.mjs';
import { compareTexts, fold, isProse, leftWord, addedRanges } from './pseudo.mjs';

/**
 * @typedef {import('./docx-model.mjs').Paragraph} Paragraph
 * @typedef {import('./docx-model.mjs').Token} Token
 * @typedef {import('./package.mjs').Violation} Violation
 *
 * Text without a mark or a change of class in between, however many runs it had.
 * @typedef {{kind: 'text', cls: string, text: string, folded: string, formats: string[]}} TextItem
 * @typedef {{kind: 'mark', name: string, tag: string, format: string}} MarkItem
 */

/**
 * @param {Paragraph[]} before
 * @param {Paragraph[]} after as many
 * @returns {Violation[]}
 */
export function compareParagraphs(before, after) {
  const homes = new Map(before.map((paragraph, i) => [fold(visibleText(paragraph.tokens)), i]));
  const violations = before.flatMap((paragraph, i) => compareParagraph(paragraph, after[i], homes));
  return [...violations, ...compareFallbacks(before, after)];
}

/**
 * @param {Paragraph} before
 * @param {Paragraph | undefined} after
 * @param {Map<string, number>} homes which paragraph a text belongs to
 * @returns {Violation[]}
 */
function compareParagraph(before, after, homes) {
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

/** Whether text of this class may be translated. @param {string} cls */
const isOpen = (cls) => cls === 'visible' || cls === 'either';

/** Folded text that is not frozen. @param {readonly (TextItem | MarkItem)[]} list */
function openText(list) {
  return list.map((item) => (item.kind === 'text' && isOpen(item.cls) ? item.folded : '')).join('');
}

/** @param {readonly Token[]} tokens @param {RegExp} [classes] */
function visibleText(tokens, classes = /visible|either/) {
  return tokens.map((t) => (t.kind === 'text' && classes.test(t.cls) ? t.text : '')).join('');
}

/**
 * Tells which characters the engine has added, counted over the text of the classes given: a control whose text may stay
 * stands either inside the translated text or beside it.
 * @typedef {{classes: RegExp, isAdded: (at: number) => boolean}} Added
 */

/** @type {Added} */
const nothing = { classes: /visible/, isAdded: () => false };

/** @param {readonly Token[]} before @param {readonly Token[]} after @returns {Added} */
function addedSpans(before, after) {
  for (const classes of [/visible|either/, /visible/, /visible|either|symbol/]) {
    const text = visibleText(after, classes);
    const source = visibleText(before, classes);
    const ranges = text === source ? undefined : addedRanges(source, text);
    if (ranges) return { classes, isAdded: (at) => ranges.some(({ start, end }) => at >= start && at < end) };
  }
  return nothing;
}

/** @param {readonly Token[]} tokens @param {Added} added @returns {(TextItem | MarkItem)[]} */
function items(tokens, added) {
  /** @type {(TextItem | MarkItem)[]} */
  const list = [];
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

/** @param {(TextItem | MarkItem)[]} list @param {string} text @param {import('./docx-model.mjs').TextToken} token */
function addText(list, text, { cls, format }) {
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
 * Marks are compared with the text between them reduced to its being there, so that a lost word is not reported as a lost mark.
 * @param {(TextItem | MarkItem)[]} source
 * @param {(TextItem | MarkItem)[]} result
 * @returns {Violation[]}
 */
function compareMarks(source, result) {
  const tags = (/** @type {(TextItem | MarkItem)[]} */ list) =>
    list.flatMap((i) => (i.kind === 'mark' ? [i] : []));
  const before = tags(source);
  const after = tags(result);
  const counts = new Map();
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
  const shape = (/** @type {(TextItem | MarkItem)[]} */ list) =>
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

/** @param {(TextItem | MarkItem)[]} list */
function textOfItems(list) {
  return list.map((item) => (item.kind === 'text' ? item.text : '')).join('');
}

/** Bookmarks and ranges: all there, in their order, and around words where they were; around which is not compared. @param {readonly Token[]} before @param {readonly Token[]} after @returns {Violation[]} */
function compareHidden(before, after) {
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

/** The visible text of each range that begins and ends here, by its kind and id. @param {readonly Token[]} tokens @returns {Map<string, string>} */
function rangeTexts(tokens) {
  const open = new Map();
  const ranges = new Map();
  for (const token of tokens) {
    if (token.kind === 'text' && isOpen(token.cls))
      for (const [key, text] of open) open.set(key, text + token.text);
    if (token.kind !== 'hidden') continue;
    const [, kind, end] = /^(.+?)(Start|End)$/.exec(token.name) ?? [];
    if (kind === undefined) continue;
    const key = `${kind} ${/[}\s]id="([^"]*)"/.exec(token.tag)?.[1]}`;
    if (end === 'Start') open.set(key, '');
    else if (open.has(key)) ranges.set(key, open.get(key));
    if (end === 'End') open.delete(key);
  }
  return ranges;
}

/** @param {TextItem | MarkItem} source @param {TextItem | MarkItem | undefined} result @param {boolean} isTranslated @returns {Violation[]} */
function compareItem(source, result, isTranslated) {
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
 * @param {Paragraph[]} before
 * @param {Paragraph[]} after
 * @returns {Violation[]}
 */
function compareFallbacks(before, after) {
  /** @type {Violation[]} */
  const violations = [];
  const choices = new Map();
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
