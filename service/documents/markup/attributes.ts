import { plainText } from '../../text/codes.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { decodeAttribute, markupWriter, writable } from './references.ts';
import type { TagToken } from './tokens.ts';

/** An attribute's value as written, `text[start, end)` with its quotes, if any. */
export interface AttributeValue {
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | '';
  /** Without quotes, references not decoded. */
  readonly raw: string;
}

/** Undefined if the tag lacks the attribute, or its value. */
export function attributeValue(text: string, tag: TagToken, name: string): AttributeValue | undefined {
  if (!tag.attributes || !Object.hasOwn(tag.attributes, name)) return undefined;
  const { startOffset, endOffset } = tag.attributes[name]!;
  let start = startOffset + name.length;
  while (start < endOffset && text[start] !== '=') start++;
  start++;
  while (start < endOffset && /\s/.test(text[start]!)) start++;
  if (start >= endOffset) return undefined;
  const first = text[start];
  const quote = first === '"' || first === "'" ? first : '';
  const raw = quote === '' ? text.slice(start, endOffset) : text.slice(start + 1, endOffset - 1);
  return { start, end: endOffset, quote, raw };
}

/** The decoded value; empty without one, undefined if the tag lacks the attribute. */
export function attributeOf(text: string, tag: TagToken, name: string): string | undefined {
  if (!tag.attributes || !Object.hasOwn(tag.attributes, name)) return undefined;
  return decodeAttribute(attributeValue(text, tag, name)?.raw ?? '');
}

const ON_ALL = [
  'alt',
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'aria-placeholder',
];
const WITH_LABEL: ReadonlySet<string> = new Set(['option', 'optgroup', 'track']);
const BUTTONS: ReadonlySet<string> = new Set(['submit', 'button', 'reset']);
const META =
  /^(?:(?:dc\.|dcterms\.)?(?:title|description)|keywords|abstract|application-name|apple-mobile-web-app-title|(?:og|twitter):(?:title|description|site_name|image:alt))$/i;

/** The translated attributes of a tag, in file order. `more`: further ones named by the job. */
export function* attributeSpans(
  text: string,
  tag: TagToken,
  { isXml, more }: { isXml: boolean; more: readonly string[] },
): Generator<Span> {
  for (const { name, value } of translatedAttributes(text, tag, more))
    yield attributeSpan(tag, name, value, isXml);
}

/** Whether a tag has attributes that are segments. */
export function hasAttributeTexts(text: string, tag: TagToken, more: readonly string[]): boolean {
  return translatedAttributes(text, tag, more).next().done !== true;
}

function* translatedAttributes(text: string, tag: TagToken, more: readonly string[]) {
  for (const name of Object.keys(tag.attributes ?? {})) {
    if (!isTranslated(text, tag, name) && !more.includes(name)) continue;
    const value = attributeValue(text, tag, name);
    if (value && /\S/.test(value.raw)) yield { name, value };
  }
}

function attributeSpan(
  tag: TagToken,
  name: string,
  { start, end, quote, raw }: AttributeValue,
  isXml: boolean,
): Span {
  // An unquoted value gets quotes.
  const written = quote === '' ? '"' : quote;
  const span = plainSpan({
    start,
    end,
    value: decodeAttribute(raw),
    shape: `${tag.name}@${name}`,
    kind: 'label',
    write: (value, { harder }) =>
      written + markupWriter([raw], { isXml, quote: written }).write(value, harder) + written,
  });
  return { ...span, readsAs: (target) => writable(plainText(target)) };
}

function isTranslated(text: string, tag: TagToken, name: string): boolean {
  if (ON_ALL.includes(name)) return !(name === 'title' && tag.name === 'link');
  if (name === 'abbr') return tag.name === 'th';
  if (name === 'label') return WITH_LABEL.has(tag.name);
  const other = (attribute: string) => (attributeOf(text, tag, attribute) ?? '').trim();
  if (name === 'value') return tag.name === 'input' && BUTTONS.has(other('type').toLowerCase());
  if (name !== 'content' || tag.name !== 'meta') return false;
  return META.test(other('name')) || META.test(other('property')) || /^description$/i.test(other('itemprop'));
}
