import { escapeText, formatCoded, parseCoded, plainText } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { wholeTarget } from '../inlines/targets.ts';
import { MAX_SEGMENT_CODES } from '../shared/document-limits.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Binding } from './bindings.ts';
import type { Segment } from './segments.ts';

type Targets = readonly (string | null)[];
type BoundData = NonNullable<Binding['data']>;

/** The new text of a data node. */
export interface BoundText {
  readonly data: BoundData;
  readonly text: string;
}

interface Agreed {
  readonly targets: Targets;
  /** Nodes with a new text. */
  readonly data: readonly BoundText[];
  /** Indexes of segments whose target got another text in a control than it was given. */
  readonly replaced: readonly number[];
}

/**
 * Makes the targets agree in all controls that show one data node: when Word opens the document it shows the
 * node's text in each of them, whatever they contain. A control that is a whole paragraph decides, since its
 * text was translated separately; else the first one. An empty one is ignored: Word would fill it from the
 * data again.
 */
export function agreeOnData(segments: readonly Segment[], given: Targets): Agreed {
  const targets = segments.map((segment, index) => withLostPairs(segment, given[index] ?? null));
  const whole = new Map<XmlNode, BoundText>();
  const within = new Map<XmlNode, BoundText>();
  segments.forEach((segment, index) => {
    const target = targets[index] ?? segment.coded.text;
    for (const { data } of segment.bindings) decide(whole, data, plainText(target));
    for (const { id, data } of boundPairs(segment)) {
      const { tokens, from, to } = pairIn(target, segment, id);
      decide(within, data, textOf(tokens.slice(from, to)));
    }
  });
  const texts = new Map([...within, ...whole]);
  const agreed = segments.map((segment, index) => agreeing(segment, targets[index] ?? null, texts));
  return {
    targets: agreed,
    data: [...texts.values()].filter(({ data, text }) => data.node.text !== text),
    replaced: [...segments.keys()].filter((index) => {
      const target = targets[index] ?? null;
      return (
        target !== null && !isSame(plainText(target), plainText(agreed[index] ?? segments[index]!.coded.text))
      );
    }),
  };
}

function decide(texts: Map<XmlNode, BoundText>, data: Binding['data'], text: string): void {
  if (!data || text.trim() === '' || texts.has(data.node)) return;
  texts.set(data.node, { data, text: isSame(text, data.node.text) ? data.node.text : text });
}

/** A control's outer white space may belong to its place in the line. */
function isSame(shown: string, data: string): boolean {
  return shown.trim() === data.trim();
}

/** The controls within a segment's text. */
function boundPairs({ coded }: Segment): readonly BoundPair[] {
  if (coded.codes.size > MAX_SEGMENT_CODES) return NO_PAIRS;
  let pairs: BoundPair[] | undefined;
  for (const [id, code] of coded.codes) {
    const binding = code.kind === 'group' ? code.group.at.binding : undefined;
    if (binding) (pairs ??= []).push({ id, data: binding.data });
  }
  return pairs ?? NO_PAIRS;
}

interface BoundPair {
  readonly id: number;
  readonly data: Binding['data'];
}
/** Most segments have none. */
const NO_PAIRS: readonly BoundPair[] = [];

/**
 * Restores a lost pair around a control's words in the target. An empty pair put elsewhere would be filled
 * from the data, and the words would appear twice.
 */
function withLostPairs(segment: Segment, target: string | null): string | null {
  const pairs = boundPairs(segment);
  if (target === null || pairs.length === 0) return target;
  let tokens = parseCoded(target);
  for (const { id, data } of pairs) {
    const words = data?.node.text.trim() ?? '';
    if (words === '' || tokens.some((token) => token.kind !== 'text' && token.id === id)) continue;
    tokens = paired(tokens, words, id);
  }
  return formatCoded(tokens);
}

/** The tokens with a pair around the first occurrence of the words outside other pairs, if any. */
function paired(tokens: readonly Token[], words: string, id: number): Token[] {
  let depth = 0;
  const at = tokens.findIndex((token) => {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    return depth === 0 && token.kind === 'text' && token.text.includes(words);
  });
  const token = tokens[at];
  if (token?.kind !== 'text') return [...tokens];
  const from = token.text.indexOf(words);
  return [
    ...tokens.slice(0, at),
    { kind: 'text', text: token.text.slice(0, from) },
    { kind: 'open', id },
    { kind: 'text', text: words },
    { kind: 'close', id },
    { kind: 'text', text: token.text.slice(from + words.length) },
    ...tokens.slice(at + 1),
  ];
}

/** The target's tokens with all codes, and where the inside of a pair begins and ends in them. */
function pairIn(
  target: string,
  { coded }: Segment,
  id: number,
): { tokens: readonly Token[]; from: number; to: number } {
  const tokens = wholeTarget(target, coded);
  const place = (kind: 'open' | 'close') =>
    tokens.findIndex((token) => token.kind === kind && token.id === id);
  return { tokens, from: place('open') + 1, to: place('close') };
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
}

/** A target in which each bound control has its data's text; null if that equals the source. */
function agreeing(
  segment: Segment,
  given: string | null,
  texts: ReadonlyMap<XmlNode, BoundText>,
): string | null {
  const source = segment.coded.text;
  let target = given ?? source;
  const wanted = (data: BoundData) => texts.get(data.node)?.text ?? data.node.text;
  for (const { data } of segment.bindings) {
    if (data && !isSame(plainText(target), wanted(data))) target = escapeText(wanted(data));
  }
  for (const { id, data } of boundPairs(segment)) {
    if (!data) continue;
    const { tokens, from, to } = pairIn(target, segment, id);
    if (isSame(textOf(tokens.slice(from, to)), wanted(data))) continue;
    target = formatCoded([
      ...tokens.slice(0, from),
      { kind: 'text', text: wanted(data) },
      ...tokens.slice(to),
    ]);
  }
  return target === source ? null : target;
}
