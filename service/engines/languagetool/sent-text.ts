import type { GrammarFinding } from '../../contract/index.ts';
import { codePoints, escapeText } from '../../text/codes.ts';
import { scan } from '../../text/protected/scan.ts';

/** A text as a checker gets it, and where each of its UTF-16 units is in the text as clients see it. */
export interface SentText {
  readonly plain: string;
  readonly shown: string;
  /** Start and end in `shown` of each unit of `plain`. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether `shown` has inline codes and escapes. */
  readonly isCoded: boolean;
}

/** A finding in `plain`, in UTF-16 units, as a checker says; nothing of it has been believed yet. */
export interface ClaimedFinding {
  readonly rule: string;
  readonly message: string;
  readonly offset: number;
  readonly length: number;
  readonly replacements: readonly string[];
}

const PART = /<(\/?)\d{1,9}(\/?)>|&(?:lt|gt|amp);/g;
const SIGNS: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** The text without its codes. A standalone one, such as a line break, between two words counts as a space. */
export function sentText(shown: string, isCoded: boolean): SentText {
  const starts: number[] = [];
  const ends: number[] = [];
  let plain = '';
  const add = (text: string, at: number, end?: number): void => {
    for (let n = 0; n < text.length; n++) {
      starts.push(end === undefined ? at + n : at);
      ends.push(end ?? at + n + 1);
    }
    plain += text;
  };
  let done = 0;
  for (const part of isCoded ? shown.matchAll(PART) : []) {
    add(shown.slice(done, part.index), done);
    done = part.index + part[0].length;
    const sign = SIGNS[part[0]];
    if (sign !== undefined) add(sign, part.index, done);
    else if (part[2] === '/' && WORD_END.test(plain) && WORD_START.test(shown.slice(done, done + 2)))
      add(' ', part.index, done);
  }
  add(shown.slice(done), done);
  return { plain, shown, starts, ends, isCoded };
}

/** The most that is kept of what a server says. */
const [MAX_RULE, MAX_MESSAGE, MAX_REPLACEMENT] = [200, 500, 200];
const MAX_REPLACEMENTS = 5;
/** More in one segment help nobody. */
const MAX_FINDINGS = 20;

/**
 * The findings as clients see them: offsets in code points of the shown text, replacements in its form. Left out: offsets
 * that are not in the text or cut a character, stretches of nothing but white space (a code may stand there), and
 * protected parts, which must stay as they are.
 */
export function believedFindings(text: SentText, claimed: readonly ClaimedFinding[]): GrammarFinding[] {
  const { plain, shown, starts, ends, isCoded } = text;
  const kept = scan(plain);
  const believed: GrammarFinding[] = [];
  for (const { rule, message, offset, length, replacements } of claimed) {
    const end = offset + length;
    const isInside =
      Number.isSafeInteger(offset) &&
      Number.isSafeInteger(length) &&
      offset >= 0 &&
      length > 0 &&
      end <= plain.length;
    if (!isInside || isInsidePair(plain, offset) || isInsidePair(plain, end)) continue;
    const found = plain.slice(offset, end);
    if (found.trim() === '' || kept.some((span) => span.start < end && offset < span.end)) continue;
    const [at, until] = [starts[offset]!, ends[end - 1]!];
    believed.push({
      rule: cut(oneLine(rule), MAX_RULE),
      message: cut(oneLine(message), MAX_MESSAGE),
      offset: codePoints(shown.slice(0, at)),
      length: codePoints(shown.slice(at, until)),
      found: cut(found, MAX_REPLACEMENT),
      replacements: replacements
        .filter((one) => one !== found && one.length <= MAX_REPLACEMENT && !/\p{Cc}/u.test(one))
        .slice(0, MAX_REPLACEMENTS)
        .map((one) => (isCoded ? escapeText(one) : one)),
    });
    if (believed.length === MAX_FINDINGS) break;
  }
  return believed;
}

/** Whether a place is between the halves of a surrogate pair. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && /[\ud800-\udbff]/.test(text[at - 1]!) && /[\udc00-\udfff]/.test(text[at] ?? '');
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function cut(text: string, most: number): string {
  const chars = Array.from(text.slice(0, most * 2));
  return chars.length > most || text.length > most * 2 ? `${chars.slice(0, most).join('')}…` : text;
}
