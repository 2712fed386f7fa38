import { parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import type { CodedInlines, CodeToken, TextInline } from './runs.ts';

/**
 * A translation's tokens, made whole: codes that the source does not have, or has in another kind, are dropped, pairs are
 * well nested, and codes that got lost are put back about where they stood. text/ has repaired what it could before; this
 * is what keeps a note mark or a picture whatever comes.
 */
export function wholeTarget<At>(target: string, source: CodedInlines<At>): Token[] {
  const used = new Set<number>();
  const tokens: Token[] = [];
  const open: number[] = [];
  for (const token of parseCoded(target)) {
    if (token.kind === 'text') {
      tokens.push(token);
      continue;
    }
    if (token.kind === 'close') {
      if (!open.includes(token.id)) continue;
      while (open.at(-1) !== token.id) tokens.push({ kind: 'close', id: open.pop()! });
      open.pop();
      tokens.push(token);
      continue;
    }
    const known = source.codes.get(token.id);
    if (!known || used.has(token.id) || (known.kind === 'alone') !== (token.kind === 'alone')) continue;
    used.add(token.id);
    tokens.push(token);
    if (token.kind === 'open') open.push(token.id);
  }
  while (open.length > 0) tokens.push({ kind: 'close', id: open.pop()! });
  return putBack(tokens, source, used);
}

function putBack<At>(tokens: Token[], source: CodedInlines<At>, used: ReadonlySet<number>): Token[] {
  const lost: Insertion[] = [];
  const total = source.visibleLength;
  const length = tokens.reduce((sum, token) => sum + (token.kind === 'text' ? token.text.length : 0), 0);
  for (const { id, kind, before } of source.tokens) {
    const code = source.codes.get(id)!;
    // A lost format is only a lost format; a lost link or control is put back empty, for its anchor and its data.
    if (used.has(id) || kind === 'close' || code.kind === 'format') continue;
    const inserted: Token[] =
      code.kind === 'alone'
        ? [{ kind: 'alone', id }]
        : [
            { kind: 'open', id },
            { kind: 'close', id },
          ];
    lost.push({ units: length * (total === 0 ? 1 : before / total), tokens: inserted });
  }
  return lost.length === 0 ? tokens : insertAll(tokens, lost);
}

/** Tokens to insert after so many units of text. */
interface Insertion {
  readonly units: number;
  readonly tokens: readonly Token[];
}

/** Inserts tokens at the ends of words nearest to where they belong. `insertions` come by their places. */
function insertAll(tokens: readonly Token[], insertions: readonly Insertion[]): Token[] {
  const result: Token[] = [];
  let passed = 0;
  let next = 0;
  for (const token of tokens) {
    if (token.kind !== 'text') {
      result.push(token);
      continue;
    }
    let from = 0;
    while (next < insertions.length && insertions[next]!.units <= passed + token.text.length) {
      const { units, tokens: inserted } = insertions[next++]!;
      const cut = Math.max(from, wordEnd(token.text, units - passed));
      if (cut > from) result.push({ kind: 'text', text: token.text.slice(from, cut) });
      result.push(...inserted);
      from = cut;
    }
    if (from < token.text.length) result.push({ kind: 'text', text: token.text.slice(from) });
    passed += token.text.length;
  }
  return [...result, ...insertions.slice(next).flatMap((insertion) => insertion.tokens)];
}

const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/uy;

/** Whether a character of a script without spaces between words begins here: as good a place to cut as the next. */
export function isUnspaced(text: string, at: number): boolean {
  UNSPACED.lastIndex = at;
  return UNSPACED.test(text) && !isInsidePair(text, at);
}

/** The end of a word (or an end of the text) that is nearest to an offset. */
export function wordEnd(text: string, offset: number): number {
  const at = Math.min(text.length, Math.max(0, Math.round(offset)));
  if (isUnspaced(text, at)) return at;
  const space = /\s|$/g;
  space.lastIndex = at;
  const after = space.exec(text)!.index;
  let before = at;
  while (before > 0 && !isSpaceBefore(text, before)) before--;
  while (before > 0 && isSpaceBefore(text, before)) before--;
  return at - before <= after - at ? before : after;
}

function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function isSpaceBefore(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at - 1));
}

/** The codes of a target as the source has them, in the same order: texts can then be changed in place. */
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

/** A text of a target and the source text whose format it takes. */
interface TargetText<At> {
  readonly text: string;
  readonly like: TextInline<At>;
}

/** Follows pairs while a target is read: what untagged text looks like just now. */
export function formatTracker<At>(source: CodedInlines<At>) {
  const stack: TextInline<At>[] = [];
  return {
    like: () => stack.at(-1) ?? source.base,
    open(id: number) {
      const code = source.codes.get(id);
      if (code && code.kind !== 'alone') stack.push(code.like);
    },
    close() {
      stack.pop();
    },
  };
}

/** A target of texts and formats only (rich text in a cell) as runs, those of equal format joined. */
export function targetRuns<At>(target: string, source: CodedInlines<At>): TargetText<At>[] {
  const tracker = formatTracker(source);
  const runs: { text: string; like: TextInline<At> }[] = [];
  for (const token of wholeTarget(target, source)) {
    if (token.kind === 'open') tracker.open(token.id);
    else if (token.kind === 'close') tracker.close();
    else if (token.kind === 'text') {
      const like = tracker.like();
      const last = runs.at(-1);
      if (last?.like.format === like.format) last.text += token.text;
      else runs.push({ text: token.text, like });
    }
  }
  return runs;
}
