import { decodeText, markupWriter, writable } from '../markup/references.ts';
import { messageSpans } from '../messages/message-spans.ts';
import { isPluralCategory, pluralCategories } from '../messages/plural-categories.ts';
import type { Edit } from '../shared/spans.ts';
import type { Span, Written } from '../spans/span.ts';
import { canonicalNames } from '../xml/namespaces.ts';
import { child, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';

/** A property list, whose entries are a key followed by its value. */
export interface PlistStrings {
  readonly spans: readonly Span[];
  /** Adds the forms of the target language that a plural lacks, with the text for all other numbers. */
  pluralEdits(to: string, written: Written): Edit[];
}

/** A value and its path of keys. */
interface Entry {
  readonly path: readonly string[];
  readonly value: XmlNode;
}

const NAMES = canonicalNames({});
const FORMAT_KEY = 'NSStringLocalizedFormatKey';
/** Types and formats of values, which only programs read. */
const SETTING = /^NSString(?:FormatSpecType|FormatValueType)Key$/;
/** `%#@files@`: the place of a plural. */
const PLACE = /%(?:\d+\$)?#@[^@]*@/g;

/** Apple's strings as a property list: `.stringsdict` with plurals, widths and devices, and compiled `.strings`. */
export function plistStrings(text: string): PlistStrings {
  const root = parseXml(text, 'plist', {
    names: NAMES,
    allowDoctype: true,
    textOf: new Set(['key', 'string']),
  });
  const entries = [...entriesOf(child(root, 'dict'), [])];
  return {
    spans: entries.flatMap((entry) => spansOf(text, entry)),
    pluralEdits: (to, { edits }) => pluralEdits(text, entries, pluralCategories(to), edits),
  };
}

function* entriesOf(dict: XmlNode | undefined, around: readonly string[]): Generator<Entry> {
  let key: string | undefined;
  for (const node of dict?.children ?? []) {
    if (node.name === 'key') key = node.text;
    else if (key === undefined) continue;
    else if (node.name === 'dict') yield* entriesOf(node, [...around, key]);
    else if (node.name === 'string' && !SETTING.test(key)) yield { path: [...around, key], value: node };
  }
}

function spansOf(text: string, { path, value }: Entry): Span[] {
  const raw = text.slice(value.contentStart, value.contentEnd);
  if (value.children.length > 0 || raw.includes('<!')) return [];
  const writer = markupWriter([raw], { isXml: true });
  return messageSpans({
    start: value.contentStart,
    end: value.contentEnd,
    value: decodeText(raw),
    key: path.filter((key) => key !== FORMAT_KEY).join('.'),
    isIcu: false,
    to: undefined,
    codesIn: (written) =>
      Array.from(written.matchAll(PLACE), ({ 0: place, index }) => ({
        start: index,
        end: index + place.length,
      })),
    adapt: writable,
    write: (written) => writer.write(written, false),
  });
}

function pluralEdits(
  text: string,
  entries: readonly Entry[],
  needed: readonly string[],
  edits: readonly Edit[],
): Edit[] {
  const written = new Map(edits.map((edit) => [edit.start, edit]));
  const plurals = new Map<string, Map<string, XmlNode>>();
  for (const { path, value } of entries) {
    const category = path.at(-1)!;
    // For devices and widths "other" is not a plural form.
    if (!isPluralCategory(category) || path.at(-2)?.endsWith('RuleType') === true) continue;
    const around = JSON.stringify(path.slice(0, -1));
    const forms = plurals.get(around) ?? new Map<string, XmlNode>();
    plurals.set(around, forms.set(category, value));
  }
  return [...plurals.values()].flatMap((forms): Edit[] => {
    const other = forms.get('other');
    const edit = other && written.get(other.contentStart);
    if (!other || !edit) return [];
    const last = Math.max(...Array.from(forms.values(), ({ end }) => end));
    const keyStart = text.lastIndexOf('<key', other.start);
    const indent = /\s*$/.exec(text.slice(0, keyStart))![0];
    const between = text.slice(text.indexOf('</key>', keyStart) + '</key>'.length, other.contentStart);
    const end = text.slice(other.contentEnd, other.end);
    const added = needed
      .filter((category) => !forms.has(category))
      .map((category) => `${indent}<key>${category}</key>${between}${edit.text}${end}`);
    return added.length === 0 ? [] : [{ start: last, end: last, text: added.join('') }];
  });
}
