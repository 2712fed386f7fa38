import { segmentOriginSchema, segmentStateSchema } from '../../contract/index.ts';
import type { SegmentFlag, SegmentResource, SegmentState, SegmentVersion } from '../../contract/index.ts';
import { checkedText, grammarFlags, grammarOf } from '../../records/grammar.ts';
import type { UncheckedText } from '../../records/grammar.ts';
import type { IgnoredFindings } from '../../records/ignored-findings.ts';
import type { LearnedChange } from '../../records/learned.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { presentFlags } from '../../records/stored-flags.ts';
import { plainText } from '../../text/codes.ts';
import type {
  SegmentDoubt,
  SegmentOffer,
  SegmentsFilter,
  SegmentsPage,
  SegmentsTask,
  TextStretch,
} from '../document-port.ts';
import { countRepetitions } from './paged-job.ts';
import { segmentFilter } from './segment-filter.ts';
import { orderOf } from './segment-order.ts';
import type { PagedJob } from './paged-job.ts';

const EDITED: SegmentFlag = { code: 'edited', message: 'The translation was changed by a person.' };

/** A page ends here before its limit, as it is one message. A longer segment is a page by itself. */
const PAGE_BYTES = 1_048_576;

interface PageParts {
  readonly versionsOf?: ((index: number) => SegmentVersion[]) | undefined;
  /** What the job's checks ignore. */
  readonly ignored?: IgnoredFindings;
}

/** The page of segments from `task.start` that match the task's filter, as JSON. */
export function segmentsPage(
  job: PagedJob,
  task: Pick<
    SegmentsTask,
    | 'kind'
    | 'start'
    | 'limit'
    | 'indexes'
    | 'sort'
    | 'doubts'
    | 'offers'
    | 'to'
    | 'grammar'
    | keyof SegmentsFilter
  >,
  { versionsOf, ignored = new Map() }: PageParts = {},
): SegmentsPage {
  const { segments, lines, repetitions } = job;
  const order = orderOf(job, task);
  const only = task.indexes && new Set(task.indexes);
  const shown: Buffer[] = [];
  const unchecked: UncheckedText[] = [];
  let bytes = 0;
  let place = task.start;
  const isWanted = segmentFilter(task, job.isFirst);
  for (; place < segments.length; place++) {
    const index = order?.[place] ?? place;
    if (only?.has(index) === false) continue;
    const found = presentSegment(task.kind, segments[index]!, lines[index], index, repetitions(index));
    const text = task.grammar && checkedText(found);
    const said = text === undefined ? undefined : grammarOf(task.grammar!, { index, text });
    const segment = said
      ? { ...found, flags: [...found.flags, ...grammarFlags(text!, said, ignored)] }
      : found;
    if (!isWanted(segment)) continue;
    // The next page starts with a segment that it shows.
    if (shown.length === task.limit) break;
    const versions = versionsOf && { versions: versionsOf(index) };
    const json = Buffer.from(
      JSON.stringify({
        ...segment,
        ...doubtShown(task.doubts?.get(index)),
        ...offersShown(task.kind, task.offers?.get(index)),
        ...versions,
      }),
    );
    if (shown.length > 0 && bytes + json.length > PAGE_BYTES) break;
    shown.push(json);
    if (text !== undefined && !said) unchecked.push({ index, text });
    bytes += json.length;
  }
  return {
    json: jsonArray(shown),
    ...(place < segments.length ? { next: place } : {}),
    ...(unchecked.length > 0 ? { unchecked } : {}),
  };
}

function offersShown(
  kind: SegmentsTask['kind'],
  offers: readonly SegmentOffer[] | undefined,
): Pick<SegmentResource, 'offers'> {
  if (!offers) return {};
  const show = shownIn(kind);
  const stretches = (coded: string, all: readonly TextStretch[]): TextStretch[] =>
    all.map(({ at, length }) => ({
      at: show(coded.slice(0, at)).length,
      length: show(coded.slice(at, at + length)).length,
    }));
  return {
    offers: offers.map(({ kind: sort, text, learned, changes, match, memory, engine, earlier }) => ({
      ...{ kind: sort, text: show(text) },
      ...(learned ? { learned: changesShown(text, learned, show) } : {}),
      ...(changes ? { changes: stretches(text, changes) } : {}),
      ...(match === undefined ? {} : { match }),
      ...(memory ? { memory: { id: memory.id, name: memory.name } } : {}),
      ...(engine === undefined ? {} : { engine }),
      ...(earlier
        ? {
            unit_id: String(earlier.unit),
            source: show(earlier.source),
            source_changes: stretches(earlier.source, earlier.differences),
          }
        : {}),
    })),
  };
}

/** A batch's texts came without codes: anything like a code in them is text. */
export function shownIn(kind: SegmentsTask['kind']): (coded: string) => string {
  return (coded) => (kind === 'batch' ? plainText(coded) : coded);
}

function doubtShown(doubt: SegmentDoubt | undefined): Pick<SegmentResource, 'doubt' | 'doubt_reasons'> {
  if (!doubt) return {};
  const { value, reasons } = doubt;
  return { doubt: value, ...(reasons.length === 0 ? {} : { doubt_reasons: [...reasons] }) };
}

/** Some of a job's segments as in the contract: a JSON array. */
export function segmentsJson(
  kind: SegmentsTask['kind'],
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
  indexes: readonly number[],
): Uint8Array {
  const repetitions = countRepetitions(segments);
  const shown = indexes.map((index) =>
    presentSegment(kind, segments[index]!, lines[index], index, repetitions(index)),
  );
  return Buffer.from(JSON.stringify(shown));
}

/** Before a checker has said anything. */
type PresentedSegment = Omit<SegmentResource, 'flags'> & { flags: SegmentFlag[] };

export function presentSegment(
  kind: SegmentsTask['kind'],
  segment: SegmentLine,
  line: ResolvedLine | undefined,
  index: number,
  repetitions = 0,
): PresentedSegment {
  const show = shownIn(kind);
  const target = segment.copy ? segment.text : line?.t;
  return {
    index,
    ...(segment.id === undefined ? {} : { id: segment.id }),
    ...(segment.key === undefined ? {} : { key: segment.key }),
    ...(segment.note === undefined ? {} : { note: segment.note }),
    ...(line?.c === undefined ? {} : { comment: line.c }),
    ...(line?.n === undefined ? {} : { private_note: line.n }),
    text: show(segment.text),
    translated_text: target === undefined ? null : show(target),
    ...originOf(segment, line),
    ...(segment.copy || line?.m === undefined ? {} : { match: line.m }),
    ...(segment.copy || line?.mem === undefined ? {} : { memory: line.mem }),
    ...(target === undefined ? {} : { state: stateOf(line) }),
    ...(repetitions > 0 ? { repetitions } : {}),
    edited: line?.o === 'edited',
    ...(segment.locked ? { locked: true as const } : {}),
    ...learnedOf(line, show),
    flags: [...presentFlags(line?.f), ...(line?.o === 'edited' ? [EDITED] : [])],
  };
}

/** What was learned and changed here, and the engine's own answer. */
function learnedOf(
  line: ResolvedLine | undefined,
  show: (coded: string) => string,
): Pick<SegmentResource, 'learned' | 'engine_text'> {
  if (!line) return {};
  const { t, e, l = [] } = line;
  const shown = changesShown(t, l, show);
  return {
    ...(shown.length === 0 ? {} : { learned: shown }),
    ...(e === undefined || e === t ? {} : { engine_text: show(e) }),
  };
}

function changesShown(
  coded: string,
  changes: readonly LearnedChange[],
  show: (coded: string) => string,
): NonNullable<SegmentResource['learned']> {
  return changes.map(({ id, at, length, from, to }) => ({
    id: String(id),
    at: show(coded.slice(0, at)).length,
    length: show(coded.slice(at, at + length)).length,
    from: show(from),
    to: show(to),
  }));
}

/** A later version may store states that this one's contract does not have. */
function stateOf(line: ResolvedLine | undefined): SegmentState {
  return segmentStateSchema.options.find((state) => state === line?.s) ?? 'translated';
}

function originOf(segment: SegmentLine, line: ResolvedLine | undefined): Pick<SegmentResource, 'origin'> {
  if (segment.copy) return { origin: 'copied' };
  if (!line) return {};
  // A later version's journal may have origins that this one's contract does not have.
  const { o = 'engine' } = line;
  return { origin: segmentOriginSchema.options.includes(o) ? o : 'engine' };
}

function jsonArray(items: readonly Buffer[]): Uint8Array {
  const comma = Buffer.from(',');
  const parts = items.flatMap((item, i) => (i === 0 ? [item] : [comma, item]));
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}
