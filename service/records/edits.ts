import { z } from 'zod';
import type { SegmentState } from '../contract/index.ts';
import { learnedChangeSchema } from './learned.ts';
import { encodeLine, parseLines } from './lines.ts';
import { pieceSchema, shiftedIndex } from './reshaped.ts';
import type { ReshapedParagraph } from './reshaped.ts';
import { storedFlagSchema } from './stored-flags.ts';
import type { KeptMark } from './stored-flags.ts';

const editSchema = z.object({
  i: z.int().nonnegative(),
  /** Coded text; absent if the engine's answer stays. */
  t: z.string().exactOptional(),
  /** Flags of `t`, other than `edited`. */
  f: z.array(storedFlagSchema).exactOptional(),
  /** `translated` if absent. */
  s: z.custom<SegmentState>((value) => typeof value === 'string').exactOptional(),
  /** The reviewers' comment. */
  c: z.string().exactOptional(),
  /** The reviewer's private note. */
  n: z.string().exactOptional(),
  /**
   * What the last build of the file did: why it kept the source, or `written` where the journal says otherwise.
   * Absent if the journal's flags hold.
   */
  k: z.custom<KeptMark | 'written'>((value) => typeof value === 'string').exactOptional(),
  /** Nobody wrote `t`: learned corrections `l` changed the engine's answer, or an equal segment was confirmed. */
  o: z.enum(['engine', 'memory']).exactOptional(),
  l: z.array(learnedChangeSchema).exactOptional(),
  /** A person took a learned correction back: no other one is to change this segment. */
  b: z.literal(true).exactOptional(),
  /** Milliseconds of typing in it, of all its edits. */
  a: z.int().nonnegative().exactOptional(),
});
/** An edit of one segment, as a rule by a person. */
export type SegmentEdit = z.infer<typeof editSchema>;

/** Whether an edit says no more than the engine's answer does. */
export function isDefaultEdit({ t, s, c, n, k, b, a }: Omit<SegmentEdit, 'i'>): boolean {
  return [t, s, c, n, k, b, a].every((value) => value === undefined);
}

/** Whether nobody has edited, confirmed or taken back a segment: then it follows what is learned. */
export function isUntouched(edit: SegmentEdit | undefined): boolean {
  return !edit || (edit.s === undefined && edit.b === undefined && !isByPerson(edit));
}

/** Whether a person wrote its text. */
export function isByPerson({ t, o }: Pick<SegmentEdit, 't' | 'o'>): boolean {
  return t !== undefined && o === undefined;
}

const countsSchema = {
  /** Segments of the whole job that are edited, flagged or confirmed. */
  edited: z.int().nonnegative(),
  flagged: z.int().nonnegative(),
  confirmed: z.int().nonnegative(),
  /** Source words of the confirmed ones. */
  confirmed_words: z.int().nonnegative(),
  /** Those of the flagged ones whose source the file keeps. */
  kept: z.int().nonnegative().exactOptional(),
  /** Of the whole job, once sentences of it have been split or joined. */
  segments: z.int().nonnegative().exactOptional(),
};

const reshapedSchema = z.object({
  /** Index of the paragraph's first segment in `segments.ndjson`. */
  p: z.int().nonnegative(),
  /** All its segments, from now on. */
  pieces: z.array(pieceSchema),
  /** In a line that reshapes it: `was` segments from index `i` on were replaced by `by`. */
  moved: z
    .object({ i: z.int().nonnegative(), was: z.int().positive(), by: z.int().positive() })
    .exactOptional(),
});

const editorSchema = z.object({
  via: z.enum(['window', 'key']),
  /** Of the key, then. */
  name: z.string().exactOptional(),
  /** From a bilingual file. */
  imported: z.literal(true).exactOptional(),
});
/** Who made an edit. */
export type StoredEditor = z.infer<typeof editorSchema>;

const versionSchema = z.object({
  at: z.iso.datetime(),
  t: z.string().exactOptional(),
  s: z.custom<SegmentState>((value) => typeof value === 'string').exactOptional(),
  by: editorSchema.exactOptional(),
});
/** An earlier or the present edit of a segment: as a SegmentEdit, and when it was made by whom. */
export type SegmentVersion = z.infer<typeof versionSchema>;

const editsLineSchema = z.object({
  /** RFC 3339 UTC, later than that of the line before; equal to it for the findings (`k`) of a build. */
  at: z.iso.datetime(),
  /** `at` of the previous line, '' for the first: reveals a line lost from the middle of the file. */
  prev: z.string(),
  /** The changed segments, each with its complete edit. */
  set: z.array(editSchema),
  by: editorSchema.exactOptional(),
  /** `set` is complete; earlier lines no longer count. */
  whole: z.literal(true).exactOptional(),
  /** In such a line: the segments' histories up to it (see edit-history.ts). */
  past: z.array(z.object({ i: z.int().nonnegative(), versions: z.array(versionSchema) })).exactOptional(),
  ...countsSchema,
  /** Paragraphs with split or joined sentences. `set` and `learn` use the indexes after that. */
  reshaped: z.array(reshapedSchema).exactOptional(),
  /** Segments that the translation memory must learn or forget. */
  learn: z.array(z.int().nonnegative()).exactOptional(),
});
/** A line of `edits.ndjson`: one accepted request to change a done job's translations. */
export type EditsLine = z.infer<typeof editsLineSchema>;

/** A line of the log; undefined for other ones, or one torn by a crash. */
export function readEditsLine(value: unknown): EditsLine | undefined {
  return editsLineSchema.safeParse(value).data;
}

const learnedSchema = z.object({ learned: z.iso.datetime() });

export function encodeEditsLine(line: EditsLine): string {
  return encodeLine(line);
}

/** The memory has learned from all edits up to this time. */
export function encodeLearned(at: string): string {
  return encodeLine({ learned: at });
}

/** All edits of a job's translations. */
export interface EditsRecord {
  /** Time of the last edit. */
  readonly at: string;
  readonly edits: readonly SegmentEdit[];
  readonly edited: number;
  readonly flagged: number;
  readonly confirmed: number;
  /** Source words of the confirmed segments. */
  readonly confirmed_words: number;
  /** Flagged segments whose source the file keeps. */
  readonly kept?: number;
  /** Segments of the whole job, where that is not as `segments.ndjson` says. */
  readonly segments?: number;
  /** Paragraphs whose sentences were split or joined, in order. */
  readonly reshaped: readonly ReshapedParagraph[];
  /** Segments that the translation memory must still learn or forget. */
  readonly unlearned: readonly number[];
  /** Who made the last edit of those. */
  readonly unlearnedBy?: string;
}

/** Edits that cannot be read, or some of which are lost. */
export class DamagedEditsError extends Error {
  readonly file: string;
  constructor(file: string) {
    super(`${file} is damaged.`);
    this.file = file;
  }
}

/** The contents of `edits.ndjson`; undefined if nothing was ever edited. Throws DamagedEditsError: no edit may be lost silently. */
export function parseEdits(log: Uint8Array): EditsRecord | undefined {
  let record: EditsRecord | undefined;
  let unlearned: { at: string; index: number }[] = [];
  let unlearnedBy: string | undefined;
  let edits = new Map<number, SegmentEdit>();
  const reshaped = new Map<number, ReshapedParagraph>();
  for (const value of parseLines(log)) {
    const learned = learnedSchema.safeParse(value);
    if (learned.success) {
      unlearned = unlearned.filter(({ at }) => at > learned.data.learned);
      continue;
    }
    // A line torn by a crash was never acknowledged: its successor refers to the line before it.
    const line = readEditsLine(value);
    if (!line) continue;
    if (line.whole) {
      edits.clear();
      reshaped.clear();
      unlearned = [];
    } else if (line.prev !== (record?.at ?? '')) throw new DamagedEditsError('edits.ndjson');
    for (const { p, pieces, moved } of line.reshaped ?? []) {
      reshaped.set(p, { p, pieces });
      if (!moved) continue;
      const shift = <Item>(
        items: Iterable<Item>,
        of: (item: Item) => number,
        to: (item: Item, i: number) => Item,
      ) =>
        [...items].flatMap((item) => {
          const i = shiftedIndex(of(item), moved);
          return i === undefined ? [] : [to(item, i)];
        });
      edits = new Map(
        shift(
          edits.values(),
          ({ i }) => i,
          (edit, i) => ({ ...edit, i }),
        ).map((edit) => [edit.i, edit]),
      );
      unlearned = shift(
        unlearned,
        ({ index }) => index,
        (one, index) => ({ ...one, index }),
      );
    }
    for (const edit of line.set) {
      if (isDefaultEdit(edit)) edits.delete(edit.i);
      else edits.set(edit.i, edit);
    }
    unlearned.push(...(line.learn ?? []).map((index) => ({ at: line.at, index })));
    if (line.learn) unlearnedBy = line.by?.name;
    const { at, edited, flagged, confirmed, confirmed_words, kept, segments } = line;
    record = {
      ...{ at, edited, flagged, confirmed, confirmed_words, edits: [], reshaped: [], unlearned: [] },
      ...(kept === undefined ? {} : { kept }),
      ...(segments === undefined ? {} : { segments }),
    };
  }
  if (!record) return undefined;
  return {
    ...record,
    edits: [...edits.values()].sort((a, b) => a.i - b.i),
    reshaped: [...reshaped.values()].sort((a, b) => a.p - b.p),
    unlearned: [...new Set(unlearned.map(({ index }) => index))],
    ...(unlearned.length === 0 || unlearnedBy === undefined ? {} : { unlearnedBy }),
  };
}
