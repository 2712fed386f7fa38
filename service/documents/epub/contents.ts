import { escapeText, plainText } from '../../text/codes.ts';
import { HEADINGS } from '../markup/elements.ts';
import type { ChangedUnit, PartEdit } from '../packages/package-format.ts';
import type { Span } from '../spans/span.ts';

/** Headings of the book, and the labels of its tables of contents that repeat them. */
export interface Contents {
  /** Records a unit of the book, with its index, as a possible source of labels. */
  note(span: Span, index: number): void;
  /** The labels that equal no unit of the book. The others get the translation of the equal unit. */
  ownLabels(part: string, spans: readonly Span[]): Span[];
  /** The same labels in a text that is read back. */
  ownLabelsAgain(part: string, spans: readonly Span[]): Span[];
  edits(changed: readonly ChangedUnit[], textOf: (part: string) => string): PartEdit[];
}

export function contents(): Contents {
  const known = new Map<string, number>();
  const repeated: { readonly part: string; readonly span: Span; readonly index: number }[] = [];
  const isOwn = new Map<string, boolean[]>();
  return {
    note(span, index) {
      if (!HEADINGS.has(span.shape ?? '') && span.shape !== 'title' && span.shape !== 'label') return;
      const key = keyOf(span);
      if (!known.has(key)) known.set(key, index);
    },
    ownLabels(part, spans) {
      const own = spans.map((span) => {
        const index = known.get(keyOf(span));
        if (index === undefined || /<\d/.test(span.segment.text)) return true;
        repeated.push({ part, span, index });
        return false;
      });
      isOwn.set(part, own);
      return spans.filter((_, at) => own[at]);
    },
    ownLabelsAgain: (part, spans) => spans.filter((_, at) => isOwn.get(part)?.[at] !== false),
    edits(changed, textOf) {
      const targets = new Map(changed.map(({ index, target }) => [index, target]));
      return repeated.flatMap(({ part, span, index }) => {
        const target = targets.get(index);
        const { start, end } = span;
        const slice = (from: number, to: number) => textOf(part).slice(from, to);
        const text =
          target === undefined
            ? undefined
            : span.write(escapeText(plainText(target).replace(/\s+/g, ' ').trim()), { harder: false, slice });
        return text === undefined ? [] : [{ part, start, end, text }];
      });
    },
  };
}

function keyOf({ segment }: Span): string {
  return plainText(segment.text).replace(/\s+/g, ' ').trim();
}
