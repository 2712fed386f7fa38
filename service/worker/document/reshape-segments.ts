import { ProblemError } from '../../contract/index.ts';
import type { Reason } from '../../contract/index.ts';
import {
  extentsOf,
  joinedTarget,
  joinExtents,
  segmentedAt,
  splitExtents,
  splitTarget,
} from '../../documents/sentences/resegment.ts';
import type { Extent } from '../../documents/sentences/resegment.ts';
import { isDefaultEdit } from '../../records/edits.ts';
import type { SegmentEdit } from '../../records/edits.ts';
import type { JournalSegmentLine } from '../../records/journal.ts';
import { reshape } from '../../records/reshape.ts';
import type { StoredJob } from '../../records/reshape.ts';
import { paragraphEnd, shiftedIndex } from '../../records/reshaped.ts';
import type { Piece, ReshapedParagraph } from '../../records/reshaped.ts';
import { resolveLines } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import type { StoredFlag } from '../../records/stored-flags.ts';
import type { Reshape } from '../document-port.ts';

export interface ReshapeParts {
  readonly kind: 'document' | 'batch';
  readonly to: string;
  /** Flags of a machine translation. */
  readonly flagsOf: (source: string, target: string) => readonly StoredFlag[];
}

export interface Reshaped {
  readonly job: StoredJob;
  readonly edits: SegmentEdit[];
  readonly paragraph: ReshapedParagraph;
  readonly moved: { readonly i: number; readonly was: number; readonly by: number };
  readonly all: readonly ReshapedParagraph[];
}

/** A job after a split, or a join with the next segment. Throws a ProblemError if impossible. */
export function reshapeSegments(
  stored: StoredJob,
  before: { readonly edits: readonly SegmentEdit[]; readonly reshaped: readonly ReshapedParagraph[] },
  asked: Reshape,
  parts: ReshapeParts,
): Reshaped {
  const present = reshape(stored, before.reshaped);
  const { index } = asked;
  const segment = present.segments[index];
  if (parts.kind === 'batch')
    throw refuse(
      'index',
      'A text of a batch is one segment. Only sentences of documents are split or joined.',
      'batch_kept_whole',
    );
  if (!segment) {
    const count = present.segments.length;
    throw refuse('index', `The job has no segment ${index}. It has ${count}, counted from 0.`);
  }
  const start = index - (segment.sentence?.n ?? 0);
  const end = paragraphEnd(present.segments, start);
  const sentences = present.segments.slice(start, end);
  const n = index - start;
  const isSplit = 'at' in asked;
  const problem = isSplit ? splitRefusal(segment) : joinRefusal(present.segments, index, end);
  if (problem) throw problem;
  const extents = isSplit ? splitExtents(sentences, n, asked.at) : joinExtents(sentences, n);
  const next = typeof extents === 'string' ? extents : segmentedAt(sentences, extents);
  if (typeof next === 'string') throw refuse('at', SPLIT_REFUSED[next], next);
  const moved = isSplit ? { i: index, was: 1, by: 2 } : { i: index, was: 2, by: 1 };
  const p = storedStart(stored.segments, before.reshaped, start);
  const sources = next.slice(n, n + moved.by) as SegmentLine[];
  const presentLines = resolveLines(present.segments, present.journal);
  const lineOf = (i: number): JournalSegmentLine | undefined => presentLines[i];
  const editOf = (i: number): SegmentEdit | undefined => {
    const edit = before.edits.find((one) => one.i === i);
    if (!edit?.o) return edit;
    // Nobody wrote its text: the parts are the engine's.
    const { t: _, f: __, o: ___, l: ____, ...rest } = edit;
    return rest;
  };
  const fromStored = linesByExtent(stored, p);
  const made = isSplit
    ? splitLines(segment, sources as [SegmentLine, SegmentLine], lineOf(index), editOf(index), parts)
    : joinLines(
        [segment, present.segments[index + 1]!],
        sources[0]!,
        [lineOf(index), lineOf(index + 1)],
        [editOf(index), editOf(index + 1)],
        parts,
      );
  const places = extentsOf(next);
  const pieces = next.map((one, at): Piece => {
    const other = at < n ? start + at : start + at - moved.by + moved.was;
    const line =
      at >= n && at < n + moved.by
        ? (fromStored(places[at]!, one.text) ?? made.lines[at - n])
        : lineOf(other);
    return { segment: one, ...(line ? { line: bare(line) } : {}) };
  });
  const paragraph = { p, pieces };
  const all = [...before.reshaped.filter((one) => one.p !== p), paragraph].sort((a, b) => a.p - b.p);
  const kept = before.edits.flatMap((edit): SegmentEdit[] => {
    const i = shiftedIndex(edit.i, moved);
    return i === undefined ? [] : [{ ...edit, i }];
  });
  const own = made.edits.map(({ t, f, ...edit }, at): SegmentEdit => ({
    ...edit,
    // Its text from before the join or split is not an edit.
    ...(t === undefined || t === pieces[n + at]!.line?.t ? {} : { t, ...(f ? { f } : {}) }),
    i: index + at,
  }));
  const edits = [...kept, ...own].filter((edit) => !isDefaultEdit(edit)).sort((a, b) => a.i - b.i);
  return { job: reshape(stored, all), edits, paragraph, moved, all };
}

const SPLIT_REFUSED = {
  split_inside_code: 'A segment cannot be split inside a code. Choose a place between two words.',
  split_empty_part: 'Both parts need text. Choose a place between two words.',
  split_inside_link: 'A link or a field stays whole. Choose a place before or behind it.',
} as const;

function splitRefusal({
  copy,
  target,
  given,
  locked,
  maxChars,
  group,
}: SegmentLine): ProblemError | undefined {
  const isFree = !copy && target === undefined && !given && !locked;
  if (isFree && maxChars === undefined && group === undefined) return undefined;
  return refuse(
    'index',
    'This segment stays whole: it is copied as it is, or its file has a translation or a length for all of it.',
    'segment_kept_whole',
  );
}

function joinRefusal(segments: readonly SegmentLine[], index: number, end: number): ProblemError | undefined {
  if (index + 1 >= segments.length)
    return refuse('index', 'This is the last segment: there is no next one to join it with.', 'join_at_end');
  if (index + 1 < end) return undefined;
  return refuse(
    'index',
    'The next segment begins another paragraph. Only sentences of one paragraph are joined.',
    'join_across_paragraphs',
  );
}

function refuse(field: string, message: string, reason?: Reason): ProblemError {
  return new ProblemError('invalid_request', `${message} Nothing was changed.`, {
    errors: [{ field, code: 'invalid', message, ...(reason ? { reason } : {}) }],
  });
}

/** The index in `segments.ndjson` of the paragraph that begins at an index of the current segments. */
function storedStart(
  segments: readonly SegmentLine[],
  reshaped: readonly ReshapedParagraph[],
  present: number,
): number {
  let more = 0;
  for (const { p, pieces } of reshaped) {
    if (p + more >= present) break;
    more += pieces.length - (paragraphEnd(segments, p) - p);
  }
  return present - more;
}

/** The lines of a paragraph's original sentences, by their positions in it. */
function linesByExtent(
  stored: StoredJob,
  p: number,
): (place: Extent, text: string) => JournalSegmentLine | undefined {
  const end = paragraphEnd(stored.segments, p);
  const sentences = stored.segments.slice(p, end);
  const lines = resolveLines(stored.segments, stored.journal).slice(p, end);
  const places = extentsOf(sentences);
  return (place, text) => {
    const n = places.findIndex((one) => one.start === place.start && one.end === place.end);
    return sentences[n]?.text === text ? lines[n] : undefined;
  };
}

interface Made {
  readonly lines: readonly (JournalSegmentLine | undefined)[];
  /** Without indexes. */
  readonly edits: readonly Omit<SegmentEdit, 'i'>[];
}

function splitLines(
  whole: SegmentLine,
  own: readonly [SegmentLine, SegmentLine],
  line: JournalSegmentLine | undefined,
  edit: SegmentEdit | undefined,
  { to, flagsOf }: ReshapeParts,
): Made {
  const engines = line && splitTarget(whole, line.t, own, to);
  const edited = edit?.t === undefined ? undefined : splitTarget(whole, edit.t, own, to);
  const present = edited ?? engines;
  return {
    lines: own.map(({ text, copy }, n) => (copy ? undefined : lineOf(text, engines?.[n], line?.o, flagsOf))),
    edits: own.map(({ text, copy }, n) => {
      const t = copy ? undefined : edited?.[n];
      // A part has no translation yet, or a person had confirmed the whole: it needs another check.
      const isOpen = !copy && (edit?.s !== undefined || present?.[n] === '');
      return {
        ...(t === undefined ? {} : { t, ...flagged(flagsOf(text, t)) }),
        ...(isOpen ? { s: 'draft' as const } : {}),
        ...(n === 0 && edit?.c !== undefined ? { c: edit.c } : {}),
        ...(n === 0 && edit?.n !== undefined ? { n: edit.n } : {}),
        ...(n === 0 && edit?.a !== undefined ? { a: edit.a } : {}),
      };
    }),
  };
}

function joinLines(
  both: readonly [SegmentLine, SegmentLine],
  own: SegmentLine,
  lines: readonly [JournalSegmentLine | undefined, JournalSegmentLine | undefined],
  edits: readonly [SegmentEdit | undefined, SegmentEdit | undefined],
  { to, flagsOf }: ReshapeParts,
): Made {
  const engines = both.map(({ text, copy }, n) => (copy ? text : (lines[n]?.t ?? text))) as [string, string];
  const texts = both.map((_, n) => edits[n]?.t ?? engines[n]!) as [string, string];
  const isEdited = edits.some((edit) => edit?.t !== undefined);
  const [t, engine] = [joinedTarget(both, texts, own, to), joinedTarget(both, engines, own, to)];
  const states = both.flatMap(({ copy }, n) => (copy ? [] : [edits[n]?.s ?? 'translated']));
  const state = (['draft', 'translated', 'confirmed'] as const).find((one) => states.includes(one));
  const comments = edits.flatMap((edit) => edit?.c ?? []);
  const privateNotes = edits.flatMap((edit) => edit?.n ?? []);
  const active = (edits[0]?.a ?? 0) + (edits[1]?.a ?? 0);
  const origins = new Set(lines.flatMap((line) => (line ? [line.o] : [])));
  return {
    lines: [
      own.copy
        ? undefined
        : lineOf(own.text, engine, origins.size === 1 ? [...origins][0] : undefined, flagsOf),
    ],
    edits: [
      {
        ...(isEdited && !own.copy ? { t, ...flagged(flagsOf(own.text, t)) } : {}),
        ...(state === undefined || state === 'translated' ? {} : { s: state }),
        ...(comments.length === 0 ? {} : { c: comments.join('\n') }),
        ...(privateNotes.length === 0 ? {} : { n: privateNotes.join('\n') }),
        ...(active === 0 ? {} : { a: active }),
      },
    ],
  };
}

function lineOf(
  source: string,
  t: string | undefined,
  o: JournalSegmentLine['o'],
  flagsOf: ReshapeParts['flagsOf'],
): JournalSegmentLine | undefined {
  if (t === undefined) return undefined;
  // The memory has a translation of the whole, not of a part.
  return { i: 0, t, ...(o === undefined || o === 'memory' ? {} : { o }), ...flagged(flagsOf(source, t)) };
}

function flagged(f: readonly StoredFlag[]): { f?: StoredFlag[] } {
  return f.length > 0 ? { f: [...f] } : {};
}

function bare({ i: _, ...line }: JournalSegmentLine): NonNullable<Piece['line']> {
  return line;
}
