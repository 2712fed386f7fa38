import { plainText, readableText } from '../../text/codes.ts';
import type { ExtractedSegment } from '../format.ts';
import type { Warning } from '../../contract/index.ts';
import { isBrokenIcu } from '../../text/icu.ts';
import { markedCopy } from '../shared/segment-list.ts';
import type { Joint, Span, SpanReading } from '../spans/span.ts';
import { putAccelerator, takeAccelerator } from './accelerators.ts';
import type { AcceleratorSign } from './accelerators.ts';
import { hasForms, icuMessage } from './icu-message.ts';
import { messageText } from './message-text.ts';
import type { MessageCode } from './message-text.ts';
import type { TreeText } from './texts-of-tree.ts';

/** A string of a message file, and its place. */
export interface MessageString {
  readonly start: number;
  readonly end: number;
  /** As the program gets it. */
  readonly value: string;
  /** The file's name of it; unique in the file. */
  readonly key: string;
  readonly note?: string | undefined;
  /** The file contains ICU messages: apostrophes may quote. */
  readonly isIcu: boolean;
  readonly codesIn?: (value: string) => readonly MessageCode[];
  /** The accelerator sign of this file's menu entries: `&File`. */
  readonly accelerators?: AcceleratorSign | undefined;
  /** The target language, if plural forms must be added. */
  readonly to: string | undefined;
  /** Converts a value to one that the file can represent. */
  readonly adapt?: (value: string) => string;
  /** A name for the program, not a text. */
  readonly isName?: boolean;
  /** How a value is written. */
  readonly write: (value: string, harder: boolean) => string;
}

/** A segment for the string, or one for each form of an ICU message; empty without words. */
export function messageSpans(given: MessageString): Span[] {
  const string = withoutAccelerator(given);
  const { value, isIcu } = string;
  const isMessage = hasForms(value) || (isIcu && QUOTING.test(value));
  const spans = (isMessage ? icuSpans(string) : undefined) ?? plainSpans(string);
  // An engine would translate its keywords too.
  const isKept = isBrokenIcu(value) || string.isName === true;
  return spans.map((span) => ({ ...span, segment: marked(span.segment, isKept) }));
}

function marked(segment: ExtractedSegment, isKept: boolean): ExtractedSegment {
  return isKept ? { ...segment, copy: true } : markedCopy(segment, readableText(segment.text));
}

/** The engine needs whole words, not `E&xit`. */
function withoutAccelerator(string: MessageString): MessageString {
  const { value, accelerators, write } = string;
  if (accelerators === undefined || value.includes('<')) return string;
  const accelerator = takeAccelerator(value, accelerators);
  if (!accelerator) return string;
  return {
    ...string,
    value: accelerator.text,
    write: (written, harder) =>
      write(written.includes(accelerators) ? written : putAccelerator(written, accelerator), harder),
  };
}

/** Warns of messages that do not parse, and stay unchanged. */
export function brokenMessages(texts: readonly TreeText[]): Warning[] {
  const count = texts.filter(({ node }) => isBrokenIcu(node.value)).length;
  if (count === 0) return [];
  const message =
    'Some messages are no valid ICU messages, a brace is missing for instance, so they stay as they are. Correct them, and translate the file again.';
  return [{ code: 'unit_untranslated', reason: 'source_broken', message, count }];
}

const QUOTING = /''|'[{}]/;

function plainSpans({
  start,
  end,
  value,
  key,
  note,
  isIcu,
  codesIn = () => [],
  adapt = (written) => written,
  write,
}: MessageString): Span[] {
  const quotes = isIcu && value.includes('{');
  const read = (text: string) =>
    messageText(text, {
      codes: codesIn(text),
      // An apostrophe before a brace would start quoting.
      ...(quotes ? { encode: (text: string) => text.replace(/'(?=[{}])/g, '’') } : {}),
    });
  const message = read(value);
  if (!message) return [];
  const { segment } = message;
  return [
    {
      start,
      end,
      segment: { ...segment, key, ...(note === undefined ? {} : { note }) },
      shape: key,
      // If no program parses messages, a surplus tag in a translation is plain text.
      readsAs: (target) =>
        isIcu ? message.readsAs(target) : plainText(read(adapt(message.write(target)))?.segment.text ?? ''),
      write: (target, { harder }) =>
        target === segment.text ? undefined : write(adapt(message.write(target)), harder),
    },
  ];
}

function icuSpans({ start, end, value, key, note, to, write }: MessageString): Span[] | undefined {
  const icu = icuMessage(value);
  if (!icu) return undefined;
  const indexes = [...icu.forms.keys()].filter((index) => icu.forms[index]!.message);
  const joint: Joint = {
    size: indexes.length,
    write(targets, { harder }) {
      const all = icu.forms.map((): string | null => null);
      indexes.forEach((index, at) => (all[index] = targets[at]!));
      return write(icu.write(all, to), harder);
    },
  };
  return indexes.map((index): Span => {
    const { path, message } = icu.forms[index]!;
    const segment: ExtractedSegment = {
      ...message!.segment,
      key: path === '' ? key : `${key} (${path})`,
      ...(note === undefined ? {} : { note }),
      ...(indexes.length > 1 ? { group: key } : {}),
    };
    return {
      start,
      end,
      segment,
      shape: segment.key!,
      joint,
      readsAs: (target) => message!.readsAs(target),
      write: () => undefined,
    };
  });
}

/**
 * Spans that are read lazily, once, and a reader for the finished text that ignores plural forms which its
 * source does not have.
 */
export function readingOf(
  spans: Iterable<Span>,
  readBack: (written: string) => Iterable<Span>,
): Pick<SpanReading, 'spans' | 'readBack'> {
  const shapes = new Set<string | undefined>();
  return {
    spans: noting(spans, shapes),
    readBack: (written) => [...readBack(written)].filter(({ shape }) => shapes.has(shape)),
  };
}

function* noting(spans: Iterable<Span>, shapes: Set<string | undefined>): Generator<Span> {
  for (const span of spans) {
    shapes.add(span.shape);
    yield span;
  }
}

/** The spans of a written file without plural forms that its source does not have. */
export function sameForms(source: readonly Span[], written: Iterable<Span>): Span[] {
  const shapes = new Set(source.map(({ shape }) => shape));
  return [...written].filter(({ shape }) => shapes.has(shape));
}
