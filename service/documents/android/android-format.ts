import { plainText, readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { decodeText, markupWriter, writable } from '../markup/references.ts';
import { sameForms } from '../messages/message-spans.ts';
import { messageText } from '../messages/message-text.ts';
import type { MessageCode } from '../messages/message-text.ts';
import { valueLists } from '../messages/program-values.ts';
import { pluralCategories } from '../messages/plural-categories.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { markedCopy } from '../shared/segment-list.ts';
import type { Edit } from '../shared/spans.ts';
import type { Span, Written } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { canonicalNames } from '../xml/namespaces.ts';
import { parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { decodeEscapes, encodeEscapes } from './escapes.ts';

/** Android's string resources (`values/strings.xml`). */
export const androidFormat = spanFormat({
  fileType: 'android',
  ignoresLanguage: true,
  recognise: ({ root }) => (root?.name === 'resources' && root.namespace === '' ? 'yes' : 'no'),
  declaredEncoding: (head) => /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(head)?.[1],
  reference: (char) => `&#x${char.codePointAt(0)!.toString(16)};`,

  read(text, { from, to }) {
    const root = rootOf(text);
    const spans = [...resourceSpans(text, root)];
    return {
      spans,
      readBack: (written) => sameForms(spans, resourceSpans(written, rootOf(written))),
      closing: (done) =>
        done.changed === 0 || from === undefined || to === undefined
          ? {}
          : { edits: [...localeEdits(root, from, to), ...pluralEdits(text, root, to, done)] },
    };
  },
});

const NAMES = canonicalNames({ 'http://schemas.android.com/tools': 'tools:' });

function rootOf(text: string): XmlNode {
  return parseXml(text, 'strings.xml', { names: NAMES, allowDoctype: true, textOf: new Set() });
}

const ITEMS = new Set(['string-array', 'array', 'plurals']);

/** Arrays of values that the program compares. */
function valueArrays(root: XmlNode): ReadonlySet<string> {
  return valueLists(
    root.children.flatMap(({ name, attributes }) =>
      name === 'string-array' || name === 'array' ? [attributes['name'] ?? ''] : [],
    ),
  );
}

function* resourceSpans(text: string, root: XmlNode): Generator<Span> {
  const ofValues = valueArrays(root);
  let end = root.contentStart;
  for (const node of root.children) {
    const note = commentBefore(text.slice(end, node.start));
    end = node.end;
    if (!isTranslated(node)) continue;
    const name = node.attributes['name'] ?? '';
    if (node.name === 'string' || (node.name === 'item' && node.attributes['type'] === 'string'))
      yield* valueSpans(text, node, name, note);
    else if (ITEMS.has(node.name)) {
      for (const [index, item] of node.children.entries()) {
        const key = `${name}.${item.attributes['quantity'] ?? index}`;
        if (item.name !== 'item' || !isTranslated(item)) continue;
        for (const span of valueSpans(text, item, key, note, name))
          yield ofValues.has(name) ? { ...span, segment: { ...span.segment, copy: true } } : span;
      }
    }
  }
}

function isTranslated({ attributes }: XmlNode): boolean {
  return attributes['translatable'] !== 'false' && attributes['translate'] !== 'false';
}

/** The last comment before an entry, unless an empty line separates them. */
function commentBefore(gap: string): string | undefined {
  const comment = /<!--((?:(?!-->)[^])*)-->[ \t]*(?:\r\n|\n)?[ \t]*$/.exec(gap.slice(-2_000))?.[1]?.trim();
  return comment === '' ? undefined : comment?.slice(0, 1_000);
}

/** Inserted parts are locked with their example; escaped trailing white space stays at the end. */
const CODES = /<xliff:g\b[^>]*?\/>|<xliff:g\b[^>]*>[^]*?<\/xliff:g>|<!--[^]*?-->/g;
const BLANK = /\s|\\n|\\u0020|&#160;|&#xa0;/.source;
/** Only from the start of a run: otherwise each position in it would be tried. */
const EDGE = new RegExp(`^(?:${BLANK})+|(?<!${BLANK})(?:${BLANK})+$`, 'gi');
const CDATA = /^(\s*<!\[CDATA\[)([^]*)(\]\]>\s*)$/;
/** Quotation marks around a value keep its white space, and its apostrophes need no escape. */
const QUOTED = /^(\s*")((?:\\[^]|[^"\\])*)("\s*)$/;
const REFERENCE = /^\s*[@?](?:\+?[\w.]+:)?[\w.]+\/[\w.]+\s*$/;

function valueSpans(
  text: string,
  node: XmlNode,
  key: string,
  note: string | undefined,
  group?: string,
): Span[] {
  const whole = text.slice(node.contentStart, node.contentEnd);
  const cdata = CDATA.exec(whole);
  const inner = cdata ? cdata[2]! : whole;
  const quoted = QUOTED.exec(inner);
  const raw = quoted ? quoted[2]! : inner;
  const start = node.contentStart + (cdata?.[1]!.length ?? 0) + (quoted?.[1]!.length ?? 0);
  const writer = markupWriter([raw], { isXml: true });
  const read = (written: string) =>
    messageText(written, {
      codes: codesIn(written),
      isEscaped: !cdata,
      decode: (encoded) => decodeEscapes(cdata ? encoded : decodeText(encoded)),
      encode: (plain) => {
        const escaped = encodeEscapes(plain, quoted !== null);
        return cdata ? writable(escaped).replaceAll(']]>', ']]]]><![CDATA[>') : writer.write(escaped, false);
      },
    });
  const message = read(raw);
  if (!message) return [];
  const found = {
    ...message.segment,
    key,
    ...(note === undefined ? {} : { note, ...maxCharsOf(note) }),
    ...(group === undefined ? {} : { group }),
  };
  const isKept = REFERENCE.test(raw) || !isTranslatable(raw);
  const segment = isKept ? { ...found, copy: true as const } : markedCopy(found, readableText(found.text));
  return [
    {
      start,
      end: start + raw.length,
      segment,
      shape: key,
      readsAs: (target) => plainText(read(message.write(target))?.segment.text ?? ''),
      write(target) {
        if (target === segment.text) return undefined;
        const written = message.write(target);
        // At the beginning they would make it a reference.
        return /^[@?]/.test(written) && !/^[@?]/.test(raw) ? `\\${written}` : written;
      },
    },
  ];
}

/** `[CHAR LIMIT=20]`, the convention of Android's developers in comments. */
function maxCharsOf(note: string): { maxChars?: number } {
  const limit = /\[CHAR[ _-]?LIMIT\s*[=:]\s*(\d{1,4})\]/i.exec(note)?.[1];
  return limit === undefined || Number(limit) === 0 ? {} : { maxChars: Number(limit) };
}

function codesIn(raw: string): MessageCode[] {
  const edges = [...raw.matchAll(EDGE)].filter(([found]) => /\S/.test(found));
  return [...raw.matchAll(CODES), ...edges]
    .map((match): MessageCode => {
      const isEdge = edges.includes(match);
      return { start: match.index, end: match.index + match[0].length, ...(isEdge ? { isBlank: true } : {}) };
    })
    .sort((a, b) => a.start - b.start);
}

/** Edits `tools:locale` if it names the source language. */
function localeEdits(root: XmlNode, from: string, to: string): Edit[] {
  const span = root.attributeSpan('tools:locale');
  if (!span || !namesLanguage(root.attributes['tools:locale'] ?? '', from)) return [];
  return [{ ...span, text: to }];
}

/** Adds the forms of the target language that a plural lacks, with the text for all other numbers. */
function pluralEdits(text: string, root: XmlNode, to: string, { edits }: Written): Edit[] {
  const needed = pluralCategories(to);
  let next = 0;
  return root.children.flatMap((plurals): Edit[] => {
    if (plurals.name !== 'plurals' || !isTranslated(plurals)) return [];
    const items = new Map(plurals.children.map((item) => [item.attributes['quantity'] ?? '', item]));
    const other = items.get('other');
    const last = plurals.children.at(-1);
    if (!other || !last) return [];
    while (next < edits.length && edits[next]!.start < other.contentStart) next++;
    const edit = edits[next];
    if (!edit || edit.end > other.contentEnd) return [];
    const space = /\s*$/.exec(text.slice(plurals.contentStart, other.start))![0];
    const quantity = other.attributeSpan('quantity')!;
    const added = needed
      .filter((category) => !items.has(category))
      .map(
        (category) =>
          space +
          text.slice(other.start, quantity.start) +
          category +
          text.slice(quantity.end, edit.start) +
          edit.text +
          text.slice(edit.end, other.end),
      );
    return added.length === 0 ? [] : [{ start: last.end, end: last.end, text: added.join('') }];
  });
}
