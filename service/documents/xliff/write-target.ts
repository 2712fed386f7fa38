import type { SegmentState } from '../../contract/index.ts';
import { rawName, rawPrefix } from '../xml/scan.ts';
import type { XmlNode } from '../xml/tree.ts';
import { withContents } from './content.ts';
import type { Part, Unit } from './units.ts';

/** `xliff.state` and the file's practice. */
export interface States {
  /** `xliff.finished`: empty targets stay empty, and each has the state that its segment has. */
  readonly isShown: boolean;
  /** Whether a target of 1.2 has a state. */
  readonly isWritten: boolean;
  readonly isWritten2: boolean;
}

/** Where to write a unit's target: in its own place, or after its source; in XLIFF 2 the segment. */
export function regionOf({ isVersion2, node, target, anchor }: Unit): { start: number; end: number } {
  if (isVersion2) return { start: node.start, end: node.end };
  return target ? { start: target.start, end: target.end } : { start: anchor.end, end: anchor.end };
}

/** Undefined removes the attribute. */
export type Attributes = readonly (readonly [name: string, value: string | undefined])[];

export interface WrittenState {
  readonly isTooLong: boolean;
  readonly isConfirmed: boolean;
  /** The lowest of the unit's changed segments. */
  readonly state: SegmentState;
}

const STATES_12 = {
  draft: 'needs-review-translation',
  translated: 'translated',
  confirmed: 'final',
} as const satisfies Record<SegmentState, string>;
const STATES_2 = {
  draft: 'initial',
  translated: 'translated',
  confirmed: 'final',
} as const satisfies Record<SegmentState, string>;

/** The new text of a unit's region from its parts' contents; null for a unit without one. */
export function writeUnit(
  text: string,
  unit: Unit,
  contents: readonly (string | null)[],
  states: States,
  { isTooLong, isConfirmed, state }: WrittenState,
): string {
  const { isVersion2, node, target, anchor } = unit;
  const inner = innerOf(text, unit, contents);
  if (!isVersion2) {
    if (states.isShown) {
      const isStated = states.isWritten || target?.attributes['state'] !== undefined;
      const own: Attributes = isStated ? [['state', STATES_12[state]]] : [];
      return targetOf(text, target, anchor, inner, own);
    }
    const isFinal = isConfirmed && !isTooLong;
    const attributes: Attributes =
      states.isWritten || target?.attributes['state'] !== undefined
        ? [
            ['state', isFinal ? 'final' : 'needs-review-translation'],
            ['state-qualifier', isFinal ? undefined : 'leveraged-mt'],
          ]
        : [];
    return targetOf(text, target, anchor, inner, attributes);
  }
  const written = targetOf(text, target, anchor, inner, []);
  const at = target ?? { start: anchor.end, end: anchor.end };
  const tag = states.isWritten2
    ? withAttributes(text, node, [
        [
          'state',
          isTooLong ? 'initial' : states.isShown ? STATES_2[state] : isConfirmed ? 'final' : 'translated',
        ],
        ['subState', undefined],
      ])
    : text.slice(node.start, node.contentStart);
  return tag + text.slice(node.contentStart, at.start) + written + text.slice(at.end, node.end);
}

/** A new target is divided like its source, an old one stays divided as it is. */
function innerOf(
  text: string,
  { segmented, target, parts, isShown }: Unit,
  contents: readonly (string | null)[],
): string {
  if (!segmented) return contents[0] ?? parts[0]!.content.write(null);
  const hasAll = target !== undefined && parts.every((part) => part.target !== undefined);
  const own = (part: Part, index: number): string =>
    contents[index] ?? (isShown ? '' : part.content.write(null));
  if (!hasAll) {
    // Parts of the old target stay as they are.
    return withContents(
      text,
      segmented,
      parts.map((part, index) => [
        part.source,
        part.target && contents[index] === null
          ? text.slice(part.target.contentStart, part.target.contentEnd)
          : own(part, index),
      ]),
    );
  }
  const changed = parts.flatMap((part, index): [XmlNode, string][] =>
    contents[index] === null &&
    (isShown || !part.isToDo || part.target!.contentEnd > part.target!.contentStart)
      ? []
      : [[part.target!, own(part, index)]],
  );
  return withContents(text, target, changed);
}

function targetOf(
  text: string,
  target: XmlNode | undefined,
  anchor: XmlNode,
  inner: string,
  attributes: Attributes,
): string {
  if (!target) return newTarget(text, anchor, inner, attributes);
  const tag = withAttributes(text, target, attributes).replace(/\s*\/>$/, '>');
  return `${tag}${inner}</${rawName(text, target.start)}>`;
}

/** A target after the element `anchor`, in the same layout. */
export function newTarget(text: string, anchor: XmlNode, inner: string, attributes: Attributes = []): string {
  const name = `${rawPrefix(text, anchor.start)}target`;
  const stated = attributes.map(([key, value]) => (value === undefined ? '' : ` ${key}="${value}"`)).join('');
  return `${indentOf(text, anchor)}<${name}${stated}>${inner}</${name}>`;
}

/** White space between a line end and the element; empty if it does not begin its line. */
function indentOf(text: string, { start }: XmlNode): string {
  return /(?:\r\n|\r|\n)[ \t]*$/.exec(text.slice(Math.max(0, start - 500), start))?.[0] ?? '';
}

/** The start tag of an element with these attributes; undefined removes one. */
export function withAttributes(text: string, node: XmlNode, attributes: Attributes): string {
  let tag = text.slice(node.start, node.contentStart);
  for (const [name, value] of attributes) {
    const own = new RegExp(`(\\s+)${name}(\\s*=\\s*)("[^"]*"|'[^']*')`);
    if (value === undefined) tag = tag.replace(own, '');
    else if (own.test(tag)) tag = tag.replace(own, `$1${name}$2"${value}"`);
    else tag = tag.replace(/\s*\/?>$/, (end) => ` ${name}="${value}"${end.trimStart()}`);
  }
  return tag;
}
