import type { SegmentState, Warning } from '../../contract/index.ts';
import { plainText, visibleLength } from '../../text/codes.ts';
import type { ExtractedSegment, TargetState } from '../format.ts';
import { sameForms } from '../messages/message-spans.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { refuse } from '../shared/refusals.ts';
import { markedCopy } from '../shared/segment-list.ts';
import type { Edit } from '../shared/spans.ts';
import type { Joint, Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { escapeXml, rawName } from '../xml/scan.ts';
import { child, parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { readContent } from './content.ts';
import { isKnownNamespace, isVersion2, isXliffRoot, XLIFF_NAMES } from './names.ts';
import { commentTags, hasTrackedChanges } from './revisions.ts';
import { memoqStatus, sdlSegment, unitsOf } from './units.ts';
import type { Part, Unit } from './units.ts';
import { newTarget, regionOf, withAttributes, writeUnit } from './write-target.ts';
import type { Attributes, States } from './write-target.ts';

/** XLIFF 1.0 to 2.2: untranslated units are translated, everything else stays. */
export const xliffFormat = spanFormat({
  fileType: 'xliff',
  ignoresLanguage: true,
  recognise: ({ root, text }) => {
    if (!root || text === undefined || !isXliffRoot(root.name, root.namespace)) return 'no';
    refuseOtherVersion(root.namespace);
    return OWN_EXPORT.test(text.slice(0, HEAD))
      ? refuse(
          'unsupported_file_type',
          'The file was exported from a job here. Import it into that job instead of translating it anew.',
          { reason: 'own_export' },
        )
      : 'yes';
  },
  declaredEncoding: (head) => /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:-]+)/.exec(head)?.[1],
  reference: (char) => `&#x${char.codePointAt(0)!.toString(16)};`,

  read(text, { to, options }) {
    const root = rootOf(text);
    const version2 = isVersion2(root);
    const isShown = options['xliff.finished'] === 'shown';
    const refill = isShown ? 'shown' : options['xliff.refill'];
    if (to !== undefined) refuseOtherLanguage(root, version2, to);
    const units = [...unitsOf(text, root, version2, refill)].filter(({ parts }) =>
      parts.some(({ isToDo }) => isToDo),
    );
    const states: States = {
      isShown,
      isWritten:
        options['xliff.state'] === 'always' || (options['xliff.state'] === 'auto' && usesStates(text)),
      isWritten2: isShown || options['xliff.state'] !== 'never',
    };
    const log: WritingLog = { tooLong: new Set(), written: new Set(), kept: new Map(), parts: new Map() };
    const spans = units.flatMap((unit) => spansOf(text, unit, states, to, log));
    return {
      spans,
      readBack: (written) => {
        const found = readBackSpans(text, written, { units, spans, log });
        log.written.clear();
        log.kept.clear();
        return found;
      },
      closing: (done) => {
        if (done.changed === 0) return {};
        const regions = new Set(done.edits.map(({ start, end }) => `${start} ${end}`));
        const isWritten = (unit: Unit): boolean => {
          const { start, end } = regionOf(unit);
          return regions.has(`${start} ${end}`);
        };
        const written = units.filter(isWritten);
        if (isShown)
          return {
            edits: written.flatMap((unit) => bilingualEdits(text, unit, log)),
            warnings: [...tooLongWarnings(tooLongIn(written, log)), ...acceptedWarnings(written, log)],
          };
        const copied = units.filter((unit) => isCopy(unit) && !isWritten(unit));
        const elements = new Set(written.filter((unit) => unit.isVersion2).map(({ unit }) => unit));
        return {
          edits: [
            ...copied.map((unit) => copyEdit(text, unit, states)),
            ...(to === undefined ? [] : languageEdits(text, root, version2, to)),
            ...[...elements].flatMap((unit) => ignorableEdits(text, unit)),
            ...written.flatMap((unit) => sdlEdits(text, unit)),
          ],
          warnings: tooLongWarnings(tooLongIn(written, log)),
        };
      },
    };
  },
});

/** A later version may have other elements. */
function refuseOtherVersion(namespace: string): void {
  if (isKnownNamespace(namespace)) return;
  const version = namespace.slice(namespace.lastIndexOf(':') + 1);
  throw refuse(
    'unsupported_file_type',
    `The file is XLIFF ${version}, which cannot be translated here. Export it as XLIFF 1.2 or 2.1 from the program that made it.`,
  );
}

/** UTF-16 units that a header fits in. */
const HEAD = 65_536;
const OWN_EXPORT = /<file\s[^>]*\bid="job-[^>]*canResegment="no"|\btool-id="interlinear"/;

function rootOf(text: string): XmlNode {
  return parseXml(text, 'XLIFF', { names: XLIFF_NAMES, allowDoctype: true, textOf: new Set() });
}

function usesStates(text: string): boolean {
  return /<(?:[\w.-]+:)?target\s[^>]*\bstate\s*=/.test(text);
}

/** A file's target language is fixed, unless it copies the source language, as some tools do. */
function refuseOtherLanguage(root: XmlNode, version2: boolean, to: string): void {
  const [holders, source, target] = version2
    ? [[root], 'srcLang', 'trgLang']
    : [root.children.filter(({ name }) => name === 'file'), 'source-language', 'target-language'];
  for (const { attributes } of holders) {
    const named = attributes[target]?.trim() ?? '';
    if (named === '' || namesLanguage(named, to) || named === attributes[source]) continue;
    throw refuse(
      'other_language',
      `The file is translated into “${named}”, not into the target language chosen here. Choose that language, or take the file for the other one.`,
      { details: { language: named } },
    );
  }
}

interface WritingLog {
  /** Units whose last target is longer than allowed. */
  readonly tooLong: Set<Unit>;
  /** Shapes of spans written since the last read-back; other targets do not involve them. */
  readonly written: Set<string>;
  /** Shapes of those whose words stay, of which only the state changes, with their targets. */
  readonly kept: Map<string, string>;
  /** The parts of a unit that its last target changes. */
  readonly parts: Map<Unit, ReadonlyMap<Part, WrittenPart>>;
}

interface WrittenPart extends TargetState {
  /** Only its state changes. */
  readonly isKept: boolean;
}

function tooLongIn(written: readonly Unit[], log: WritingLog): number {
  return written.filter((unit) => log.tooLong.has(unit)).length;
}

/** The segments of a unit: one for each part to translate, of an ICU message one for each form. */
function spansOf(text: string, unit: Unit, states: States, to: string | undefined, log: WritingLog): Span[] {
  const found = unit.parts.flatMap((part, index) =>
    part.isToDo ? segmentsOf(unit, part).map((one) => ({ ...one, part: index })) : [],
  );
  if (found.length === 0) return [];
  const { start, end } = regionOf(unit);
  const joint: Joint = {
    size: found.length,
    write(targets, { isConfirmed = false, states: given = [] }) {
      const forms = unit.parts.map(() => new Map<number, string>());
      const changed = new Map<Part, WrittenPart>();
      for (const [at, { shape, part, form }] of found.entries()) {
        const target = targets[at];
        if (target === null || target === undefined) continue;
        const isKept = unit.parts[part]!.given?.target === target;
        if (isKept) log.kept.set(shape, target);
        else log.written.add(shape);
        forms[part]!.set(form, target);
        const { state = isConfirmed ? 'confirmed' : 'translated', isByHand = false, match } = given[at] ?? {};
        changed.set(unit.parts[part]!, { state, isByHand, match, isKept });
      }
      log.parts.set(unit, changed);
      const contents = unit.parts.map((each, index): string | null => {
        const own = forms[index]!;
        const { content, target } = each;
        if (own.size === 0) return null;
        if (changed.get(each)?.isKept === true) return text.slice(target!.contentStart, target!.contentEnd);
        return content.icu
          ? content.icu.write(
              content.icu.forms.map((_, form) => own.get(form) ?? null),
              to,
            )
          : withinComments(commentTags(text, target), content.write(own.get(0)!));
      });
      const length = targets.reduce(
        (sum, target, at) => sum + visibleLength(target ?? found[at]!.segment.text),
        0,
      );
      const isTooLong = unit.maxChars !== undefined && length > unit.maxChars;
      if (isTooLong) log.tooLong.add(unit);
      else log.tooLong.delete(unit);
      const state = lowest([...changed.values()].map((each) => each.state));
      return writeUnit(text, unit, contents, states, { isTooLong, isConfirmed, state });
    },
  };
  return found.map(({ segment, shape, part, form }) => ({
    ...(states.isShown ? { isBilingual: true as const } : {}),
    start,
    end,
    segment,
    shape,
    joint,
    ...(unit.parts[part]!.content.icu
      ? { readsAs: (target: string) => unit.parts[part]!.content.icu!.forms[form]!.message!.readsAs(target) }
      : { readsAs: (target: string) => unit.parts[part]!.content.readsAs(target) }),
    write: () => undefined,
  }));
}

/** The content within the comments that stood in the old target. */
function withinComments(tags: readonly string[], content: string): string {
  return tags.reduceRight((inner, tag) => `${tag}${inner}</${rawName(tag, 0)}>`, content);
}

const LOWEST_FIRST = ['draft', 'translated', 'confirmed'] as const;

function lowest(states: readonly SegmentState[]): SegmentState {
  return LOWEST_FIRST.find((state) => states.includes(state)) ?? 'translated';
}

/** With the old translation and the file's length limit, for Review. */
function noteOf(
  note: string | undefined,
  draft: string | undefined,
  maxChars: number | undefined,
): { note?: string } {
  const lines = [note, draft, maxChars === undefined ? undefined : `At most ${maxChars} characters`].filter(
    (line) => line !== undefined,
  );
  return lines.length === 0 ? {} : { note: lines.join('\n') };
}

/** The translatable segments of a part. `of`: the content to read: its own, or that of its target. */
function segmentsOf(
  { place, key, note, maxChars, parts, isShown }: Unit,
  { mid, content, draft, given, isLocked = false }: Part,
  of = content,
): { form: number; segment: ExtractedSegment; shape: string }[] {
  const shape = `${place} ${mid ?? ''}`;
  const about = {
    key,
    ...noteOf(note, draft, maxChars),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...((parts.length > 1 && !isShown) || content.icu ? { group: place } : {}),
  };
  if (content.icu) {
    return (of.icu?.forms ?? []).flatMap(({ path, message }, form) =>
      message
        ? [
            {
              form,
              segment: markedCopy(
                { ...message.segment, ...about, key: `${key} (${path})` },
                plainText(message.segment.text),
              ),
              shape: `${shape} ${path}`,
            },
          ]
        : [],
    );
  }
  if (!of.segment) return [];
  // What would only be copied may be changed where its translation is shown.
  const { copy, ...segment } = of.segment;
  return [
    {
      form: 0,
      segment: {
        ...segment,
        ...(copy && !isShown ? { copy } : {}),
        ...(given ? { given } : {}),
        ...(isLocked ? { locked: true } : {}),
        ...about,
      },
      shape: `${shape} ${of.codes}`,
    },
  ];
}

/** The spans of a written file: of units with a new target the target's, of others their own. */
function readBackSpans(
  text: string,
  written: string,
  {
    units,
    spans,
    log: { written: shapes, kept },
  }: { readonly units: readonly Unit[]; readonly spans: readonly Span[]; readonly log: WritingLog },
): Span[] {
  const root = rootOf(written);
  const places = new Map(
    [...unitsOf(written, root, isVersion2(root), 'all')].map((unit): [string, Unit] => [unit.place, unit]),
  );
  const found: Span[] = spans.filter(({ shape }) => !shapes.has(shape!) && !kept.has(shape!));
  for (const unit of units) {
    const now = places.get(unit.place);
    unit.parts.forEach((part, index) => {
      const target = now?.parts[index]?.target;
      if (!part.isToDo || !target) return;
      for (const own of part.given ? segmentsOf(unit, part) : []) {
        const { target: coded } = part.given!;
        if (kept.has(own.shape) && innerXml(written, target) === innerXml(text, part.target!))
          found.push({
            ...{ start: target.start, end: target.end, shape: own.shape },
            segment: { text: coded },
            write: () => undefined,
          });
      }
      for (const { segment, shape } of segmentsOf(unit, part, readContent(written, target))) {
        if (shapes.has(shape) && !kept.has(shape))
          found.push({ start: target.start, end: target.end, segment, shape, write: () => undefined });
      }
    });
  }
  return sameForms(spans, found);
}

function innerXml(text: string, { contentStart, contentEnd }: XmlNode): string {
  return text.slice(contentStart, contentEnd);
}

/** Units with nothing to translate get a copy of their source once others are translated. */
function isCopy({ parts }: Unit): boolean {
  return parts.every(({ content: { segment, icu } }) => !icu && segment?.copy === true);
}

function copyEdit(text: string, unit: Unit, states: States): Edit {
  const copies = unit.parts.map(({ content }) => content.write(null));
  return {
    ...regionOf(unit),
    text: writeUnit(text, unit, copies, states, {
      isTooLong: false,
      isConfirmed: false,
      state: 'translated',
    }),
  };
}

/** The content between the segments of a unit of XLIFF 2, such as white space, comes with their targets. */
function ignorableEdits(text: string, unit: XmlNode): Edit[] {
  return unit.children.flatMap((node) => {
    const source = node.name === 'ignorable' ? child(node, 'source') : undefined;
    if (!source || child(node, 'target')) return [];
    const copy = readContent(text, source).write(null);
    return [{ start: source.end, end: source.end, text: newTarget(text, source, copy) }];
  });
}

/** A draft for Trados, by a machine. */
function sdlEdits(text: string, { unit, parts }: Unit): Edit[] {
  return parts.flatMap(({ mid, isToDo }) => {
    const segment = isToDo ? sdlSegment(unit, mid) : undefined;
    if (!segment) return [];
    const { start, contentStart } = segment;
    return [
      {
        start,
        end: contentStart,
        text: withAttributes(text, segment, [
          ['conf', 'Draft'],
          ['origin', 'mt'],
        ]),
      },
    ];
  });
}

/**
 * The states of a unit's changed parts in the words of Trados and memoQ. What a person wrote or settled is Trados'
 * `interactive`, and no match of a memory any more; what a memory answered is `tm` with its per cent.
 */
function bilingualEdits(text: string, unit: Unit, { parts: changed }: WritingLog): Edit[] {
  const edit = (node: XmlNode, attributes: Attributes): Edit => ({
    start: node.start,
    end: node.contentStart,
    text: withAttributes(text, node, attributes),
  });
  const { node } = unit;
  return [...(changed.get(unit) ?? [])].flatMap(([{ mid }, { state, isByHand, match: percent }]) => {
    const segment = sdlSegment(node, mid);
    if (segment) {
      const isMemorys = !isByHand && percent !== undefined;
      const stale = ['origin-system', 'text-match', 'struct-match'] as const;
      return [
        edit(segment, [
          ['conf', state === 'confirmed' ? 'Translated' : 'Draft'],
          ['origin', isByHand ? 'interactive' : isMemorys ? 'tm' : 'mt'],
          ['percent', isMemorys ? String(Math.min(percent, 100)) : undefined],
          ...stale.map((name): [string, undefined] => [name, undefined]),
        ]),
      ];
    }
    const memoq = memoqStatus(node);
    return memoq === undefined ? [] : [edit(node, [[memoq, MEMOQ_STATUS[state]]])];
  });
}

const MEMOQ_STATUS = {
  draft: 'PartiallyEdited',
  translated: 'Pretranslated',
  confirmed: 'ManuallyConfirmed',
} as const satisfies Record<SegmentState, string>;

/** Tracked changes end where a person writes the words anew; comments stay, around all of them. */
function acceptedWarnings(written: readonly Unit[], { parts: changed }: WritingLog): Warning[] {
  const count = written
    .flatMap((unit) => [...(changed.get(unit) ?? [])])
    .filter(([{ target }, { isKept }]) => !isKept && hasTrackedChanges(target)).length;
  if (count === 0) return [];
  return [
    {
      code: 'tracked_changes_accepted',
      message:
        'Some translations that were changed had tracked changes of the file, which were accepted. Tell those who work with them.',
      count,
    },
  ];
}

/** Sets the target language if the file does not name it or repeats the source language. */
function languageEdits(text: string, root: XmlNode, version2: boolean, to: string): Edit[] {
  const holders = version2 ? [root] : root.children.filter(({ name }) => name === 'file');
  const name = version2 ? 'trgLang' : 'target-language';
  return holders.flatMap((holder) => {
    if (namesLanguage(holder.attributes[name] ?? '', to)) return [];
    return [
      {
        start: holder.start,
        end: holder.contentStart,
        text: withAttributes(text, holder, [[name, escapeXml(to)]]),
      },
    ];
  });
}

function tooLongWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'unit_too_long',
      message: 'Some translations are longer than the file allows for their texts. Shorten them.',
      count,
    },
  ];
}
