import { escapeText, formatCoded, parseCoded, plainText } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import type { Edit } from '../ooxml/spans.ts';
import type { XmlNode } from '../ooxml/tree.ts';
import { dataEdit } from './bindings.ts';
import type { Binding } from './bindings.ts';
import type { Segment } from './segments.ts';

/** A segment and what it is to say: coded text, or null where it stays. */
export interface SegmentTarget {
  readonly segment: Segment;
  readonly target: string | null;
}

/** What a data node is to hold, and the edit that makes it so; none where it holds that already. */
interface DataText {
  readonly part: string;
  readonly text: string;
  readonly edit: Edit | undefined;
}

/**
 * Keeps what bound data nodes are to hold: what the first control on each says. All others on the node are made to say
 * the same, as Word would make them the next time it opens the document.
 */
export function boundData() {
  const data = new Map<XmlNode, DataText>();
  return {
    /** The targets of the segments of a part. Parts come one by one, in the order of the document. */
    settle(own: readonly SegmentTarget[]): SegmentTarget[] {
      for (const { segment, target } of own) collect(segment, target ?? segment.coded.text, data);
      return own.map((one) => ({ ...one, target: agreeing(one, data) }));
    },
    /** The edits of the data's parts, by part. */
    edits(): ReadonlyMap<string, readonly Edit[]> {
      const edits = new Map<string, Edit[]>();
      for (const { part, edit } of data.values()) {
        if (edit) edits.set(part, [...(edits.get(part) ?? []), edit]);
      }
      return edits;
    },
  };
}

function collect({ bindings, coded }: Segment, target: string, data: Map<XmlNode, DataText>): void {
  const settle = (binding: Binding | undefined, text: string) => {
    if (!binding?.data || data.has(binding.data.node) || text.trim() === '') return;
    const { part, node } = binding.data;
    const same = target === coded.text || text === node.text;
    data.set(node, { part, text, edit: same ? undefined : dataEdit(node, text) });
  };
  for (const binding of bindings) settle(binding, plainText(target));
  for (const [id, code] of coded.codes) {
    if (code.kind === 'group') settle(code.group.at.binding, textInPair(target, id));
  }
}

function textInPair(target: string, id: number): string {
  let inside = false;
  let text = '';
  for (const token of parseCoded(target)) {
    if (token.kind === 'text') text += inside ? token.text : '';
    else if (token.id === id) inside = token.kind === 'open';
  }
  return text;
}

/** The target with the words of its bound controls as their data has them; the codes of formats within those go. */
function agreeing({ segment, target }: SegmentTarget, data: ReadonlyMap<XmlNode, DataText>): string | null {
  const { bindings, coded } = segment;
  const otherThan = (shown: string, binding: Binding | undefined) => {
    const text = binding?.data && data.get(binding.data.node)?.text;
    return text === undefined || text.trim() === shown.trim() ? undefined : text;
  };
  let agreed = target ?? coded.text;
  for (const binding of bindings) {
    const text = otherThan(plainText(agreed), binding);
    if (text !== undefined) agreed = escapeText(text);
  }
  for (const [id, code] of coded.codes) {
    if (code.kind !== 'group') continue;
    const text = otherThan(textInPair(agreed, id), code.group.at.binding);
    if (text !== undefined) agreed = withTextInPair(agreed, id, text);
  }
  return agreed === coded.text ? target : agreed;
}

function withTextInPair(target: string, id: number, text: string): string {
  const tokens = parseCoded(target);
  const open = tokens.findIndex((token) => token.kind === 'open' && token.id === id);
  const close = tokens.findIndex((token) => token.kind === 'close' && token.id === id);
  if (open === -1 || close < open) return target;
  const words: Token = { kind: 'text', text };
  return formatCoded([...tokens.slice(0, open + 1), words, ...tokens.slice(close)]);
}
