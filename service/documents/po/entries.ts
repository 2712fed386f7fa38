import { unescapePo } from './strings.ts';
import type { PoString } from './strings.ts';

export interface PoForm {
  /** `msgstr` or `msgstr[1]`. */
  readonly keyword: string;
  /** The line of the keyword. */
  readonly start: number;
  readonly text: PoString;
}

/** A comment line of an entry. */
export interface PoComment {
  readonly kind: 'flags' | 'previous' | 'extracted' | 'translator' | 'reference' | 'other';
  /** `[start, end)` is the line with its ending. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An entry that is in use. */
export interface PoEntry {
  /** From its first comment or keyword to after its last string. */
  readonly start: number;
  readonly end: number;
  readonly comments: readonly PoComment[];
  /** Offset of its first keyword. */
  readonly keywords: number;
  readonly context: string | undefined;
  readonly id: PoString;
  readonly plural: PoString | undefined;
  readonly forms: readonly PoForm[];
  readonly isFuzzy: boolean;
  readonly flags: readonly string[];
}

interface Draft {
  start: number;
  comments: PoComment[];
  keywords: number;
  context?: PoString;
  id?: PoString;
  plural?: PoString;
  forms: PoForm[];
  /** Whether it belongs to another domain, or does not parse. */
  isBroken: boolean;
}

const KEYWORD =
  /[ \t]*(msgctxt|msgid_plural|msgid|msgstr(?:[ \t]*\[[ \t]*\d{1,3}[ \t]*\])?|domain)(?![\w[])[ \t]*/y;
const STRING = /[ \t]*"([^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*)"[ \t]*/y;
const KINDS: Readonly<Record<string, PoComment['kind']>> = {
  ',': 'flags',
  '|': 'previous',
  '.': 'extracted',
  ' ': 'translator',
  ':': 'reference',
};

/**
 * A PO file's entries in order, without obsolete (`#~`) and unparsable ones, which stay. `onBroken` is called
 * with the start of each line that gettext would reject.
 */
export function* readEntries(text: string, onBroken?: (lineStart: number) => void): Generator<PoEntry> {
  let draft: Draft | undefined;
  let last: 'keyword' | 'comment' = 'comment';
  let add: ((string: PoString) => void) | undefined;
  const fresh = (start: number): Draft => ({ start, comments: [], keywords: -1, forms: [], isBroken: false });
  for (const line of linesOf(text)) {
    const { start, end, next } = line;
    const first = firstVisible(text, start, end);
    if (first === end) continue;
    if (text[first] === '#') {
      if (last === 'keyword') {
        yield* finished(draft);
        draft = undefined;
      }
      last = 'comment';
      add = undefined;
      // An obsolete entry is ignored, with its comments.
      if (text[first + 1] === '~') draft = undefined;
      else {
        draft ??= fresh(start);
        const mark = text[first + 1] ?? '';
        draft.comments.push({
          kind: KINDS[mark] ?? 'other',
          start,
          end: next,
          text: text.slice(first + 2, end).trim(),
        });
      }
      continue;
    }
    KEYWORD.lastIndex = start;
    const keyword = KEYWORD.exec(text)?.[1];
    if (keyword !== undefined) {
      const isNew = keyword === 'domain' || (last === 'keyword' && startsEntry(keyword, draft));
      if (isNew) {
        yield* finished(draft);
        draft = undefined;
      }
      last = 'keyword';
      draft ??= fresh(start);
      if (draft.keywords === -1) draft.keywords = start;
      if (keyword === 'domain') draft.isBroken = true;
      add = adder(draft, keyword, start);
      if (keyword !== 'domain' && !readStrings(text, KEYWORD.lastIndex, end, add)) breakAt(start);
    } else if (text[first] !== '"' || !add || !readStrings(text, first, end, add)) {
      breakAt(start);
    }
  }
  yield* finished(draft);

  function breakAt(lineStart: number): void {
    if (draft) draft.isBroken = true;
    onBroken?.(lineStart);
  }
}

/** `msgid` begins an entry, unless `msgctxt` has begun it; so does `msgctxt`. */
function startsEntry(keyword: string, draft: Draft | undefined): boolean {
  if (keyword === 'msgctxt') return true;
  return (
    keyword === 'msgid' &&
    draft !== undefined &&
    (draft.id !== undefined || draft.forms.length > 0 || draft.context === undefined)
  );
}

/** Adds pieces to the string of a keyword. */
function adder(draft: Draft, keyword: string, start: number): (piece: PoString) => void {
  let whole: PoString | undefined;
  const name = keyword.replace(/\s/g, '');
  return (piece) => {
    whole = whole
      ? { start: whole.start, end: piece.end, value: whole.value + piece.value, pieces: whole.pieces + 1 }
      : piece;
    if (name === 'msgctxt') draft.context = whole;
    else if (name === 'msgid') draft.id = whole;
    else if (name === 'msgid_plural') draft.plural = whole;
    else if (name.startsWith('msgstr')) {
      if (draft.forms.at(-1)?.start === start) draft.forms.pop();
      draft.forms.push({ keyword: name, start, text: whole });
    }
  };
}

/** Whether the rest of a line consists of strings only. */
function readStrings(text: string, from: number, end: number, add: (piece: PoString) => void): boolean {
  let at = from;
  while (at < end) {
    STRING.lastIndex = at;
    const found = STRING.exec(text);
    if (!found) return false;
    const start = text.indexOf('"', at);
    const written = found[1]!;
    add({ start, end: start + written.length + 2, value: unescapePo(written), pieces: 1 });
    at = STRING.lastIndex;
  }
  return true;
}

function* finished(draft: Draft | undefined): Generator<PoEntry> {
  if (!draft?.id || draft.isBroken || draft.forms.length === 0) return;
  const { start, comments, keywords, context, id, plural, forms } = draft;
  const flags = comments
    .filter(({ kind }) => kind === 'flags')
    .flatMap(({ text }) => text.split(','))
    .map((flag) => flag.trim());
  yield {
    start,
    end: forms.at(-1)!.text.end,
    comments,
    keywords,
    context: context?.value,
    id,
    plural,
    forms,
    isFuzzy: flags.includes('fuzzy'),
    flags,
  };
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** After its line ending. */
  readonly next: number;
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    yield { start, end: index, next: index + ending.length };
    start = index + ending.length;
  }
  if (start < text.length) yield { start, end: text.length, next: text.length };
}

function firstVisible(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && /\s/.test(text[at]!)) at++;
  return at;
}
