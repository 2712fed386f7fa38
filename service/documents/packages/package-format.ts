import { readFormatOptions } from '../../contract/index.ts';
import type { FileType, OptionsOf, Warning } from '../../contract/index.ts';
import type {
  Assembly,
  ExtractedSegment,
  Examination,
  Format,
  FormatContext,
  PlacedWarning,
  Recognition,
  Targets,
} from '../format.ts';
import type { Look } from '../look.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList } from '../shared/segment-list.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { Span } from '../spans/span.ts';
import { writeSpans } from '../spans/write-spans.ts';

/** The segments of one part. A part may come several times, interleaved with others. */
export interface PackagePart {
  readonly name: string;
  /** Spans of the part's text. Lazy where possible: extraction stops at the first segment over the limit. */
  readonly spans: Iterable<Span>;
  /** Reads the finished part to check it, see write-spans.ts. Absent if it cannot break. */
  readonly readBack?: (text: string) => Iterable<Span>;
}

/** An opened package: its parts in the order of their segments, and how to write it. */
export interface OpenedPackage {
  readonly parts: Iterable<PackagePart>;
  /** The text of a part, by its name. */
  text(part: string): string;
  /** The package with these parts replaced; the original bytes if there are none. */
  save(changes: ReadonlyMap<string, string>): Uint8Array;
  /** Called when all parts have been read. */
  warnings?(): readonly Warning[];
  /** Called once if targets change something: edits of other parts with the same texts, and warnings. */
  closing?(changed: readonly ChangedUnit[]): PackageClosing;
}

export interface ChangedUnit {
  readonly index: number;
  readonly segment: ExtractedSegment;
  /** Coded text. */
  readonly target: string;
}

export interface PackageClosing {
  readonly edits?: readonly PartEdit[];
  readonly warnings?: readonly PlacedWarning[];
}

export interface PartEdit extends Edit {
  readonly part: string;
}

export interface PackageContext<Type extends FileType> extends Omit<FormatContext, 'formatOptions'> {
  /** The job's `format_options`, defaults filled in. */
  readonly options: OptionsOf<Type>;
}

/** A format of ZIP archives whose parts are texts, read the same way for extraction and assembly. */
export interface PackageFormat<Type extends FileType> {
  readonly fileType: Type;
  /** `open` finds the same spans whatever the file's language. */
  readonly ignoresLanguage?: true;
  recognise(look: Look): Recognition;
  open(source: Uint8Array, context: PackageContext<Type>): OpenedPackage;
  examine?(source: Uint8Array, context: PackageContext<Type>): Examination;
}

export function packageFormat<Type extends FileType>(format: PackageFormat<Type>): Format {
  const { fileType } = format;
  const contextOf = ({ formatOptions, ...given }: FormatContext): PackageContext<Type> => ({
    ...given,
    options: readFormatOptions(fileType, formatOptions),
  });
  return {
    fileType,
    recognise: (look) => format.recognise(look),

    extract: (source, options) =>
      promiseTry(() => {
        const opened = format.open(source, contextOf(options));
        const list = segmentList(options.maxSegments);
        for (const { spans } of opened.parts) for (const { segment } of spans) list.add(segment);
        return {
          segments: list.segments,
          warnings: [...(opened.warnings?.() ?? []), ...list.warnings()],
          ignoresLanguage: format.ignoresLanguage === true,
        };
      }),

    assemble: (source, targets, options) =>
      promiseTry(() => assemblePackage(source, format.open(source, contextOf(options)), targets)),

    ...(format.examine && {
      examine: (source, options) => promiseTry(() => format.examine!(source, contextOf(options))),
    }),
  };
}

interface PartUnits {
  readonly spans: Span[];
  readonly targets: (string | null)[];
  /** For each span the index of its segment in the package. */
  readonly indexes: number[];
  readonly readBack: PackagePart['readBack'];
}

function assemblePackage(source: Uint8Array, opened: OpenedPackage, targets: Targets): Assembly {
  const { edits, warnings, ...written } = packageEdits(opened, targets);
  const kept = written.kept.map((index) => ({ index }));
  if (edits.size === 0) return { bytes: source, warnings, kept };
  const changes = Array.from(edits, ([name, list]) => [name, applyEdits(opened.text(name), list)] as const);
  return { bytes: opened.save(new Map(changes)), warnings, kept };
}

/** The edits that put targets into a package. */
export interface PackageEdits {
  /** By part. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>;
  readonly warnings: readonly PlacedWarning[];
  /** Indexes of segments that keep their source, since their translation would have broken their part. */
  readonly kept: readonly number[];
}

export function packageEdits(opened: OpenedPackage, targets: Targets): PackageEdits {
  const parts = new Map<string, PartUnits>();
  const changed: ChangedUnit[] = [];
  let index = 0;
  for (const { name, spans, readBack } of opened.parts) {
    const units = parts.get(name) ?? { spans: [], targets: [], indexes: [], readBack };
    parts.set(name, units);
    for (const span of spans) {
      const target = targets[index] ?? null;
      const isChanged = target !== null && target !== span.segment.text;
      if (isChanged) changed.push({ index, segment: span.segment, target });
      units.spans.push(span);
      units.targets.push(isChanged ? target : null);
      units.indexes.push(index);
      index++;
    }
  }
  if (changed.length === 0) return { edits: new Map(), warnings: [], kept: [] };
  const edits = new Map<string, Edit[]>();
  const kept: number[] = [];
  for (const [name, units] of parts) {
    const written = writeSpans(opened.text(name), units.spans, units.targets, units.readBack);
    for (const span of written.kept) kept.push(units.indexes[span]!);
    if (written.edits.length > 0) edits.set(name, [...written.edits]);
  }
  const closing = opened.closing?.(changed);
  for (const { part, ...edit } of closing?.edits ?? []) {
    const known = edits.get(part);
    if (known) known.push(edit);
    else edits.set(part, [edit]);
  }
  return { edits, warnings: closing?.warnings ?? [], kept };
}
