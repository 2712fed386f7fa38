import { formatCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { formatTracker, wholeTarget } from '../inlines/targets.ts';
import { WORD, wordsOf } from './cue-text.ts';
import type { Item, Paragraph } from './cue-text.ts';
import { cutInProportion } from './cut.ts';
import type { ReadCue } from './groups.ts';
import type { At, CueItem } from './tree.ts';
import { widthOf } from './width.ts';
import { unitsOf } from './wrap.ts';
import type { Unit } from './wrap.ts';

function wordedParagraphs(group: readonly ReadCue[]): Paragraph[] {
  return group.flatMap(({ content }) => content.paragraphs.filter(({ hasWords }) => hasWords));
}

/** The parts of a target, one for each paragraph with words; undefined without any words. */
export function partsOf(
  target: string,
  coded: CodedInlines<At>,
  group: readonly ReadCue[],
  language: string,
): Unit[][] | undefined {
  const paragraphs = wordedParagraphs(group);
  const tokens = wholeTarget(target, coded);
  const items = targetItems(tokens, coded);
  const parts = cutParts(items, language);
  const isWhole =
    parts.length === paragraphs.length && parts.every((part) => part.some(({ text }) => WORD.test(text)));
  if (isWhole && !isCutByPosition(tokens, coded)) return withOwnCodes(parts, paragraphs);
  const units = unitsOf(
    items.map((item) => (item.kind === 'cut' ? { kind: 'text', text: ' ', tags: [] } : item)),
    language,
  );
  const found = cutInProportion(
    units,
    paragraphs.map((paragraph) => Math.max(1, widthOf(wordsOf(paragraph)))),
  );
  return found.length === 0 ? undefined : withOwnCodes(found, paragraphs);
}

/**
 * The parts with the codes of their own cue, in order; another cue's time stamps are dropped. Codes that an
 * engine moved are placed as in the source, in proportion to the words.
 */
function withOwnCodes(parts: readonly Unit[][], paragraphs: readonly Paragraph[]): Unit[][] {
  return parts.map((part, n) => {
    const { items } = paragraphs[n]!;
    const own = codesOf(items);
    const there = codesOf(part.flatMap((unit) => unit.items));
    if (own.length === there.length && own.every(({ text }, at) => text === there[at]!.text)) return part;
    const total = Math.max(1, wordsOf(paragraphs[n]!).length);
    const places: { readonly code: Item; readonly at: number }[] = [];
    let before = 0;
    for (const item of items) {
      if (item.kind === 'text') before += item.text.length;
      else places.push({ code: item, at: Math.round((before / total) * part.length) });
    }
    return part
      .map((unit, at) => ({
        ...unit,
        items: [
          ...places.filter((place) => place.at === at).map(({ code }) => code),
          ...unit.items.filter(({ kind }) => kind === 'text'),
          ...(at === part.length - 1 ? places.filter((place) => place.at > at).map(({ code }) => code) : []),
        ],
      }))
      .filter((unit) => unit.items.length > 0);
  });
}

function codesOf(items: readonly Item[]): Item[] {
  return items.filter(({ kind }) => kind === 'raw');
}

/** Whether the cuts are merely where lost ones were restored: then the ends of cues can be chosen better. */
function isCutByPosition(tokens: readonly Token[], coded: CodedInlines<At>): boolean {
  const isCut = (id: number): boolean => {
    const code = coded.codes.get(id);
    return code?.kind === 'standalone' && code.standalone.at.isCut === true;
  };
  if (coded.rules?.walls?.some(isCut) === true) return false;
  const bare = tokens.filter((token) => token.kind !== 'standalone' || !isCut(token.id));
  if (bare.length === tokens.length) return false;
  return formatCoded(wholeTarget(formatCoded(bare), coded)) === formatCoded(tokens);
}

function targetItems(tokens: readonly Token[], coded: CodedInlines<At>): CueItem[] {
  const tracker = formatTracker(coded);
  const items: CueItem[] = [];
  for (const token of tokens) {
    const { tags } = tracker.like().at;
    if (token.kind === 'open') tracker.open(token.id);
    else if (token.kind === 'close') tracker.close();
    else if (token.kind === 'text') items.push({ kind: 'text', text: token.text, tags });
    else {
      const code = coded.codes.get(token.id);
      if (code?.kind !== 'standalone') continue;
      const { raw } = code.standalone.at;
      items.push(raw === undefined ? { kind: 'cut', isWall: false, tags } : { kind: 'raw', text: raw, tags });
    }
  }
  return items;
}

function cutParts(items: readonly CueItem[], language: string): Unit[][] {
  const parts: Item[][] = [[]];
  for (const item of items) {
    if (item.kind === 'cut') parts.push([]);
    else parts.at(-1)!.push(item);
  }
  return parts.map((part) => unitsOf(part, language));
}
