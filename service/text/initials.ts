import { escapeText, formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';

const FIRST_LETTER = /^(\s*["“«„'‘¿¡(]*[\p{L}\p{N}]\p{M}*)([^]*)$/u;

/** A target, cut after its first letter and the signs before it; `cap` is empty without a letter. */
export function cutInitial(target: string): { cap: string; rest: string } {
  const tokens = parseCoded(target);
  const first = tokens.findIndex((token) => token.kind === 'text' && token.text.trim() !== '');
  const token = tokens[first];
  const [, cap, rest] = (token?.kind === 'text' ? FIRST_LETTER.exec(token.text) : undefined) ?? [];
  if (cap === undefined || rest === undefined) return { cap: '', rest: target };
  const own: Token[] = rest === '' ? [] : [{ kind: 'text', text: rest }];
  return { cap: escapeText(cap.trim()), rest: formatCoded(tokens.toSpliced(first, 1, ...own)) };
}

/** A text without the pairs around its first letter. */
export interface WithoutInitial {
  readonly core: string;
  /** Puts them around the first letter of the translation. */
  readonly put: (target: string) => string;
}

/**
 * A capital in pairs of its own; its word goes on behind them, perhaps with others in another format (not `V`
 * with a subscript).
 */
const INITIAL =
  /^((?:<\d{1,9}>)+)(["“«„'‘¿¡]?\p{Lu}\p{M}*)((?:<\/\d{1,9}>)+)((?:<\d{1,9}>)+(?=['’]?\p{L}[^<]*\s)|(?=['’]?\p{L}))/u;
const CODE = /<\/?\d{1,9}>/g;

/**
 * A drop cap is the first letter of the text, not a part of its first word: that may move (`<1>P</1>ast
 * midnight` → `<1>M</1>edianoche pasada`).
 */
export function takeInitial(coded: string): WithoutInitial {
  const [whole, opens, letter, closes, behind] = INITIAL.exec(coded) ?? [];
  if (whole === undefined || opens!.match(CODE)!.length !== closes!.match(CODE)!.length)
    return { core: coded, put: (target) => target };
  return {
    core: behind! + letter! + coded.slice(whole.length),
    put(target) {
      const { cap, rest } = cutInitial(target);
      // A target that begins with a code, or is one letter in a pair.
      if (cap === '' || /^(?:<\d{1,9}>)*<(?:\d{1,9}\/|\/\d{1,9})>|^$/.test(rest)) return target;
      return opens! + cap + closes! + rest;
    },
  };
}
