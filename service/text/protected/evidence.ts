import { formatFacts } from '../../contract/index.ts';
import type { FileType } from '../../contract/index.ts';
import { readableText } from '../codes.ts';
import { ANY, scan } from './scan.ts';
import type { Active } from './scan.ts';
import type { Syntax } from './syntax.ts';
import { SYNTAXES } from './table.ts';

/** Minimum of texts with marks of a syntax that could be prose: fewer may be typing errors. */
const MIN_TEXTS = 3;
/** In a job of few texts, half of them suffice, if they have at least this many marks. */
const MIN_MARKS = 2;
/** A book has typing errors too: at least one text in this many must have a mark. */
const MAX_TEXTS_PER_MARK = 200;

export interface Context {
  /** The format of the job's file; absent for texts without one. */
  readonly format?: FileType | undefined;
  /** The job's option, which overrides the evidence of its file and texts. */
  readonly option?: Active | undefined;
}

/** A segment, and the syntaxes besides those of any prose whose marks it has. */
interface Marked {
  /** Coded text. */
  readonly text: string;
  /** From its format: a flag of the segment (PO). */
  readonly syntaxes?: Active;
}

/**
 * The segments of a job, each with the syntaxes that count in it; `active` are those that count in the job.
 * Besides a segment's own flags, a syntax counts if the file's format implies it (`strings`: any message
 * file), or if the texts show it: in a form that only this syntax has, in three texts, or in half of them.
 */
export function withSyntaxes<Segment extends Marked>(
  segments: readonly Segment[],
  context: Context = {},
): { segments: Segment[]; active: Active } {
  const looked = context.option ?? ANY;
  const found = segments.map(({ text }) => idsIn(readableText(text), looked));
  const active = context.option ?? [
    ...new Set([...syntaxesOf(context.format), ...evidenceOf(segments, found)]),
  ];
  return {
    active,
    segments: segments.map((segment, n) => {
      const own = [
        ...new Set([...(segment.syntaxes ?? []), ...found[n]!.filter((id) => active.includes(id))]),
      ];
      return own.length === 0 ? segment : { ...segment, syntaxes: own };
    }),
  };
}

const NONE: Active = [];

/** The syntaxes, one per mark, that a text seems to have besides those of any prose. */
function idsIn(plain: string, looked: Active): Active {
  const spans = scan(plain, looked);
  if (spans.length === 0) return NONE;
  const ids = spans.map(({ syntax }) => syntax).filter((id) => looked.includes(id));
  return ids.length === 0 ? NONE : ids;
}

/** The syntaxes that every file of a format may have. */
function syntaxesOf(format: FileType | undefined): string[] {
  if (format === undefined) return [];
  const { family } = formatFacts(format);
  return SYNTAXES.filter(
    ({ from }) => from !== 'prose' && (from.includes(format) || from.includes(family)),
  ).map(({ id }) => id);
}

function evidenceOf(segments: readonly Marked[], found: readonly Active[]): string[] {
  const texts = new Map<string, Set<string>>();
  const marks = new Map<string, number>();
  for (const [n, ids] of found.entries())
    for (const id of ids) {
      texts.set(id, (texts.get(id) ?? new Set()).add(segments[n]!.text));
      marks.set(id, (marks.get(id) ?? 0) + 1);
    }
  const isMuch = (id: string): boolean => {
    const count = texts.get(id)?.size ?? 0;
    return (
      (marks.get(id) ?? 0) >= MIN_MARKS &&
      count * MAX_TEXTS_PER_MARK >= segments.length &&
      (count >= MIN_TEXTS || count * 2 >= segments.length)
    );
  };
  const isSure = ({ sure }: Syntax): boolean =>
    sure !== undefined && segments.some(({ text }) => sure.test(readableText(text)));
  return SYNTAXES.filter((row) => isMuch(row.id) || isSure(row)).map(({ id }) => id);
}
