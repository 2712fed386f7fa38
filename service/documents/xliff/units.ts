import type { SegmentState } from '../../contract/index.ts';
import { plainText } from '../../text/codes.ts';
import type { GivenTarget } from '../format.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { readContent, withoutComments } from './content.ts';
import type { Content } from './content.ts';

/** The units to read: as `xliff.refill` says, or each with the translation that it has. */
export type Refill = 'missing' | 'unfinished' | 'all' | 'shown';

/** A `trans-unit` (1.2) or a `segment` (2): one target, and its parts. */
export interface Unit {
  /** Unique in the file, and unchanged by translation. */
  readonly place: string;
  readonly key: string;
  readonly note: string | undefined;
  /** The element that is rewritten with its target. */
  readonly node: XmlNode;
  readonly unit: XmlNode;
  /** A new target is written after this. */
  readonly anchor: XmlNode;
  readonly target: XmlNode | undefined;
  readonly isVersion2: boolean;
  /** All its parts are segments, with the translations that they have. */
  readonly isShown: boolean;
  /** In XLIFF 1.2, for a divided unit: the element that contains the parts. */
  readonly segmented: XmlNode | undefined;
  readonly parts: readonly Part[];
  readonly maxChars: number | undefined;
}

/** A segment: a whole source, or what one of its `mrk` encloses. */
export interface Part {
  readonly mid: string | undefined;
  readonly source: XmlNode;
  readonly target: XmlNode | undefined;
  readonly content: Content;
  readonly isToDo: boolean;
  /** Its unfinished translation, and the state. */
  readonly draft?: string | undefined;
  /** Its translation and state, if all are shown. */
  readonly given?: GivenTarget | undefined;
  readonly isLocked?: boolean;
}

interface Around {
  readonly isTranslated: boolean;
  readonly maxChars: number | undefined;
}

/** The units of a file in order, including finished ones. */
export function* unitsOf(text: string, root: XmlNode, isVersion2: boolean, refill: Refill): Generator<Unit> {
  let count = 0;
  function* within(node: XmlNode, around: Around): Generator<Unit> {
    for (const inner of node.children) {
      const { name } = inner;
      if (name === 'file' || name === 'body' || name === 'group') yield* within(inner, inside(inner, around));
      else if (name === 'trans-unit') yield* transUnit(inner, inside(inner, around));
      else if (name === 'unit') yield* unit(inner, inside(inner, around));
    }
  }
  function* transUnit(node: XmlNode, around: Around): Generator<Unit> {
    const place = String(count++);
    const source = child(node, 'source');
    if (!source || !around.isTranslated || (isLockedUnit(node) && refill !== 'shown')) return;
    const target = child(node, 'target');
    const seg = child(node, 'seg-source');
    const marks = marksOf(seg ?? source);
    const divided = marks.length > 0 ? (seg ?? source) : undefined;
    yield {
      place,
      key: node.attributes['resname'] ?? node.attributes['id'] ?? place,
      note: noteOf(text, node),
      node,
      unit: node,
      anchor: seg ?? source,
      target,
      isVersion2,
      isShown: refill === 'shown',
      segmented: divided,
      maxChars: around.maxChars,
      parts: partsOf(text, node, { source, target, seg, marks }, refill),
    };
  }
  function* unit(node: XmlNode, around: Around): Generator<Unit> {
    const segments = node.children.filter(({ name }) => name === 'segment');
    const notes = noteOf(text, node);
    for (const segment of segments) {
      const place = String(count++);
      const source = child(segment, 'source');
      if (!source || !around.isTranslated) continue;
      const target = child(segment, 'target');
      const comments = commentsIn(source);
      const note = comments.length === 0 ? notes : [notes, ...comments].filter(Boolean).join('\n');
      const state = stateOf(segment, segment);
      const name = node.attributes['name'] ?? node.attributes['id'] ?? place;
      const content = readContent(text, source);
      yield {
        place,
        key: segments.length > 1 ? `${name} ${segment.attributes['id'] ?? ''}`.trimEnd() : name,
        note,
        node: segment,
        unit: node,
        anchor: source,
        target,
        isVersion2,
        isShown: refill === 'shown',
        segmented: undefined,
        maxChars: around.maxChars,
        parts: [
          {
            mid: undefined,
            source,
            target,
            content,
            isToDo: isToDo(text, target, [source], state, refill),
            ...(refill === 'shown'
              ? { given: givenIn(text, content, target, segment.attributes) }
              : { draft: draftOf(text, source, target, statusOf(segment, segment)) }),
          },
        ],
      };
    }
  }
  yield* within(root, { isTranslated: true, maxChars: undefined });
}

/** The parts of a `trans-unit`: its whole source, or each that a mark encloses. */
function partsOf(
  text: string,
  node: XmlNode,
  {
    source,
    target,
    seg,
    marks,
  }: Pick<Part, 'source' | 'target'> & {
    readonly seg: XmlNode | undefined;
    readonly marks: readonly XmlNode[];
  },
  refill: Refill,
): Part[] {
  const state = stateOf(node, target);
  const status = statusOf(node, target);
  const targetMarks = new Map(marksOf(target).map((mark) => [mark.attributes['mid'], mark]));
  const isWhole = target === undefined || marks.length === 0 || targetMarks.size === 0;
  const isWholeToDo = isToDo(text, target, [source, ...(seg ? [seg] : [])], state, refill) && isWhole;
  const about = { ...node.attributes, state: target?.attributes['state'] };
  if (marks.length === 0) {
    const content = readContent(text, source);
    return [
      {
        mid: undefined,
        source,
        target,
        content,
        isToDo: isWholeToDo,
        ...(refill === 'shown'
          ? { given: givenIn(text, content, target, about), isLocked: isLockedUnit(node) }
          : { draft: draftOf(text, source, target, status) }),
      },
    ];
  }
  return marks.map((mark): Part => {
    const mid = mark.attributes['mid'] ?? '';
    const own = targetMarks.get(mid);
    const sdl = sdlSegment(node, mid)?.attributes;
    const isPartToDo = own
      ? isToDo(text, own, [mark], sdlState(node, mid) ?? state, refill)
      : isWholeToDo || (target !== undefined && targetMarks.size > 0 && state !== 'finished');
    const content = readContent(text, mark);
    if (refill === 'shown')
      return {
        ...{ mid, source: mark, target: own, content, isToDo: true },
        given: givenIn(text, content, own, about, sdl),
        isLocked: isLockedUnit(node) || sdl?.['locked'] === 'true',
      };
    return {
      mid,
      source: mark,
      target: own,
      content,
      isToDo: isPartToDo && sdl?.['locked'] !== 'true',
      draft: draftOf(text, mark, own, sdl?.['conf'] ?? status),
    };
  });
}

function inside({ attributes }: XmlNode, around: Around): Around {
  return {
    isTranslated:
      attributes['translate'] === undefined ? around.isTranslated : attributes['translate'] !== 'no',
    maxChars: maxCharsOf(attributes) ?? around.maxChars,
  };
}

/** XLIFF 1.2 `maxwidth` in characters (pixels are the default), XLIFF 2 size restriction by code points. */
function maxCharsOf(attributes: Readonly<Record<string, string>>): number | undefined {
  const width = attributes['size-unit'] === 'char' ? attributes['maxwidth'] : undefined;
  const restriction = width ?? attributes['slr:sizeRestriction'];
  const max = /^(?:\d+\s*,\s*)?(\d{1,9})$/.exec(restriction?.trim() ?? '')?.[1];
  return max === undefined || Number(max) === 0 ? undefined : Number(max);
}

/** The parts that a source is divided into. */
function marksOf(node: XmlNode | undefined): XmlNode[] {
  return (node?.children ?? []).flatMap((inner) =>
    inner.name === 'mrk' && inner.attributes['mtype'] === 'seg' ? [inner] : marksOf(inner),
  );
}

type State = 'open' | 'finished' | undefined;

const OPEN = /^(?:new|initial|needs-|unreviewed$|rejected$)/;
const FINISHED = /^(?:final|signed-off|translated|reviewed)$/;

function stateOf(node: XmlNode, stateful: XmlNode | undefined): State {
  if (node.attributes['approved'] === 'yes') return 'finished';
  const memoq = node.attributes['mq:status'];
  if (memoq !== undefined) return /Confirmed|Proofread/i.test(memoq) ? 'finished' : 'open';
  const state = stateful?.attributes['state'];
  if (state === undefined) return undefined;
  return OPEN.test(state) ? 'open' : FINISHED.test(state) ? 'finished' : undefined;
}

function statusOf(node: XmlNode, stateful: XmlNode | undefined): string | undefined {
  return node.attributes['mq:status'] ?? stateful?.attributes['state'];
}

/** The old target's information for the translator, if it is translated anew. */
function draftOf(
  text: string,
  source: XmlNode,
  target: XmlNode | undefined,
  status: string | undefined,
): string | undefined {
  if (!target || signOf(text, target) === '' || signOf(text, target) === signOf(text, source))
    return undefined;
  const words = plainText(readContent(text, target).segment?.text ?? '');
  if (words === '') return undefined;
  return [...(status === undefined ? [] : [`State: ${status}`]), `Unfinished translation: ${words}`].join(
    '\n',
  );
}

/** Annotations within a source, about the words they enclose. */
function commentsIn(node: XmlNode): string[] {
  return node.children.flatMap((inner) => {
    const { type, value = '' } = inner.attributes;
    const isComment = /^(?:mrk|sm)$/.test(inner.name) && type === 'comment' && value !== '';
    return [...(isComment ? [value] : []), ...commentsIn(inner)];
  });
}

function isLockedUnit({ attributes }: XmlNode): boolean {
  const locked = attributes['mq:locked'];
  return locked !== undefined && !/^(?:0|no|false)?$/i.test(locked);
}

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * A translation in the file, with its state and match. `about`: the attributes of its unit and `state`; `sdl`: Trados' of
 * the segment.
 */
function givenIn(
  text: string,
  content: Content,
  target: XmlNode | undefined,
  about: Attributes,
  sdl?: Attributes,
): GivenTarget | undefined {
  if (!target || !content.segment || content.icu) return undefined;
  const coded = content.targetIn(text, target);
  if (coded === '') return undefined;
  return { target: coded, state: givenState(about, sdl), ...matchOf(about, sdl) };
}

function givenState(about: Attributes, sdl: Attributes | undefined): SegmentState {
  if (about['approved'] === 'yes') return 'confirmed';
  // Without `conf` a segment of Trados is not yet translated, whatever stands in it.
  if (sdl) return /^(?:Translated|Approved)/.test(sdl['conf'] ?? '') ? 'confirmed' : 'draft';
  const memoq = about['mq:status'];
  if (memoq !== undefined)
    return /Confirmed|Proofread/i.test(memoq)
      ? 'confirmed'
      : memoq === 'Pretranslated'
        ? 'translated'
        : 'draft';
  const state = about['state'] ?? 'translated';
  if (OPEN.test(state)) return 'draft';
  return /^(?:final|signed-off|reviewed)$/.test(state) ? 'confirmed' : 'translated';
}

/** Trados' `percent`, `text-match` and `origin`, memoQ's `mq:percent`; above 100 the neighbours matched too. */
function matchOf(about: Attributes, sdl: Attributes | undefined): Pick<GivenTarget, 'match' | 'isContext'> {
  const origin = sdl?.['origin'] ?? '';
  if (origin.endsWith('mt')) return {};
  const percent = Number(sdl?.['percent'] ?? about['mq:percent'] ?? NaN);
  const isContext = sdl?.['text-match'] === 'SourceAndTarget' || origin === 'document-match' || percent > 100;
  if (!isContext && !(percent > 0)) return {};
  const match = isContext ? 100 : Math.min(100, Math.round(percent));
  return { match, ...(isContext ? { isContext: true } : {}) };
}

/** Trados' data about a segment. */
export function sdlSegment(node: XmlNode, mid: string | undefined): XmlNode | undefined {
  return child(node, 'sdl:seg-defs')?.children.find(({ attributes }) => attributes['id'] === mid);
}

/** The name of memoQ's attribute of a unit for its state, as the file writes it. */
export function memoqStatus(node: XmlNode): string | undefined {
  return node.attributes['mq:status'] === undefined ? undefined : node.attributeName('mq:', 'status');
}

function sdlState(node: XmlNode, mid: string): State {
  const segment = sdlSegment(node, mid);
  if (!segment) return undefined;
  const confirmation = segment.attributes['conf'] ?? '';
  const isFinished = segment.attributes['locked'] === 'true' || /^(?:Translated|Approved)/.test(confirmation);
  return isFinished ? 'finished' : confirmation === '' ? undefined : 'open';
}

function isToDo(
  text: string,
  target: XmlNode | undefined,
  sources: readonly XmlNode[],
  state: State,
  refill: Refill,
): boolean {
  const isMissing = !target || signOf(text, target) === '';
  if (isMissing || refill === 'all' || refill === 'shown') return true;
  if (refill === 'missing' || state === 'finished') return false;
  return state === 'open' || sources.some((source) => signOf(text, source) === signOf(text, target));
}

/** The visible part of the inner XML. */
function signOf(text: string, { contentStart, contentEnd }: XmlNode): string {
  return withoutComments(text.slice(contentStart, contentEnd))
    .replace(/<!\[CDATA\[\s*\]\]>|\s+/g, ' ')
    .trim();
}

/** UTF-16 units. */
const MAX_NOTE = 1_000;

function noteOf(text: string, node: XmlNode): string | undefined {
  const notes = [...node.children, ...(child(node, 'notes')?.children ?? [])].filter(
    ({ name }) => name === 'note',
  );
  const texts = notes
    // Angular's source locations.
    .filter(({ attributes }) => attributes['category'] !== 'location')
    .map((note) => readContent(text, note).segment?.text ?? '')
    .filter((found) => found !== '')
    .map(plainText);
  return texts.length === 0 ? undefined : texts.join('\n').slice(0, MAX_NOTE);
}
