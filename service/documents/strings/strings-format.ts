import { messageSpans, readingOf, sameForms } from '../messages/message-spans.ts';
import { damaged } from '../shared/refusals.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { plistStrings } from './plist-strings.ts';

/** Apple's tables of strings, `"key" = "value";`, and their dictionaries of plurals. */
export const stringsFormat = spanFormat({
  fileType: 'strings',
  ignoresLanguage: true,
  declaredEncoding: (head) => /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(head)?.[1],
  recognise: ({ text, root, extension }) => {
    if (text === undefined) return 'no';
    if (root?.name === 'plist') return extension.startsWith('strings') ? 'maybe' : 'no';
    PART.lastIndex = 0;
    return /^\s*(?:\/\*|\/\/|"|[\w.-]+\s*=)/.test(text) ? 'maybe' : text.trim() === '' ? 'maybe' : 'no';
  },

  read(text, { to }) {
    if (/^\ufeff?\s*<(?:\?xml|!|plist)/.test(text)) {
      const plist = plistStrings(text);
      return {
        spans: plist.spans,
        readBack: (written) => sameForms(plist.spans, plistStrings(written).spans),
        closing: (done) => ({ edits: to === undefined ? [] : plist.pluralEdits(to, done) }),
      };
    }
    return readingOf(stringSpans(text, to), (written) => stringSpans(written, to));
  },
});

/** What may be between the parts of an entry: the readers of property lists skip comments wherever they skip spaces. */
const SPACE = String.raw`(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\r\n]*)*`;
const QUOTED = String.raw`"((?:\\[^]|[^"\\])*)"`;
/** Without quotes, and without the beginning of a comment. */
const WORD = String.raw`(?:[\w.:$-]|\/(?![/*]))+`;
/** White space, a comment, or an entry: a key with or without a value. */
const PART = new RegExp(
  String.raw`\s+|\/\*([^]*?)\*\/|\/\/([^\r\n]*)|(?:${QUOTED}|(${WORD}))${SPACE}(?:=${SPACE}(?:${QUOTED}|${WORD})${SPACE})?;`,
  'dy',
);
/** UTF-16 units. */
const MAX_NOTE = 1_000;
const NO_NOTE = /^No comment provided by engineer\.?$/i;

function* stringSpans(text: string, to: string | undefined): Generator<Span> {
  let note: string | undefined;
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (!part) throw damaged(`it is no table of strings in line ${text.slice(0, at).split('\n').length}`);
    const [whole, block, line, key, word, raw] = part;
    at += whole.length;
    const comment = (block ?? line)?.trim();
    if (comment !== undefined)
      note = comment === '' || NO_NOTE.test(comment) ? undefined : comment.slice(0, MAX_NOTE);
    if (key === undefined && word === undefined) continue;
    const own = note;
    note = undefined;
    if (raw === undefined) continue;
    const [start, end] = part.indices![5]!;
    yield* messageSpans({
      start,
      end,
      value: decode(raw),
      key: decode(key ?? word!),
      note: own,
      isIcu: false,
      to,
      write: (value) => encode(value, raw),
    });
  }
}

const ESCAPE = /\\(?:[Uu]([\da-fA-F]{4})|([0-7]{3})|([^]))/g;
const CHARS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function decode(raw: string): string {
  return raw.replace(ESCAPE, (_, hex?: string, octal?: string, char?: string) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
    return octal === undefined ? (CHARS[char!] ?? char!) : String.fromCharCode(parseInt(octal, 8));
  });
}

/** Line ends and tabs in the source's form: literal or escaped. */
function encode(value: string, source: string): string {
  const isOpen = /[\r\n]/.test(source);
  return value.replace(/[\\"\n\r\t]/g, (char) => {
    if (char === '\\' || char === '"') return `\\${char}`;
    if (char === '\t') return source.includes('\t') ? char : '\\t';
    return isOpen ? char : char === '\n' ? '\\n' : '\\r';
  });
}
