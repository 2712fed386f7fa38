import type { Code, CodedInlines, MarkerInline, TextInline } from './code-inlines.ts';
import { formatTracker, wholeTarget } from './targets.ts';

export type PairCode<At> = Exclude<Code<At>, { kind: 'standalone' }>;

/** How a format writes the pieces of a paragraph. */
export interface InlineWriter<At> {
  /** Text that looks like `like`: a run of its own, or characters escaped for the place they stand in. */
  text(text: string, like: TextInline<At>): string;
  standalone(at: At): string;
  marker(at: At): string;
  /** Both are empty where a text brings its format along, as runs do. */
  open(code: PairCode<At>): string;
  close(code: PairCode<At>): string;
}

/**
 * A target written in the place of its source's core: what stands before and behind that (`lead`, `trail`) is the caller's. Codes that the
 * target lost are put back first; markers stay beside the code or text that they stood beside.
 */
export function renderTarget<At>(target: string, source: CodedInlines<At>, writer: InlineWriter<At>): string {
  const tracker = formatTracker(source);
  const slots = slotsByToken(source);
  let written = markersOf(source.slots[0]!, writer, 'before');
  let pending = markersOf(source.slots[0]!, writer, 'after');
  for (const token of wholeTarget(target, source)) {
    if (token.kind === 'text') {
      written += writer.text(token.text, tracker.like());
      continue;
    }
    written += pending;
    const code = source.codes.get(token.id);
    if (code?.kind === 'standalone') written += writer.standalone(code.standalone.at);
    else if (code && token.kind === 'open') {
      tracker.open(token.id);
      written += writer.open(code);
    } else if (code) {
      written += writer.close(code);
      tracker.close();
    }
    const slot = slots.get(`${token.kind}${token.id}`) ?? [];
    written += markersOf(slot, writer, 'before');
    pending = markersOf(slot, writer, 'after');
  }
  return written + pending;
}

type Slot<At> = readonly (TextInline<At> | MarkerInline<At>)[];

/** The slot that follows each token. */
function slotsByToken<At>({ tokens, slots }: CodedInlines<At>): ReadonlyMap<string, Slot<At>> {
  return new Map(tokens.map(({ kind, id }, index) => [`${kind}${id}`, slots[index + 1]!]));
}

/** The markers of a slot before its first text, or all others. */
function markersOf<At>(slot: Slot<At>, writer: InlineWriter<At>, side: 'before' | 'after'): string {
  const firstText = slot.findIndex(({ kind }) => kind === 'text');
  const border = firstText === -1 ? slot.length : firstText;
  const markers = side === 'before' ? slot.slice(0, border) : slot.slice(border);
  return markers.map((item) => (item.kind === 'marker' ? writer.marker(item.at) : '')).join('');
}
