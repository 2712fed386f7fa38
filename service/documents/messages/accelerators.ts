import { scan } from '../../text/protected/scan.ts';
import { isUnspaced } from '../../text/scripts.ts';

/** The sign before a menu entry's accelerator: GTK, Windows and Qt, LibreOffice. */
export type AcceleratorSign = '_' | '&' | '~';

/** A text without its accelerator. */
export interface Accelerator {
  readonly sign: AcceleratorSign;
  readonly letter: string;
  readonly text: string;
}

/** At the beginning of a word, as nearly always. */
const AT_WORD: Readonly<Record<AcceleratorSign, RegExp>> = {
  _: /(?<![\p{L}\p{N}_])_(?=[\p{L}\p{N}])/u,
  '&': /(?<![\p{L}\p{N}&])&(?=[\p{L}\p{N}])(?![A-Za-z]{2,31};)/u,
  '~': /(?<![\p{L}\p{N}~/.])~(?=\p{L})/u,
};
const ANYWHERE: Readonly<Record<AcceleratorSign, RegExp>> = {
  _: /(?<!_)_(?=\p{L})/u,
  '&': /(?<!&)&(?=\p{L})(?![A-Za-z]{2,31};)/u,
  '~': /(?<!~)~(?=\p{L})/u,
};
/** A label of one sign and a capital is not a coincidence. */
const CERTAIN = /^([_&~])\p{Lu}\p{Ll}/u;
/** `E&xit`, `Sa&ve`: no word is joined to so short a beginning. */
const INNER = /^\p{Lu}\p{Ll}{0,2}&\p{Ll}/u;
/** The convention of East Asian texts: `文件(&F)`. */
const BEHIND = /\s?\(([_&~])([A-Za-z\d])\)/;
/** Maximum length of a label, in UTF-16 units. */
const MAX_LABEL = 120;
const MIN_EVIDENCE = 3;

/** The sign that a file uses; undefined if its texts have none. */
export function acceleratorSign(texts: Iterable<string>): AcceleratorSign | undefined {
  const counts = { _: 0, '&': 0, '~': 0 };
  let labels = 0;
  for (const text of texts) {
    labels++;
    for (const sign of ['_', '&', '~'] as const) {
      if (
        text.length <= MAX_LABEL &&
        countOf(text, sign) === 1 &&
        (AT_WORD[sign].test(text) || (sign === '&' && INNER.test(text))) &&
        /\p{Lu}/u.test(text)
      )
        counts[sign]++;
    }
  }
  const [sign, count] = (Object.entries(counts) as [AcceleratorSign, number][]).sort(
    (a, b) => b[1] - a[1],
  )[0]!;
  return count >= MIN_EVIDENCE || (count > 0 && labels <= 2 * count) ? sign : undefined;
}

/** The sign of a file, if it is one of those that its programs have. */
export function acceleratorAmong<Sign extends AcceleratorSign>(
  signs: readonly Sign[],
  texts: Iterable<string>,
): Sign | undefined {
  const sign = acceleratorSign(texts);
  return signs.find((one) => one === sign);
}

export function takeAccelerator(text: string, ofFile: AcceleratorSign | undefined): Accelerator | undefined {
  const sign = ofFile ?? (CERTAIN.exec(text)?.[1] as AcceleratorSign | undefined);
  if (sign === undefined || text.length > MAX_LABEL || countOf(text, sign) !== 1) return undefined;
  const behind = BEHIND.exec(text);
  if (behind) return { sign, letter: behind[2]!, text: text.replace(BEHIND, '') };
  const found = AT_WORD[sign].exec(text) ?? ANYWHERE[sign].exec(text);
  if (!found || isName(text, found.index)) return undefined;
  const rest = text.slice(0, found.index) + text.slice(found.index + 1);
  return { sign, letter: String.fromCodePoint(rest.codePointAt(found.index)!), text: rest };
}

/** `max_size`, `R&D`, `~user`: the sign is part of a word, or of a placeholder. */
function isName(text: string, at: number): boolean {
  const before = /(?<![\p{L}\p{N}])[\p{L}\p{N}]*$/u.exec(text.slice(0, at))![0];
  const after = /^[\p{L}\p{N}_]*/u.exec(text.slice(at + 1))![0];
  if (before === '') return false;
  if (/^\p{Lu}+$/u.test(before + after)) return true;
  return text[at] === '_' && /^\p{Ll}{2,}$/u.test(before) && text.includes(' ') && /^\p{Ll}/u.test(after);
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** A translation with its source's accelerator: before the same letter, the first letter, or at the end. */
export function putAccelerator(text: string, { sign, letter }: Accelerator): string {
  const free = freeLetters(text);
  const same = (at: number) => text[at]!.toLowerCase() === letter.toLowerCase();
  const beginsWord = (at: number) => at === 0 || !/[\p{L}\p{N}\p{M}'’]/u.test(text[at - 1]!);
  const at =
    free.find((index) => same(index) && beginsWord(index)) ??
    free.find(same) ??
    free.find(beginsWord) ??
    free[0];
  if (
    at !== undefined &&
    !isUnspaced(text.slice(at, at + 2)) &&
    !/\p{sc=Hangul}/u.test(text.slice(at, at + 1))
  )
    return `${text.slice(0, at)}${sign}${text.slice(at)}`;
  if (!/[A-Za-z\d]/.test(letter)) return text;
  const [end] = /(?<!\s)\s*(?:\.{3}|…|[:：])?\s*$/u.exec(text)!;
  return `${text.slice(0, text.length - end.length)}(${sign}${letter.toUpperCase()})${end}`;
}

/** Offsets of letters and digits outside placeholders. */
function freeLetters(text: string): number[] {
  const marks = scan(text);
  return Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ({ index }) => index).filter(
    (index) => !marks.some(({ start, end }) => start <= index && index < end),
  );
}
