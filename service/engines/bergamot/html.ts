import { parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { splitSentences } from '../../text/sentences.ts';
import { decodeCodes, escapeMarkup } from '../carrier.ts';
import type { Carrier } from '../carrier.ts';
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
/** A tag of ours. */
const TAG = /<(\/?)(b|img|var)(?: id="(\d+)")?>/g;
const LINE_ENDS = /[\r\n\u0085\u2028\u2029]/;

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
      written += TAGS.escape(plain.slice(at, stop));
      at = stop;
    }
    return written;
  });
  return { html: html.join(''), gaps };
}

/** The answer as coded text, with `gaps` for its line feeds. */
export function decodeHtml(html: string, gaps: readonly string[]): string {
  let gap = 0;
  const seen = new Set<number>();
  let verbatim = false;
  return decodeCodes(html, {
    ...TAGS,
    unescape: (text) => (verbatim ? '' : unescapeEntities(text).replace(/\n/g, () => gaps[gap++] ?? ' ')),
    read([, slash, name, digits]) {
      const id = Number(digits);
      if (name === 'var') verbatim = slash === '';
      if (slash) return name === 'b' ? { kind: 'close' } : 'nothing';
      if (name !== 'var') return { kind: name === 'b' ? 'open' : 'standalone', id };
      if (seen.has(id)) return 'nothing';
      seen.add(id);
      return { kind: 'standalone', id };
    },
  });
}

const TAGS: Omit<Carrier, 'read' | 'unescape'> = {
  open: (id) => `<b id="${id}">`,
  close: () => '</b>',
  standalone: (id) => `<img id="${id}">`,
  escape: (text) => escapeMarkup(text, /[&<>"]/g),
  closesLast: true,
  mark: TAG,
};

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
  const text = token.kind === 'standalone' ? shown.get(token.id) : undefined;
  if (text === undefined || text.trim() === '') return TAGS[token.kind](token.id);
  return `<var id="${token.id}">${TAGS.escape(text.replace(/\s+/g, ' '))}</var>`;
}
