import { parseCoded } from '../../text/codes.ts';
import type { ExtractedSegment } from '../format.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines, Inline } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { PairCode } from '../inlines/render-target.ts';
import type { Notation } from '../markup/text-notations.ts';
import { partnersOf, textTags } from '../markup/text-tags.ts';
import type { TextTag } from '../markup/text-tag.ts';
import { inShapeOf } from '../shared/target-shape.ts';

/** A stretch that represents something else and is kept as written; offsets in the raw text. */
export interface MessageCode {
  readonly start: number;
  readonly end: number;
  /** Escaped white space: at the ends it is not part of the sentence. */
  readonly isBlank?: boolean;
}

export interface MessageSyntax {
  /** In addition to tags, in order: arguments of ICU messages, names of placeholders. */
  readonly codes?: readonly MessageCode[];
  /** Markup of the file beside tags, and whether its tags are written with references of XML. */
  readonly notations?: readonly Notation[];
  readonly isEscaped?: boolean;
  /** Decodes a stretch of raw text. */
  readonly decode?: (raw: string) => string;
  readonly encode?: (text: string) => string;
}

export interface MessageText {
  /** Not yet marked as a copy. */
  readonly segment: Pick<ExtractedSegment, 'text' | 'rules'>;
  /** The raw text with the target (coded text) in it. */
  write(target: string): string;
  /** The visible text of a target once it is read back. */
  readsAs(target: string): string;
}

/** UTF-16 units of the raw text; of a pair the tags at both ends. */
interface At {
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
}

/**
 * A program's string as a segment: its tags (`<b>…</b>`, `<0>…</0>`) and placeholders are codes, and
 * alternatives (`one car | many cars`) are separated by walls. Undefined without words.
 */
export function messageText(raw: string, syntax: MessageSyntax = {}): MessageText | undefined {
  const { decode = (text: string) => text, encode = (text: string) => text } = syntax;
  const coded = codeInlines(inlinesOf(raw, marksOf(raw, syntax), decode));
  if (!coded) return undefined;
  const { text, rules } = coded;
  const segment = { text, ...(rules ? { rules } : {}) };
  const [start, end] = coreOf(coded);
  return {
    segment,
    write: (target) =>
      raw.slice(0, start) + renderMessage(inShapeOf(text, target), coded, raw, encode) + raw.slice(end),
    readsAs: (target) =>
      parseCoded(inShapeOf(text, target))
        .map((token) => (token.kind === 'text' ? decode(encode(token.text)) : ''))
        .join(''),
  };
}

function renderMessage(
  target: string,
  coded: CodedInlines<At>,
  raw: string,
  encode: (text: string) => string,
): string {
  const groupAt = (code: PairCode<At>) => (code.kind === 'group' ? code.group.at : undefined);
  return renderTarget(target, coded, {
    text: encode,
    standalone: (at) => raw.slice(at.start, at.end),
    marker: (at) => raw.slice(at.start, at.end),
    open: (code) => {
      const at = groupAt(code);
      return at ? raw.slice(at.start, at.openEnd) : '';
    },
    close: (code) => {
      const at = groupAt(code);
      return at ? raw.slice(at.closeStart, at.end) : '';
    },
  });
}

function coreOf({ core }: CodedInlines<At>): [start: number, end: number] {
  return [core[0]!.at.start, core.at(-1)!.at.end];
}

interface Mark extends Omit<MessageCode, 'isBlank'> {
  /** Tags only. */
  readonly name?: string;
  readonly kind: TextTag['kind'];
  readonly isWall: boolean;
  readonly isWord: boolean;
  readonly isLocked: boolean;
}

function inlinesOf(raw: string, marks: readonly Mark[], decode: (raw: string) => string): Inline<At>[] {
  const partners = partnersOf(marks);
  const levels: Inline<At>[][] = [[]];
  let at = 0;
  const addText = (end: number): void => {
    levels.at(-1)!.push(...textsOf(raw, at, end, decode));
  };
  marks.forEach(({ start, end, name, isWall, isWord, isLocked }, index) => {
    if (start < at) return;
    addText(start);
    at = end;
    const partner = partners.get(index);
    if (isLocked && partner !== undefined) {
      // Code in a sentence is one of its words.
      at = marks[partner]!.end;
      levels
        .at(-1)!
        .push({ kind: 'standalone', at: { start, end: at, openEnd: end, closeStart: start }, isWord: true });
    } else if (partner === undefined) {
      levels.at(-1)!.push({
        kind: 'standalone',
        at: { start, end, openEnd: end, closeStart: start },
        isWall,
        isBreak: name === 'br',
        isWord,
      });
    } else if (partner > index) levels.push([]);
    else {
      const children = levels.pop()!;
      const open = marks[partner]!;
      const group = { start: open.start, openEnd: open.end, closeStart: start, end };
      const hasText = children.some(({ kind }) => kind !== 'standalone');
      levels.at(-1)!.push(
        hasText
          ? { kind: 'group', at: group, children }
          : {
              kind: 'standalone',
              at: group,
              isWall: children.some((c) => c.kind === 'standalone' && c.isWall === true),
            },
      );
    }
  });
  addText(raw.length);
  return levels[0]!;
}

function marksOf(raw: string, { codes = [], ...how }: MessageSyntax): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  let next = 0;
  const addCodes = (before: number): void => {
    for (; next < codes.length && codes[next]!.start < before; next++) {
      const { start, end, isBlank } = codes[next]!;
      if (start < at) continue;
      marks.push({ start, end, kind: 'single', isWall: false, isWord: isBlank !== true, isLocked: false });
      at = end;
    }
  };
  for (const { start, end, name, kind, isBlock, isWord, isLocked } of textTags(raw, how)) {
    addCodes(start + 1);
    if (start < at) continue;
    at = end;
    marks.push({ start, end, name, kind, isWall: isBlock, isWord, isLocked });
  }
  addCodes(Infinity);
  return marks;
}

/** In up to three pieces, so that outer white space can stay outside a segment. */
function* textsOf(
  raw: string,
  start: number,
  end: number,
  decode: (raw: string) => string,
): Generator<Inline<At>> {
  const text = raw.slice(start, end);
  const lead = start + (text.length - text.trimStart().length);
  const trail = Math.max(lead, start + text.trimEnd().length);
  for (const [from, to] of [
    [start, lead],
    [lead, trail],
    [trail, end],
  ] as const) {
    if (from < to)
      yield {
        kind: 'text',
        text: decode(raw.slice(from, to)),
        format: '',
        at: { start: from, end: to, openEnd: to, closeStart: from },
      };
  }
}
