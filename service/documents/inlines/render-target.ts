import type { Token } from '../../text/codes.ts';
import type { Code, CodedInlines, MarkerInline, TextInline } from './code-inlines.ts';
import { cutByLengths } from './cut.ts';
import { formatTracker, wholeTarget } from './targets.ts';

export type PairCode<At> = Exclude<Code<At>, { kind: 'standalone' }>;

/** Writes the pieces of a paragraph in a format. Called in the order of the result. */
export interface InlineWriter<At> {
  /** Formats are visible on space too (underlined, struck through), and may have space at their ends. */
  readonly showsSpace?: true;
  /** Text that looks like `like`: a separate run, or characters escaped for their place. */
  text(text: string, like: TextInline<At>): string;
  standalone(at: At): string;
  marker(at: At): string;
  /** Both are empty if texts bring their format along, as runs do. */
  open(code: PairCode<At>): string;
  close(code: PairCode<At>): string;
}

/**
 * Writes a target in place of its source's core; the caller writes the text around it (`lead`, `trail`). Lost
 * codes are restored first. Markers stay in order, each as far into the text between two codes as in the
 * source.
 */
export function renderTarget<At>(target: string, source: CodedInlines<At>, writer: InlineWriter<At>): string {
  const tracker = formatTracker(source);
  const tokens = wholeTarget(target, source);
  const slots = targetSlots(source, tokens);
  let written = '';
  let slot = 0;
  let text = '';
  /** The look of the previous text, within the same link. */
  let before: TextInline<At> | undefined;
  const writeSlot = () => {
    const own = slots[slot++] ?? [];
    // Space that an engine moved out of a format would get a third look: underlined, struck through.
    const isMoved =
      writer.showsSpace === true && /^\s+$/.test(text) && !own.some(({ kind }) => kind === 'text');
    const like = (isMoved ? before : undefined) ?? tracker.like();
    written += slotText(text, own, writer, like);
    if (text !== '') before = like;
    text = '';
  };
  for (const token of tokens) {
    if (token.kind === 'text') {
      text += token.text;
      continue;
    }
    writeSlot();
    const code = source.codes.get(token.id);
    if (code?.kind === 'group') before = undefined;
    if (code?.kind === 'standalone') written += writer.standalone(code.standalone.at);
    else if (code && token.kind === 'open') {
      tracker.open(token.id);
      written += writer.open(code);
    } else if (code) {
      written += writer.close(code);
      tracker.close();
    }
  }
  writeSlot();
  return written;
}

type Slot<At> = readonly (TextInline<At> | MarkerInline<At>)[];

/**
 * The source's markers between the codes that the target kept, in the source's order, so that no range ends
 * before it begins: if the target lost a format, the slots beside it are merged.
 */
function targetSlots<At>({ tokens, slots }: CodedInlines<At>, target: readonly Token[]): Slot<At>[] {
  const kept = new Set(
    target.flatMap((token) => (token.kind === 'text' ? [] : [`${token.kind}${token.id}`])),
  );
  const merged: Slot<At>[number][][] = [[]];
  for (const [index, slot] of slots.entries()) {
    const ahead = tokens[index - 1];
    if (ahead && kept.has(`${ahead.kind}${ahead.id}`)) merged.push([]);
    merged.at(-1)!.push(...slot);
  }
  return merged;
}

function slotText<At>(text: string, slot: Slot<At>, writer: InlineWriter<At>, like: TextInline<At>): string {
  const part = (from: number, to: number) => (from < to ? writer.text(text.slice(from, to), like) : '');
  if (!slot.some(({ kind }) => kind === 'marker')) return part(0, text.length);
  // The texts before, between and after the markers.
  const stretches = [''];
  for (const item of slot) {
    if (item.kind === 'text') stretches.push(stretches.pop()! + item.text);
    else stretches.push('');
  }
  const cuts = cutByLengths(text, stretches);
  let written = '';
  let at = 0;
  let index = 0;
  for (const item of slot) {
    if (item.kind === 'text') continue;
    let cut = Math.max(at, cuts[index]!);
    // The space before a marker stays before it.
    if (/\s$/.test(stretches[index++]!)) while (/\s/.test(text.charAt(cut))) cut++;
    written += part(at, cut) + writer.marker(item.at);
    at = cut;
  }
  return written + part(at, text.length);
}
