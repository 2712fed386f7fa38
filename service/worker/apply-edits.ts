import type { Reason } from '../contract/index.ts';
import { qualityFlags } from '../quality/quality-flags.ts';
import type { AskedEdit } from '../records/asked-edits.ts';
import type { EditsRecord } from '../records/edits.ts';
import type { Journal } from '../records/journal.ts';
import type { SegmentLine } from '../records/segments.ts';
import { glossaryMissed } from '../records/stored-flags.ts';
import type { StoredFlag } from '../records/stored-flags.ts';
import { escapeText, formatCoded, parseCoded } from '../text/codes.ts';
import { readEditedTarget } from '../text/edited-target.ts';
import { missingTerms } from '../text/glossary.ts';
import type { Glossary } from '../text/glossary.ts';
import { resolveLines } from './plan.ts';
import type { EditTask, RefusedEdit } from './port.ts';

export interface AppliedEdits {
  readonly edits: EditsRecord['edits'];
  /** Indexes of the segments whose translation is another now, in order. */
  readonly changed: readonly number[];
  /** Of the asked ones, in their order. */
  readonly refused: readonly RefusedEdit[];
}

interface EditedJob {
  readonly segments: readonly SegmentLine[];
  readonly journal: Journal;
  readonly edits: EditsRecord['edits'];
  readonly glossary: Glossary;
}

/** The edits of a job after some more. A refused one changes nothing; what is asked twice is refused. */
export function applyEdits(
  job: EditedJob,
  asked: readonly AskedEdit[],
  task: Pick<EditTask, 'kind' | 'from' | 'to'>,
): AppliedEdits {
  const { segments, journal } = job;
  const edits = new Map(job.edits.map((edit) => [edit.i, edit]));
  const before = resolveLines(segments, journal);
  const changed = new Set<number>();
  const seen = new Set<number>();
  const refused: RefusedEdit[] = [];
  for (const [position, { index, text }] of asked.entries()) {
    const refuse = (field: RefusedEdit['field'], message: string, reason?: Reason): void =>
      void refused.push({ position, index, field, message, ...(reason ? { reason } : {}) });
    const segment = segments[index];
    if (!segment) {
      refuse('index', `The job has no segment ${index}. It has ${segments.length}, counted from 0.`);
      continue;
    }
    if (seen.has(index)) {
      refuse('index', 'This segment is there twice. Send each once.', 'segment_twice');
      continue;
    }
    seen.add(index);
    // As a client sends it back: an engine may have written a sign in another way.
    const engines = canonical(segment.copy ? segment.text : (before[index]?.t ?? segment.text));
    const present = edits.get(index)?.t ?? engines;
    // What nobody has changed is no edit, even where it would be refused as one.
    if (text !== null && written(text, task) === present) continue;
    const read = text === null ? { text: engines } : readTarget(segment, text, task);
    if ('problem' in read) {
      refuse('translated_text', read.problem, read.reason);
      continue;
    }
    if (read.text === present) continue;
    if (segment.copy) {
      const message = 'This segment holds no text to translate; it is copied as it is.';
      refuse('translated_text', message, 'edit_nothing_to_translate');
      continue;
    }
    changed.add(index);
    // Written again by hand, the engine's answer is no edit.
    if (read.text === engines) edits.delete(index);
    else edits.set(index, editOf(index, segment.text, read.text, job.glossary, task));
  }
  return {
    edits: [...edits.values()].sort((a, b) => a.i - b.i),
    changed: [...changed].sort((a, b) => a - b),
    refused,
  };
}

function canonical(coded: string): string {
  return formatCoded(parseCoded(coded));
}

/** What a client sends, as coded text: in a batch all of it is text. */
function written(text: string, { kind }: Pick<EditTask, 'kind'>): string {
  return kind === 'batch' ? escapeText(text) : canonical(text);
}

function readTarget(segment: SegmentLine, text: string, { kind }: Pick<EditTask, 'kind'>) {
  return readEditedTarget(segment.text, text, { rules: segment.rules, plain: kind === 'batch' });
}

function editOf(
  i: number,
  source: string,
  target: string,
  glossary: Glossary,
  { from, to }: Pick<EditTask, 'from' | 'to'>,
): EditsRecord['edits'][number] {
  const missing = missingTerms(source, target, glossary, to);
  const flags: StoredFlag[] = [
    ...(missing.length > 0 ? [glossaryMissed(missing)] : []),
    ...qualityFlags({ source, target, from, to, isEdited: true }),
  ];
  return { i, t: target, ...(flags.length > 0 ? { f: flags } : {}) };
}
