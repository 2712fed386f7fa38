import { isTextBlock, isUntranslated, LOCKED } from './elements.ts';

/** A tag in a string of a program, `raw[start, end)`; without a name ` | `, which divides forms of a plural. */
export interface TextTag {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly kind: 'open' | 'close' | 'single';
  /** It begins or ends a separate text. */
  readonly isBlock: boolean;
  /** Written `<name/>`. */
  readonly isEmpty: boolean;
  /** The content of its element is not translated. */
  readonly isLocked: boolean;
}

/** Values of attributes may contain `>`, if their quotes close. */
const TAG =
  /<(\/?)(\d{1,4}|[A-Za-z][\w:.-]{0,60}(?:\s(?:(?:[^<>"']|"[^<"]{0,1000}"|'[^<']{0,1000}'){0,1000}?(?=\/?>)|[^<>]{0,1000}?))?)(\/?)>| \| /g;
/** Depth of nested pairs; deeper tags have no partner. */
const MAX_DEPTH = 50;

/** The tags of a string, as HTML, React, Qt or Android's styled texts have them: names are often the program's own. */
export function textTags(raw: string): TextTag[] {
  return Array.from(raw.matchAll(TAG), ({ index, 0: { length }, 1: slash, 2: tag = '', 3: empty }) => {
    const name = tag.split(/\s/, 1)[0]!;
    const isBlock = name === '' || isTextBlock(name);
    const isEmpty = empty === '/' && name !== '';
    const kind = isBlock || isEmpty ? 'single' : slash === '/' ? 'close' : 'open';
    const isLocked = LOCKED.has(name.toLowerCase()) || isUntranslated((wanted) => attributeIn(tag, wanted));
    return { start: index, end: index + length, name, kind, isBlock, isEmpty, isLocked };
  });
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
