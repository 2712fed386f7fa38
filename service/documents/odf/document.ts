import type { Included, Warning } from '../../contract/index.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { headingKind } from '../../text/segment-kind.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import type { ExtractedSegment, LeftOut } from '../format.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import type { ChangedUnit, OpenedPackage, PackagePart, PartEdit } from '../packages/package-format.ts';
import { unlessRefused } from '../shared/refusals.ts';
import type { Span } from '../spans/span.ts';
import { directionBetween, readCommonStyles, directionWriter } from './direction.ts';
import type { CommonStyles, DirectionWriter } from './direction.ts';
import { mirrorEdits, mirrorsOf } from './indexes.ts';
import type { Mirror } from './indexes.ts';
import type { Paragraph, PartModel, Piece, StyledTag } from './model.ts';
import { chartRule, readChart } from './objects.ts';
import type { OdfPackage } from './package.ts';
import { inlinesSpan } from './paragraph-span.ts';
import type { CodedSpan, SpanOptions } from './paragraph-span.ts';
import { readPart } from './read-part.ts';
import type { EnterRule } from './read-part.ts';
import { shownTarget, shownText } from './shown.ts';

/** How the parts of a text or presentation become segments. */
export interface DocumentRules {
  /** For one of its parts. */
  readonly enter: (part: string, source: string) => EnterRule;
  /** Those that hold text. */
  readonly parts?: readonly string[];
  /** The tables of charts repeat cells of the document, so they are not segments. */
  readonly chartsCopyCells?: boolean;
  /** Whether all text is in drawn shapes. */
  readonly isDrawn?: boolean;
  /** The option `include`. */
  readonly included: readonly Included[];
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Sets the direction in a part whose styles the caller writes. */
  readonly directionWriterOf?: (part: string) => DirectionWriter | undefined;
}

const PARTS: readonly string[] = ['content.xml', 'styles.xml'];
const META = 'meta.xml';

/** A segment and its origin. */
interface Unit {
  readonly span: Span;
  readonly paragraph: Paragraph;
  readonly coded: CodedInlines<Piece>;
  readonly model: PartModel;
}

/** A stretch of units of one part. */
interface Stretch {
  readonly model: PartModel;
  readonly units: Iterable<Unit>;
}

export interface OdfDocument extends OpenedPackage {
  leftOut(): LeftOut[];
  /** Charts' copies of cells, once all parts have been read. */
  copies(): readonly { readonly model: PartModel; readonly paragraph: Paragraph }[];
}

/** `content.xml` with its charts in place, then `styles.xml` with headers, footers and master pages. */
export function openOdfDocument(
  pkg: Pick<OdfPackage, 'has' | 'text' | 'mediaType' | 'save' | 'warnings'>,
  rules: DocumentRules,
): OdfDocument {
  const { parts: names = PARTS } = rules;
  const direction = directionBetween(rules.from, rules.to);
  const units = new Map<ExtractedSegment, Unit>();
  const directionWriters = new Map<string, DirectionWriter>();
  const mirrors = new Map<Paragraph, { readonly mirror: Mirror; readonly part: string }>();
  const copies: { readonly model: PartModel; readonly paragraph: Paragraph }[] = [];
  let common: CommonStyles | undefined;
  let keptEntries = 0;
  const commonStyles = () =>
    (common ??= readCommonStyles(pkg.has('styles.xml') ? pkg.text('styles.xml') : '<x/>', 'styles.xml'));

  const isIncluded = (item: PartModel['items'][number]) => includes(rules, item);
  const isCopy = (part: string, paragraph: Paragraph) => copiesCells(rules, part, paragraph);
  function* stretches(): Generator<Stretch> {
    const charts = new Set<string>();
    for (const part of names) {
      if (part !== 'content.xml' && !pkg.has(part)) continue;
      const source = pkg.text(part);
      const model = readPart(source, part, rules.enter(part, source));
      keptEntries += model.keptEntries;
      const given = rules.directionWriterOf?.(part);
      const directions =
        given ??
        (direction &&
          directionWriter(model, direction, { common: commonStyles, isDrawn: rules.isDrawn === true }));
      if (directions && !given) directionWriters.set(part, directions);
      const own = mirrorsOf(model);
      let from = 0;
      for (const [index, item] of model.items.entries()) {
        if (item.kind === 'paragraph') continue;
        const chart = isIncluded(item) && !charts.has(item.href) ? readChart(pkg, item.href) : undefined;
        if (!chart) continue;
        charts.add(item.href);
        yield { model, units: unitsOf(model, from, index, own, directions) };
        yield { model: chart, units: unitsOf(chart, 0, chart.items.length, new Map(), undefined) };
        from = index;
      }
      yield { model, units: unitsOf(model, from, model.items.length, own, directions) };
    }
    const properties = rules.included.includes('properties') ? readProperties(pkg) : undefined;
    if (properties)
      yield {
        model: properties,
        units: unitsOf(properties, 0, properties.items.length, new Map(), undefined),
      };
  }
  function* unitsOf(
    model: PartModel,
    from: number,
    to: number,
    own: ReadonlyMap<Paragraph, Mirror>,
    directions: DirectionWriter | undefined,
  ): Generator<Unit> {
    for (const item of model.items.slice(from, to)) {
      if (item.kind !== 'paragraph' || !isIncluded(item)) continue;
      const mirror = own.get(item);
      if (mirror && isIncluded(mirror.of)) mirrors.set(mirror.paragraph, { mirror, part: model.part });
      else if (isCopy(model.part, item)) copies.push({ model, paragraph: item });
      else {
        const unit = readUnit(model, item, directions);
        if (!unit) continue;
        units.set(unit.span.segment, unit);
        yield unit;
      }
    }
  }
  function* parts(): Generator<PackagePart> {
    for (const { model, units: own } of stretches())
      yield {
        name: model.part,
        spans: spansOf(own),
        readBack: (text) => readAgain(rules, model, text, isWrittenLater),
      };
  }
  const isWrittenLater = (item: PartModel['items'][number]) => item.kind === 'paragraph' && mirrors.has(item);
  return {
    parts: { [Symbol.iterator]: parts },
    leftOut: () => countLeftOut(pkg, rules),
    copies: () => copies,
    text: (part) => pkg.text(part),
    save: (changes) => pkg.save(changes),
    warnings: () => (units.size === 0 ? [] : [...pkg.warnings, ...staleWarning(keptEntries)]),
    closing: (changed) => ({
      edits: [
        ...mirrored(changed, units, mirrors, directionWriters),
        ...(rules.isDrawn === true ? [] : tableDirectionEdits(changed, units, directionWriters)),
        ...Array.from(directionWriters).flatMap(([part, directions]) =>
          directions.edits().map((edit) => ({ ...edit, part })),
        ),
      ],
    }),
  };
}

/** The segments of a written part, without those that are derived and written later. */
function* readAgain(
  rules: DocumentRules,
  { part, items }: PartModel,
  text: string,
  isWrittenLater: (item: PartModel['items'][number]) => boolean,
): Generator<Span> {
  const later = new Set(items.flatMap((item, at) => (isWrittenLater(item) ? [at] : [])));
  const again = readPart(text, part, ruleOf(rules, part, text));
  for (const [at, item] of again.items.entries()) {
    if (
      item.kind !== 'paragraph' ||
      !includes(rules, item) ||
      later.has(at) ||
      copiesCells(rules, part, item)
    )
      continue;
    const found = spanOf(text, item);
    if (found) yield found.span;
  }
}

function includes({ included }: DocumentRules, { parts }: { readonly parts: readonly Included[] }): boolean {
  return parts.every((part) => included.includes(part));
}

function copiesCells(
  { chartsCopyCells = false }: DocumentRules,
  part: string,
  { place }: Paragraph,
): boolean {
  return chartsCopyCells && place.table !== undefined && !PARTS.includes(part);
}

function ruleOf(rules: DocumentRules, part: string, text: string): EnterRule {
  if (part === META) return propertiesRule;
  return PARTS.includes(part) ? rules.enter(part, text) : chartRule;
}

function readUnit(
  model: PartModel,
  paragraph: Paragraph,
  directions: DirectionWriter | undefined,
): Unit | undefined {
  const before =
    directions && isParagraph(paragraph)
      ? (_: string, words: number, slice: (start: number, end: number) => string) =>
          directions.paragraphTag(paragraph) + slice(paragraph.contentStart, words)
      : undefined;
  const found = spanOf(model.source, paragraph, kindOf(paragraph, model), before);
  return found && { ...found, paragraph, model };
}

/** Texts that only other values of the option `include` would include. */
function countLeftOut(pkg: Pick<OdfPackage, 'has' | 'text' | 'mediaType'>, rules: DocumentRules): LeftOut[] {
  const counts = new Map<Included, number>();
  const count = ({ items, part }: PartModel, around: readonly Included[]) => {
    for (const item of items) {
      const missing = [...around, ...item.parts].find((one) => !rules.included.includes(one));
      if (missing === undefined) continue;
      if (item.kind === 'paragraph') {
        if (!copiesCells(rules, part, item) && isTranslatable(shownText(item.inlines)))
          counts.set(missing, (counts.get(missing) ?? 0) + 1);
      } else {
        const chart = readChart(pkg, item.href);
        if (chart) count(chart, [missing]);
      }
    }
  };
  for (const part of rules.parts ?? PARTS) {
    if (!pkg.has(part)) continue;
    const source = pkg.text(part);
    count(readPart(source, part, rules.enter(part, source)), []);
  }
  const properties = readProperties(pkg);
  if (properties) count(properties, []);
  return Array.from(counts, ([what, number]) => ({ what, count: number }));
}

const PROPERTIES: ReadonlySet<string> = new Set(['dc:title', 'dc:subject', 'dc:description', 'meta:keyword']);

/** The text properties of a document; undefined without readable ones. */
function readProperties(pkg: Pick<OdfPackage, 'has' | 'text'>): PartModel | undefined {
  if (!pkg.has(META)) return undefined;
  return unlessRefused(() => readPart(pkg.text(META), META, propertiesRule));
}

const propertiesRule: EnterRule = ({ name }) =>
  PROPERTIES.has(name) ? 'text' : name === 'office:document-meta' || name === 'office:meta' ? [] : 'skip';

function isParagraph({ name }: Paragraph): boolean {
  return name === 'text:p' || name === 'text:h';
}

/** By its outline, what is around it, or its style: LibreOffice's own have these names in every language. */
function kindOf({ level, place, styleName = '' }: Paragraph, { styles }: PartModel): SegmentKind | undefined {
  if (level !== undefined) return headingKind(level);
  const { parent = styleName } = styles.automatic.get(styleName) ?? {};
  return place.kind ?? STYLES.get(parent);
}

const STYLES: ReadonlyMap<string, SegmentKind> = new Map(
  Object.entries<SegmentKind>({
    Title: 'title',
    Subtitle: 'h1',
    Quotations: 'quote',
    Caption: 'caption',
    Illustration: 'caption',
    Figure: 'caption',
    Table: 'caption',
  }),
);

function spanOf(
  source: string,
  paragraph: Paragraph,
  kind?: SegmentKind,
  before?: SpanOptions['before'],
): CodedSpan | undefined {
  const { name, level, start, inlines } = paragraph;
  const element = name === 'table:title' ? 'attribute' : 'element';
  return inlinesSpan(source, inlines, {
    tag: start,
    plain: isParagraph(paragraph) ? undefined : element,
    before,
    kind,
    shape: level === undefined ? name : `${name} ${level}`,
  });
}

function* spansOf(units: Iterable<Unit>): Generator<Span> {
  for (const { span } of units) yield span;
}

/** Entries of indexes repeat their translated headings. */
function mirrored(
  changed: readonly ChangedUnit[],
  units: ReadonlyMap<ExtractedSegment, Unit>,
  mirrors: ReadonlyMap<Paragraph, { readonly mirror: Mirror; readonly part: string }>,
  directionWriters: ReadonlyMap<string, DirectionWriter>,
): PartEdit[] {
  if (mirrors.size === 0) return [];
  const targets = new Map<Paragraph, string>();
  for (const { segment, target } of changed) {
    const unit = units.get(segment);
    if (unit) targets.set(unit.paragraph, shownTarget(unit.coded, target));
  }
  return [...mirrors.values()].flatMap(({ mirror, part }) => {
    const text = targets.get(mirror.of);
    if (text === undefined) return [];
    const { name, start, contentStart } = mirror.paragraph;
    const directions = name === 'text:p' ? directionWriters.get(part) : undefined;
    const tag = directions
      ? [{ start, end: contentStart, text: directions.paragraphTag(mirror.paragraph) }]
      : [];
    return [...tag, ...mirrorEdits(mirror, text)].map((edit) => ({ ...edit, part }));
  });
}

/** Mirrors the columns of tables with translated text. */
function tableDirectionEdits(
  changed: readonly ChangedUnit[],
  units: ReadonlyMap<ExtractedSegment, Unit>,
  directionWriters: ReadonlyMap<string, DirectionWriter>,
): PartEdit[] {
  const tables = new Map<StyledTag, string>();
  for (const { segment } of changed) {
    const { paragraph, model } = units.get(segment) ?? {};
    const table = paragraph?.place.table;
    if (table && model && !table.isNested) tables.set(table, model.part);
  }
  return Array.from(tables).flatMap(([table, part]) => {
    const text = directionWriters.get(part)?.tableTag(table);
    return text === undefined ? [] : [{ part, start: table.start, end: table.contentStart, text }];
  });
}

function staleWarning(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'index_stale',
      message:
        'Entries of alphabetical indexes and bibliographies stay as they are, since their order depends on their words. Update the indexes in LibreOffice.',
      count,
    },
  ];
}
