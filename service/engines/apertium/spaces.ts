import type { Token } from '../../text/codes.ts';

/** Represents anything but text (Unicode's object replacement character). */
const OBJECT = '\uFFFC';

/** A space before a stop, a comma or a closing bracket. */
const SPACED_STOP = /\s[.,;:!?)]/;
/** An opening quotation mark or bracket, and a space. */
const SPACED_OPENING = /(?<![^\s([])(["'“„«‘([]) /u;
const SPACED_OPENINGS = new RegExp(SPACED_OPENING, 'gu');

/** `before`: the preceding text, to distinguish an opening mark from a closing one. */
function withoutSpacesBehindOpenings(before: string, text: string): string {
  return (before + text)
    .replaceAll(SPACED_OPENINGS, (whole, sign: string, at: number) => (at + 1 < before.length ? whole : sign))
    .slice(before.length);
}

/**
 * Removes the spaces left by dropped pronouns, merged and moved words. Wide spaces of the source never get
 * here: they split texts (text/pieces.ts); other double spaces need not be kept.
 */
export function withSourceSpaces(tokens: readonly Token[], source: string): Token[] {
  const spacedStops = SPACED_STOP.test(source);
  const spacedOpenings = SPACED_OPENING.test(source);
  const hasDots = source.includes('..');
  const spaced: Token[] = [];
  let lastText: { kind: 'text'; text: string } | undefined;
  /** The end of the text so far: a mark after a word closes, even if they are in different tokens. */
  let end = '';
  for (const token of tokens) {
    if (token.kind !== 'text') {
      spaced.push(token);
      // A standalone code is no space: the spaces beside it belong to the text.
      if (token.kind === 'standalone') {
        lastText = { kind: 'text', text: OBJECT };
        end = OBJECT;
      }
      continue;
    }
    let text = token.text.replace(/ {2,}/g, ' ');
    if (text.startsWith(' ') && (lastText?.text.endsWith(' ') ?? true)) text = text.slice(1);
    if (!spacedOpenings) text = withoutSpacesBehindOpenings(end, text);
    if (!spacedStops) {
      text = text.replace(/ ([.,;:!?)])/g, '$1');
      if (lastText && /^[.,;:!?)]/.test(text)) {
        lastText.text = lastText.text.trimEnd();
        end = end.trimEnd();
      }
    }
    // The stop of an abbreviation also ends the sentence.
    if (!hasDots) text = (end + text).replace(/(?<=\p{L}\.)\.(?!\.)/gu, '').slice(end.length);
    if (text === '') continue;
    end = (end + text).slice(-3);
    lastText = { kind: 'text', text };
    spaced.push(lastText);
  }
  return spaced;
}
