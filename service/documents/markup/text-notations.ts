import type { TextTag } from './text-tag.ts';

/** A markup language whose marks are not written as tags. */
export type Notation = 'rest' | 'asciidoc';

/** A mark that is kept whole, or a text between two marks: `[start, textStart)`, `[textEnd, end)`. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly text?: readonly [start: number, end: number];
}

/** Groups: the mark before the text, the text, the mark after it; or only a whole mark. */
interface Rule {
  readonly pattern: RegExp;
  /** A mark of this kind is no accident: the file uses the notation. */
  readonly isSure: boolean;
}

/**
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#inline-markup and the roles of Sphinx: a role's
 * text with a target (`:doc:`text </page>``) is translated; without one only where the role shows its text.
 */
const REST: readonly Rule[] = [
  { pattern: /(:[a-zA-Z][\w:+.-]{0,40}:`)([^`<>\n]{1,500}?)(\s?<[^`<>\n]{1,500}>`)/g, isSure: true },
  {
    pattern:
      /(:(?:abbr|dfn|emphasis|guilabel|menuselection|strong|sub|sup|title-reference):`)([^`\n]{1,500})(`)/g,
    isSure: true,
  },
  { pattern: /:[a-zA-Z][\w:+.-]{0,40}:`[^`\n]{1,500}`/g, isSure: true },
  { pattern: /(`)([^`<>\n]{1,500}?)(\s?<[^`<>\n]{1,500}>`__?)/g, isSure: true },
  {
    pattern:
      /``[^`\n]{1,500}``|(?<![\p{L}\p{N}|])\|[\p{L}\p{N}][\p{L}\p{N} _.-]{0,60}(?<! )\|_{0,2}(?![\p{L}\p{N}|])/gu,
    isSure: false,
  },
  {
    pattern: /((?<![\p{L}\p{N}*])\*{1,2})((?![\s*])[^*\n]{1,500}(?<![\s*]))(\*{1,2}(?![\p{L}\p{N}*]))/gu,
    isSure: false,
  },
];

/** https://docs.asciidoctor.org/asciidoc/latest/macros/: links show their text, of other macros nothing is one. */
const ASCIIDOC: readonly Rule[] = [
  { pattern: /((?:xref|link|mailto):[^\s[\]]{1,500}\[)([^[\]\n]{1,500})(\])/g, isSure: true },
  { pattern: /(https?:\/\/[^\s[\]]{1,500}\[)([^[\]\n]{1,500})(\])/g, isSure: true },
  { pattern: /(footnote:[\w-]{0,60}\[)([^[\]\n]{1,500})(\])/g, isSure: true },
  { pattern: /(<<[#\w.:/-]{1,200},\s?)([^<>\n]{1,500})(>>)/g, isSure: true },
  { pattern: /<<[#\w.:/-]{1,200}>>/g, isSure: true },
  { pattern: /(?<![\w:])[a-z][a-z\d]{1,30}::?[^\s[\]]{0,500}\[[^[\]\n]{0,500}\]/g, isSure: true },
];

interface NotationRules {
  /** One of these is in every mark that is sure. */
  readonly sign: RegExp;
  readonly rules: readonly Rule[];
}

const NOTATIONS: Readonly<Record<Notation, NotationRules>> = {
  rest: { sign: /`/, rules: REST },
  asciidoc: { sign: /[\]>]/, rules: ASCIIDOC },
};

/** The notations of a file's texts. */
export function notationsIn(texts: readonly string[]): Notation[] {
  return (Object.keys(NOTATIONS) as Notation[]).filter((notation) => {
    const { sign, rules } = NOTATIONS[notation];
    const sure = rules.filter(({ isSure }) => isSure);
    return texts.some((text) => sign.test(text) && sure.some(({ pattern }) => text.search(pattern) !== -1));
  });
}

/** The marks of notations in a text, in order: pairs around texts, and marks that are kept whole. Linear. */
export function notationTags(raw: string, notations: readonly Notation[]): TextTag[] {
  const found: Found[] = [];
  const isTaken = new Uint8Array(notations.length === 0 ? 0 : raw.length);
  for (const { pattern } of notations.flatMap((notation) => NOTATIONS[notation].rules)) {
    for (const match of raw.matchAll(pattern)) {
      const one = foundBy(match);
      if (isTaken.subarray(one.start, one.end).includes(1)) continue;
      isTaken.fill(1, one.start, one.end);
      found.push(one);
    }
  }
  return found.sort((a, b) => a.start - b.start).flatMap(tagsOf);
}

function foundBy({ 0: whole, 1: before, 2: text, index }: RegExpExecArray): Found {
  const end = index + whole.length;
  if (before === undefined || text === undefined) return { start: index, end };
  const start = index + before.length;
  return { start: index, end, text: [start, start + text.length] };
}

function tagsOf({ start, end, text }: Found): TextTag[] {
  const mark = { name: `${start}`, isBlock: false, isLocked: false };
  if (!text) return [{ ...mark, start, end, kind: 'single', isWord: true }];
  return [
    { ...mark, start, end: text[0], kind: 'open', isWord: false },
    { ...mark, start: text[1], end, kind: 'close', isWord: false },
  ];
}
