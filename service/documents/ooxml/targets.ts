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
  const total = source.slots
    .flat()
    .reduce((sum, item) => sum + (item.kind === 'text' ? item.text.length : 0), 0);
  for (const token of source.tokens) {
    const code = source.codes.get(token.id)!;
    // A lost format is only a lost format; a lost link or control is put back empty, for its anchor and its data.
    if (used.has(token.id) || token.kind === 'close' || code.kind === 'format') continue;
    const lost: Token[] =
      code.kind === 'alone'
        ? [{ kind: 'alone', id: token.id }]
        : [
            { kind: 'open', id: token.id },
            { kind: 'close', id: token.id },
          ];
    insertAt(tokens, textLength(tokens) * (total === 0 ? 1 : token.before / total), lost);
  }
  return tokens;
}

function textLength(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token) => sum + (token.kind === 'text' ? token.text.length : 0), 0);
}

/** Inserts tokens after so many units of text, at the nearest end of a word. */
function insertAt(tokens: Token[], units: number, inserted: readonly Token[]): void {
  let passed = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'text') continue;
    if (passed + token.text.length < units) {
      passed += token.text.length;
      continue;
    }
    const cut = wordEnd(token.text, units - passed);
    const parts: Token[] = [{ kind: 'text', text: token.text.slice(0, cut) }];
    if (cut < token.text.length) parts.push(...inserted, { kind: 'text', text: token.text.slice(cut) });
    else parts.push(...inserted);
    tokens.splice(index, 1, ...parts.filter((part) => part.kind !== 'text' || part.text !== ''));
    return;
  }
  tokens.push(...inserted);
}

/** Scripts that put no spaces between words: any character is as good a place to cut as the next. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The end of a word (or an end of the text) that is nearest to an offset. */
export function wordEnd(text: string, offset: number): number {
  const at = Math.min(text.length, Math.max(0, Math.round(offset)));
  if (UNSPACED.test(text.slice(at))) return at;
  const after = at + text.slice(at).search(/\s|$/);
  const words = text.slice(0, at).trimEnd();
  const isInWord = words.length === at;
  const before = isInWord ? words.replace(/\S+$/, '').trimEnd().length : words.length;
  return at - before <= after - at ? before : after;
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
export interface TargetText<At> {
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
