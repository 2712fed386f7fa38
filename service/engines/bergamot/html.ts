import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { splitSentences } from '../../text/sentences.ts';
import { unescapeEntities } from '../entities.ts';

/**
 * Coded text ⇄ the HTML that bergamot-translator carries along with its words. A pair becomes `<b id="N">`, a
 * standalone code `<img id="N">`: only tags of its inline list keep the sentence together. Text that
 * represents a code (a placeholder, a glossary term) becomes `<var id="N">`, shown to the model as words and
 * copied unchanged. See bergamot-translator, src/translator/html.cpp.
 */
export interface EncodedHtml {
  /** One line per sentence. */
  readonly html: string;
  /** The white space between the sentences, in order; each is one line feed of `html`. */
  readonly gaps: readonly string[];
}

/** UTF-16 units; longer sentences are cut at `;`, `,` or a space. Some 100 tokens of a Latin script. */
const MAX_SENTENCE_LENGTH = 480;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** A tag of ours, or text up to the next. */
const PART = /<(\/?)(b|img|var)(?: id="(\d+)")?>|([^<]+|<)/g;
const LINE_ENDS = /[\r\n\u0085\u2028\u2029]/;
/** Characters without a meaning to XML or the tokeniser: dropped, as they are invisible. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const UNCARRIED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** `shown`: the text of a standalone code that the engine should see. */
export function encodeHtml(
  coded: string,
  language: string,
  shown: ReadonlyMap<number, string> = new Map(),
): EncodedHtml {
  const tokens = parseCoded(coded);
  const plain = tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
  const { ends, gaps } = sentenceEnds(plain, language);
  let at = 0;
  let next = 0;
  const html = tokens.map((token) => {
    if (token.kind !== 'text') return tagOf(token, shown);
    let written = '';
    const end = at + token.text.length;
    while (at < end) {
      const gap = ends[next];
      // In the gap between two sentences only the line feed is written, once.
      if (gap && at >= gap.start) {
        if (at === gap.start) written += '\n';
        at = Math.min(gap.end, end);
        if (at === gap.end) next++;
        continue;
      }
      const stop = Math.min(gap?.start ?? end, end);
      written += escapeHtml(plain.slice(at, stop));
      at = stop;
    }
    return written;
  });
  return { html: html.join(''), gaps };
}

/** The answer as coded text. Codes may be split, doubled or empty: `text/repair.ts` restores them. */
export function decodeHtml(html: string, gaps: readonly string[]): string {
  const tokens: Token[] = [];
  const open: number[] = [];
  const seen = new Set<number>();
  let gap = 0;
  let verbatim: number | undefined;
  const write = (text: string): void => {
    const last = tokens.at(-1);
    if (last?.kind === 'text') last.text += text;
    else if (text !== '') tokens.push({ kind: 'text', text });
  };
  for (const [, closing, name, id, text] of html.matchAll(PART)) {
    if (text !== undefined) {
      if (verbatim === undefined) write(unescapeEntities(text).replace(/\n/g, () => gaps[gap++] ?? ' '));
    } else if (name === 'var') {
      verbatim = closing === '/' ? undefined : Number(id);
      if (verbatim === undefined || seen.has(verbatim)) continue;
      seen.add(verbatim);
      tokens.push({ kind: 'standalone', id: verbatim });
    } else if (name === 'img') {
      tokens.push({ kind: 'standalone', id: Number(id) });
    } else if (closing === '/') {
      const pair = open.pop();
      if (pair !== undefined) tokens.push({ kind: 'close', id: pair });
    } else {
      open.push(Number(id));
      tokens.push({ kind: 'open', id: Number(id) });
    }
  }
  for (const id of open.reverse()) tokens.push({ kind: 'close', id });
  return formatCoded(tokens);
}

interface Gap {
  /** Offsets in the plain text. */
  readonly start: number;
  readonly end: number;
}

/** The ends of sentences, and the white space after each; line ends also end a sentence. */
function sentenceEnds(plain: string, language: string): { ends: Gap[]; gaps: string[] } {
  const ends: Gap[] = [];
  let at = 0;
  const pieces = splitSentences(plain, language, MAX_SENTENCE_LENGTH);
  for (const [n, piece] of pieces.entries()) {
    const body = piece.trimEnd();
    for (const { 0: space, index } of body.matchAll(/\s+/g)) {
      if (LINE_ENDS.test(space)) ends.push({ start: at + index, end: at + index + space.length });
    }
    const isLast = n === pieces.length - 1;
    const after = piece.slice(body.length);
    if (!isLast || LINE_ENDS.test(after)) {
      ends.push({ start: at + body.length, end: at + piece.length });
    }
    at += piece.length;
  }
  return { ends, gaps: ends.map(({ start, end }) => plain.slice(start, end)) };
}

function tagOf(token: Exclude<Token, { kind: 'text' }>, shown: ReadonlyMap<number, string>): string {
  if (token.kind === 'open') return `<b id="${token.id}">`;
  if (token.kind === 'close') return '</b>';
  const text = shown.get(token.id);
  if (text === undefined || text.trim() === '') return `<img id="${token.id}">`;
  return `<var id="${token.id}">${escapeHtml(text.replace(/\s+/g, ' '))}</var>`;
}

function escapeHtml(text: string): string {
  return text.replace(UNCARRIED, '').replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);
}
