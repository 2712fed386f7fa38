import { escapeText, plainText } from '../../text/codes.ts';
import { syntaxesOfFlags } from '../../text/protected/directives.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { Edit } from '../shared/spans.ts';
import { inShapeOf } from '../shared/target-shape.ts';
import type { Span } from '../spans/span.ts';
import { putAccelerator, takeAccelerator } from '../messages/accelerators.ts';
import type { Accelerator, AcceleratorSign } from '../messages/accelerators.ts';
import { messageText } from '../messages/message-text.ts';
import type { MessageText } from '../messages/message-text.ts';
import type { Notation } from '../markup/text-notations.ts';
import { directivesOf, holdsDirectives, withDirectives } from './directives.ts';
import type { Directives } from './directives.ts';
import type { PoComment, PoEntry, PoForm } from './entries.ts';
import type { PluralPlan, PoHeader } from './header.ts';
import { unescapePo } from './strings.ts';
import type { PoStyle } from './strings.ts';
import { writeEntry } from './write-entry.ts';

/** A parsed file. */
export interface Catalogue {
  readonly text: string;
  readonly entries: readonly PoEntry[];
  readonly header: PoHeader | undefined;
  readonly plurals: PluralPlan | undefined;
  readonly sign: AcceleratorSign | undefined;
  /** Markup languages of its texts: documentation is translated as catalogues. */
  readonly notations: readonly Notation[];
  readonly style: PoStyle;
}

/** An entry to translate, with a segment for its text and one for its plural. */
export interface Unit {
  /** Index among all entries. */
  readonly index: number;
  readonly entry: PoEntry;
  readonly spans: readonly Span[];
  /** Edits of an entry that no engine changes: a word equal in both languages, or no word at all. */
  equalEdits(): Edit[];
  /** The spans of this entry in the finished file. */
  read(finished: string, there: PoEntry): readonly Span[];
}

/** The units of a finished file, which has its source's entries in the same order. */
export function readUnits(units: readonly Unit[], finished: string, there: readonly PoEntry[]): Span[] {
  return units.flatMap((unit) => {
    const entry = there[unit.index];
    const isSame = entry?.id.value === unit.entry.id.value && entry.context === unit.entry.context;
    return isSame ? [...unit.read(finished, entry)] : [];
  });
}

interface Source {
  readonly value: string;
  /** `java.text.MessageFormat` reads a text with values: `'` quotes, `''` is an apostrophe. */
  readonly isJava: boolean;
  /** The engine's text: without its accelerator. */
  readonly shown: string;
  readonly accelerator: Accelerator | undefined;
  /** The engine's text with its tags as codes; undefined without words. */
  readonly message: MessageText | undefined;
}

function sourceOf(value: string, { sign, notations }: Catalogue, flags: readonly string[]): Source {
  const accelerator = takeAccelerator(value, sign);
  const shown = accelerator?.text ?? value;
  // A single apostrophe quotes on purpose: such a text is written unchanged.
  const isJava = flags.includes('java-format') && /\{\d/.test(value) && !/(?<!')'(?!')/.test(value);
  const read = isJava ? shown.replaceAll("''", "'") : shown;
  return { value, isJava, shown: read, accelerator, message: messageText(read, { notations }) };
}

// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\0-\x06\x0e-\x1f]/g;

function valueOf(
  { value, isJava, shown, accelerator, message }: Source,
  target: string,
  directives: Directives | undefined,
): string {
  const shaped = (message?.write(target) ?? inShapeOf(shown, plainText(target))).replace(UNWRITABLE, '');
  if (shaped === shown) return value;
  const written = isJava ? shaped.replaceAll("'", value.includes("''") ? "''" : '’') : shaped;
  const whole = accelerator ? putAccelerator(written, accelerator) : written;
  return directives ? withDirectives(value, whole, directives) : whole;
}

export function unitOf(index: number, catalogue: Catalogue, isMarked: boolean): Unit {
  const { text, style } = catalogue;
  const entry = catalogue.entries[index]!;
  const { id, plural, forms } = entry;
  const directives = directivesOf(entry.flags);
  const syntaxes = syntaxesOfFlags(entry.flags);
  const one = sourceOf(id.value, catalogue, entry.flags);
  const many = plural && sourceOf(plural.value, catalogue, entry.flags);
  const isCopied = !isTranslatable(one.shown) && !(many && isTranslatable(many.shown));
  const assigned = assignForms(entry, catalogue.plurals, directives);
  /** The singular's text, which the plural's span writes too: it writes the whole entry. */
  let single: string | undefined;
  let isSingleChanged = false;
  let isSingleConfirmed = false;
  let isEqual = false;

  const write = (first: string, second: string | undefined, isConfirmed: boolean): string => {
    const values = new Map(assigned.one.map((index) => [index, first]));
    if (second !== undefined) for (const index of assigned.many) values.set(index, second);
    return writeEntry(text, entry, {
      style,
      isMarked: isMarked && !isConfirmed,
      values,
      count: assigned.count,
    });
  };
  const segmentOf = (source: Source, form: PoForm | undefined, other: string | undefined) => ({
    ...segmentIn(entry, source, form, other, catalogue.notations),
    ...(isCopied && { copy: true as const }),
    ...(syntaxes.length > 0 && { syntaxes }),
  });
  const first: Span = {
    start: entry.start,
    end: plural ? entry.start : entry.end,
    shape: `${index}`,
    segment: segmentOf(one, forms[assigned.one[0] ?? -1], plural && `Plural: ${plural.value}`),
    readsAs: (target) => (assigned.one.length === 0 ? '' : valueOf(one, target, directives)),
    write(target, { isConfirmed }) {
      const value = valueOf(one, target, directives);
      isSingleConfirmed = isConfirmed === true;
      isSingleChanged = value !== one.value;
      if (plural) {
        single = value;
        return isSingleChanged ? '' : undefined;
      }
      isEqual = !isSingleChanged;
      return isEqual ? undefined : write(value, undefined, isSingleConfirmed);
    },
  };
  const second: Span | undefined = many && {
    start: entry.start,
    end: entry.end,
    shape: `${index} plural`,
    segment: segmentOf(many, forms[assigned.many[0] ?? -1], `Singular: ${id.value}`),
    readsAs: (target) => (assigned.many.length === 0 ? '' : valueOf(many, target, directives)),
    write(target, { isConfirmed }) {
      const beside = single;
      single = undefined;
      if (beside === undefined) return undefined;
      const value = valueOf(many, target, directives);
      isEqual = beside === one.value && value === many.value;
      return isEqual ? undefined : write(beside, value, isSingleConfirmed && isConfirmed === true);
    },
  };
  const spans = second ? [first, second] : [first];
  return {
    index,
    entry,
    spans,
    equalEdits() {
      if (!isEqual && !isCopied) return [];
      return [{ start: entry.start, end: entry.end, text: write(one.value, many?.value, isCopied) }];
    },
    read(finished, there) {
      if (finished.slice(there.start, there.end) === text.slice(entry.start, entry.end)) return spans;
      const readForm = (span: Span, source: Source, [form]: readonly number[], isChanged: boolean): Span => {
        if (form === undefined) return isChanged ? { ...span, segment: { text: '' } } : span;
        const value = there.forms[form]?.text.value ?? '';
        const isValid = !directives || holdsDirectives(source.value, value, directives);
        const read = value === source.value ? span.segment.text : escapeText(value);
        return { ...span, segment: { text: read }, shape: isValid ? span.shape! : 'broken' };
      };
      return spans.map((span) =>
        span === first
          ? readForm(span, one, assigned.one, isSingleChanged)
          : readForm(span, many!, assigned.many, true),
      );
    },
  };
}

/** A text of an entry with what a translator should know. `form`: the one that gets its translation. */
function segmentIn(
  entry: PoEntry,
  source: Source,
  form: PoForm | undefined,
  other: string | undefined,
  notations: Catalogue['notations'],
) {
  const { context, flags, plural, start } = entry;
  return {
    ...(source.message?.segment ?? { text: escapeText(source.shown) }),
    ...(context !== undefined && context !== '' && { key: context }),
    ...noteOf(entry, form, other),
    ...maxCharsOf(flags),
    ...draftOf(entry, source, form, notations),
    ...(plural && { group: `${start}` }),
  };
}

/**
 * The translation of a fuzzy entry. Its tags are the source's codes if the source writes it with them as it stands;
 * else it is only in the note.
 */
function draftOf(
  { isFuzzy }: PoEntry,
  { message }: Source,
  form: PoForm | undefined,
  notations: Catalogue['notations'],
) {
  const old = isFuzzy ? (form?.text.value ?? '') : '';
  if (old === '') return {};
  if (!message || message.segment.text === escapeText(plainText(message.segment.text)))
    return { target: escapeText(old) };
  const target = messageText(old, { notations })?.segment.text;
  return target !== undefined && message.write(target) === old ? { target } : {};
}

interface Assigned {
  /** The forms that get the singular's translation, and the plural's. */
  readonly one: readonly number[];
  readonly many: readonly number[];
  /** Number of forms in the finished entry. */
  readonly count: number;
}

/** The form for one is translated from the singular, others from the plural. Filled forms stay. */
function assignForms(
  { id, plural, forms, isFuzzy }: PoEntry,
  plan: PluralPlan | undefined,
  directives: Directives | undefined,
): Assigned {
  if (!plural) return { one: [0], many: [], count: 1 };
  const count = plan?.forms.count ?? forms.length;
  const own = plan ? plan.one : count === 1 ? undefined : { index: 0, isOnlyOne: false };
  // "A file" is wrong for 21 files, if one form serves both counts.
  const lacksCount =
    directives !== undefined && directives.find(id.value).length < directives.find(plural.value).length;
  const single = own && (own.isOnlyOne || !lacksCount) ? own.index : undefined;
  const open = Array.from({ length: count }, (_, index) => index).filter(
    (index) => isFuzzy || (forms[index]?.text.value ?? '') === '',
  );
  return {
    one: open.filter((index) => index === single),
    many: open.filter((index) => index !== single),
    count,
  };
}

/** Maximum characters of a note. */
const MAX_NOTE = 1_000;

/**
 * Comments of programmers and translators, flags, the previous source of a fuzzy entry with its translation,
 * and the other form of a plural.
 */
function noteOf({ comments, flags, isFuzzy }: PoEntry, form: PoForm | undefined, other: string | undefined) {
  const shown = flags.filter((flag) => flag !== '' && flag !== 'fuzzy');
  const old = isFuzzy ? (form?.text.value ?? '') : '';
  const note = [
    ...comments.filter(({ kind }) => kind === 'extracted').map(({ text }) => text),
    ...comments.filter(({ kind }) => kind === 'translator').map(({ text }) => text),
    ...(shown.length === 0 ? [] : [`Flags: ${shown.join(', ')}`]),
    ...previousTexts(comments),
    ...(old === '' ? [] : [`Fuzzy translation: ${old}`]),
    ...(other === undefined ? [] : [other]),
  ];
  const text = note.join('\n').trim().slice(0, MAX_NOTE);
  return text === '' ? {} : { note: text };
}

const PREVIOUS: Readonly<Record<string, string>> = {
  msgctxt: 'Previous context: ',
  msgid: 'Previous source: ',
  msgid_plural: 'Previous plural: ',
};

/** `Previous source: Old text`, from the lines `#| msgid "Old "` and `#| "text"`. */
function previousTexts(comments: readonly PoComment[]): string[] {
  const texts: string[] = [];
  for (const { kind, text } of comments) {
    if (kind !== 'previous') continue;
    const [, keyword, written = ''] = /^(msg\w+)?\s*"(.*)"$/.exec(text) ?? [];
    if (keyword !== undefined) texts.push(PREVIOUS[keyword] ?? '');
    if (texts.length > 0) texts.push(texts.pop()! + unescapePo(written));
  }
  return texts;
}

/** The maximum length, by the flag of Weblate, Pootle and Transifex. */
function maxCharsOf(flags: readonly string[]) {
  const given = flags.map((flag) => /^max-length:\s*([1-9]\d{0,5})$/.exec(flag)?.[1]).find(Boolean);
  return given === undefined ? {} : { maxChars: Number(given) };
}
