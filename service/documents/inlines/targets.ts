import { parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { completeCodes } from '../../text/complete-codes.ts';
import { charAt, isUnspaced } from '../../text/scripts.ts';
import type { StandaloneInline, CodedInlines, CodeToken, TextInline } from './code-inlines.ts';

/**
 * A translation's tokens with all codes of its source: engine answers were repaired on arrival, and this
 * preserves a note mark or a picture through later edits.
 */
export function wholeTarget<At>(target: string, source: CodedInlines<At>): readonly Token[] {
  return completeCodes(parseCoded(source.text), parseCoded(target), source.rules).tokens;
}

/** Whether a character of an unspaced script begins here, where a text may be cut as well. */
export function isUnspacedAt(text: string, at: number): boolean {
  return isUnspaced(charAt(text, at)) && !isInsidePair(text, at);
}

/** Returns a function that finds the end of a word (or of the text) nearest to an offset. */
export function wordEndsOf(text: string): (offset: number) => number {
  const spaces = Array.from(text.matchAll(/\s+/g), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  return (offset) => {
    const at = Math.min(text.length, Math.max(0, Math.round(offset)));
    if (isUnspacedAt(text, at)) return at;
    const next = firstIndex(spaces, ({ end }) => end > at);
    const ahead = spaces[next];
    const after = ahead ? Math.max(at, ahead.start) : text.length;
    const before = (ahead && ahead.start < at ? ahead : spaces[next - 1])?.start ?? 0;
    return at - before <= after - at ? before : after;
  };
}

/** The first index of an ordered list from which on `holds` is true. */
function firstIndex<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** Whether a target has its source's codes in the same order: then texts can be changed in place. */
export function sameOrder(tokens: readonly Token[], source: readonly CodeToken[]): boolean {
  const codes = tokens.filter((token) => token.kind !== 'text');
  return (
    codes.length === source.length &&
    codes.every((token, index) => token.kind === source[index]!.kind && token.id === source[index]!.id)
  );
}

/** The texts before, between and after the codes: always one more than there are codes. */
export function slotTexts(tokens: readonly Token[]): string[] {
  const texts: string[] = [];
  let text = '';
  for (const token of tokens) {
    if (token.kind === 'text') {
      text += token.text;
    } else {
      texts.push(text);
      text = '';
    }
  }
  texts.push(text);
  return texts;
}

/** A text of a target, and the source text whose format it takes. */
interface TargetText<At> {
  readonly kind: 'target';
  readonly text: string;
  readonly like: TextInline<At>;
}

/** Follows pairs while a target is read, to tell the current look of untagged text. */
export function formatTracker<At>(source: CodedInlines<At>) {
  const stack: TextInline<At>[] = [];
  return {
    like: () => stack.at(-1) ?? source.base,
    open(id: number) {
      const code = source.codes.get(id);
      if (code && code.kind !== 'standalone') stack.push(code.like);
    },
    close() {
      stack.pop();
    },
  };
}

/** A target of texts, formats and standalones only (rich text in a cell), in its order. */
export function targetPieces<At>(
  target: string,
  source: CodedInlines<At>,
): (TargetText<At> | StandaloneInline<At>)[] {
  const tracker = formatTracker(source);
  const pieces: (TargetText<At> | StandaloneInline<At>)[] = [];
  for (const token of wholeTarget(target, source)) {
    const code = token.kind === 'standalone' ? source.codes.get(token.id) : undefined;
    if (token.kind === 'open') tracker.open(token.id);
    else if (token.kind === 'close') tracker.close();
    else if (token.kind === 'text') pieces.push({ kind: 'target', text: token.text, like: tracker.like() });
    else if (code?.kind === 'standalone') pieces.push(code.standalone);
  }
  return pieces;
}
