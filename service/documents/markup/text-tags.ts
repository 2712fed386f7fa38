import { isTextBlock, isUntranslated, LOCKED } from './elements.ts';
import { notationTags } from './text-notations.ts';
import type { Notation } from './text-notations.ts';
import type { TextTag } from './text-tag.ts';

/** Values of attributes may contain `>`, if their quotes close. */
const TAG =
  /<\ufdd0*(\/?)(\d{1,4}|#[\da-fA-F]{3,8}|[A-Za-z][\w:.-]{0,60}(?:=[^<>\s]{1,60}|\s(?:(?:[^<>"']|"[^<"]{0,1000}"|'[^<']{0,1000}'){0,1000}?(?=\/?>)|[^<>]{0,1000}?))?)(\/?)\ufdd0*>| \| /g;
/** Represents a value in XLIFF. */
const VALUE = /^(?:x|ph)$/;
/** Ren'Py's tags: https://www.renpy.org/doc/html/text.html#styling-text. Without a partner they may be values. */
const BRACED =
  /\{(\/?)(a|alpha|alt|b|color|cps|font|i|k|outlinecolor|plain|rb|rt|s|size|u)(?:=[^{}\s]{1,60})?\}/g;
/** Colours and styles of Minecraft and Warcraft, which words follow without a space. */
const STYLE_CODE = /§[\da-fk-orA-FK-OR]|\|c[\da-fA-F]{8}|\|r(?![a-z])/g;
/** Depth of nested pairs; deeper tags have no partner. */
const MAX_DEPTH = 50;

/**
 * The tags of a string, as HTML, React, Qt, games or Android's styled texts have them: names are often the program's
 * own. `notations`: markup languages that the file uses beside tags. `isEscaped`: the raw text is XML, in which tags are
 * written `&lt;b&gt;`.
 */
export function textTags(
  raw: string,
  { notations = [], isEscaped = false }: { notations?: readonly Notation[]; isEscaped?: boolean } = {},
): TextTag[] {
  const tags = [
    ...angled(isEscaped ? withRealTags(raw) : raw),
    ...gameTags(raw),
    ...notationTags(raw, notations),
  ];
  return tags.sort((a, b) => a.start - b.start);
}

function angled(raw: string): TextTag[] {
  return Array.from(raw.matchAll(TAG), ({ index, 0: { length }, 1: slash, 2: tag = '', 3: empty }) => {
    const name = tag.split(/[\s=]/, 1)[0]!;
    const isBlock = name === '' || isTextBlock(name);
    const isEmpty = empty === '/' && name !== '';
    const kind = isBlock || isEmpty ? 'single' : slash === '/' ? 'close' : 'open';
    const isLocked = LOCKED.has(name.toLowerCase()) || isUntranslated((wanted) => attributeIn(tag, wanted));
    return {
      start: index,
      end: index + length,
      name,
      kind,
      isBlock,
      isWord: isEmpty && VALUE.test(name),
      isLocked,
    };
  });
}

/** The text with brackets in place of their references, of the same length: fillers follow `<` and precede `>`. */
function withRealTags(raw: string): string {
  if (!raw.includes('&lt;')) return raw;
  return raw
    .replaceAll('&lt;', '<\ufdd0\ufdd0\ufdd0')
    .replaceAll('&gt;', '\ufdd0\ufdd0\ufdd0>')
    .replaceAll('&quot;', '"     ');
}

function gameTags(raw: string): TextTag[] {
  const tag = { isBlock: false, isLocked: false, isWord: false };
  const codes = Array.from(raw.matchAll(STYLE_CODE), ({ index, 0: { length } }): TextTag => ({
    ...tag,
    start: index,
    end: index + length,
    name: '§',
    kind: 'single',
  }));
  if (!raw.includes('{/')) return codes;
  const braced = Array.from(raw.matchAll(BRACED), ({ index, 0: { length }, 1: slash, 2: name }): TextTag => ({
    ...tag,
    start: index,
    end: index + length,
    name: `{${name!}`,
    kind: slash === '/' ? 'close' : 'open',
  }));
  const partners = partnersOf(braced);
  return [...codes, ...braced.filter((_, n) => partners.has(n))];
}

function attributeIn(tag: string, name: string): string | undefined {
  if (!tag.includes('=')) return undefined;
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag) ?? [];
  return double ?? single;
}

/** For start and end tags that make a pair, the index of the other. */
export function partnersOf(
  tags: readonly { readonly kind: TextTag['kind']; readonly name?: string }[],
): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  tags.forEach(({ kind, name }, index) => {
    if (kind === 'open') open.push(index);
    if (kind !== 'close') return;
    // Tags left open within have no partner.
    const nearest = open.slice(-MAX_DEPTH).findLastIndex((one) => tags[one]!.name === name);
    if (nearest === -1) return;
    const depth = Math.max(0, open.length - MAX_DEPTH) + nearest;
    const partner = open[depth]!;
    open.length = depth;
    if (depth >= MAX_DEPTH) return;
    partners.set(partner, index);
    partners.set(index, partner);
  });
  return partners;
}
