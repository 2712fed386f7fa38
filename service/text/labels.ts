import type { Span } from './spans.ts';

/** `A: `, `II. `, `B. ` before a capital, `a) `, `(2) ` at the start of a text: not part of its sentence. */
const LABEL =
  /^\s{0,9}(?:(?:\p{Lu}:|\p{Lu}\.|[IVXLC]{1,6}\.)\s{1,9}(?=["'“‘«(]?\p{Lu})|\(?(?:\p{Ll}|[ivx]{1,5}|\d{1,3})\)\s{1,9}(?=["'“‘«(]?\p{L}))/u;
/** Further labels in one line: `a) red b) white`. Not in `a house (b) or`, which is one text. */
const NEXT = /\s{1,9}(?:\p{Ll}|[ivx]{1,5}|\d{1,3})\)\s{1,9}(?=\p{L})/gu;

/** A text's labels with the white space around: no word crosses them, none gets a sentence's sign. */
export function labelSpans(plain: string): Span[] {
  const first = LABEL.exec(plain);
  if (!first) return [];
  const spans: Span[] = [{ start: 0, end: first[0].length }];
  if (!/^\s*[^(\s]+\)/u.test(first[0])) return spans;
  for (const { 0: label, index } of plain.matchAll(NEXT))
    if (index >= first[0].length) spans.push({ start: index, end: index + label.length });
  return spans;
}
