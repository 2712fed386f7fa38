import type { Warning } from '../../contract/index.ts';
import { cellsOf, joinBlocks } from '../../documents/blocks/join-blocks.ts';
import type { PlacedWarning, Targets, TargetState } from '../../documents/format.ts';
import { formatOf } from '../../documents/formats.ts';
import { joinSentences, paragraphsOf } from '../../documents/sentences/join-sentences.ts';
import { isUntouched } from '../../records/edits.ts';
import type { SegmentEdit } from '../../records/edits.ts';
import { isAsGiven } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import type { KeptMark } from '../../records/stored-flags.ts';
import type { Kept } from './kept-source.ts';
import type { AssembleTask } from '../document-port.ts';
import { WorkerError } from '../translation-port.ts';

export interface DocumentParts {
  readonly segments: readonly SegmentLine[];
  /** A translation for each segment. */
  readonly targets: Targets;
  /** Whether a person confirmed a segment's translation. */
  readonly isConfirmed: (index: number) => boolean;
  /** For bilingual files. */
  readonly stateOf?: (index: number) => TargetState;
  readonly source: Uint8Array;
}

export interface BuiltDocument {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
  /** Segments with another translation whose source the document keeps. */
  readonly kept: Kept;
}

/** A document with the translations of a job's segments: sentences and blocks are joined, then put into their places. */
export async function buildDocument(
  task: Pick<AssembleTask, 'fileType' | 'from' | 'to' | 'fileName' | 'formatOptions' | 'simple'>,
  { segments, targets: given, isConfirmed, stateOf, source }: DocumentParts,
): Promise<BuiltDocument> {
  if (!task.fileType) throw new WorkerError('internal_error', 'The job does not say what file it is.', false);
  const indexes = paragraphsOf(segments);
  const paragraphs = indexes.map(([first = 0]) => segments[first]!);
  const sentences = joinSentences(segments, given, task.to);
  const { targets, kept } = joinBlocks(paragraphs, sentences, task.from);
  const cells = cellsOf(paragraphs);
  const confirmed = indexes.map((own) => own.every(isConfirmed));
  const format = await formatOf(task.fileType);
  const options = {
    from: task.from,
    to: task.to,
    fileName: task.fileName,
    ...(task.formatOptions && { formatOptions: task.formatOptions }),
    confirmed: cells.map((own) => own.every((index) => confirmed[index])),
    // A bilingual file has neither sentences nor blocks.
    ...(stateOf && { states: cells.map((own) => stateOf(indexes[own[0]!]![0]!)) }),
  };
  const assembly =
    task.simple && format.assembleSimple
      ? await format.assembleSimple(source, targets, options)
      : await format.assemble(source, targets, options);
  /** The first segment of a text of the file. */
  const segmentOf = (index: number): number => indexes[cells[index]?.[0] ?? 0]?.[0] ?? 0;
  // A paragraph that keeps its source may have sentences whose translation equals it.
  const keptIn = (paragraph: number, mark: KeptMark): [number, KeptMark][] =>
    indexes[paragraph]!.flatMap((index) => {
      const target = given[index] ?? null;
      return target === null || target === segments[index]!.text ? [] : [[index, mark]];
    });
  return {
    bytes: assembly.bytes,
    warnings: assembly.warnings.map((warning) => withSegments(warning, segmentOf)),
    kept: new Map([
      ...kept.flatMap((paragraph) => keptIn(paragraph, 'structure')),
      ...(assembly.kept ?? []).flatMap(({ index, reason = 'structure' as const }) =>
        cells[index]!.flatMap((paragraph) => keptIn(paragraph, reason)),
      ),
    ]),
  };
}

/** The state of each segment, and whether a person wrote or settled it. */
export function stateIn(
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
  edits: readonly SegmentEdit[],
): (index: number) => TargetState {
  const touched = new Set(edits.filter((edit) => !isUntouched(edit)).map(({ i }) => i));
  return (index) => {
    const line = lines[index];
    return {
      state: line?.s ?? 'translated',
      isByHand: touched.has(index) || segments[index]?.given !== undefined,
      match: line?.o === 'memory' ? (line.m ?? 100) : undefined,
    };
  };
}

/** A warning as it goes to clients: names of places and indexes of segments, one for each, as lists. */
function withSegments({ places, ...warning }: PlacedWarning, segmentOf: (index: number) => number): Warning {
  if (!places) return warning;
  const details = {
    places: places.map(({ name }) => name).join(', '),
    segments: places.map(({ index }) => segmentOf(index)).join(', '),
  };
  return { ...warning, details: { ...warning.details, ...details } };
}

/**
 * The target as coded text, null if the source stays, or what the file has. A gap would lose text silently: it
 * throws.
 */
export function targetOf(segment: SegmentLine, line: ResolvedLine | undefined, index: number): string | null {
  if (segment.copy || segment.locked) return null;
  if (line && isAsGiven(segment, line)) return null;
  if (!line) throw new WorkerError('internal_error', `Segment ${index + 1} has no translation yet.`, false);
  // A format with both languages (PO) leaves it untranslated.
  if (line.o === 'copied' && line.f?.some(({ code }) => code === 'untranslated') === true) return null;
  return line.t;
}
