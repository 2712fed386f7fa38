import { plainText } from '../../text/codes.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { MAX_SEGMENT_CODES } from '../shared/document-limits.ts';
import type { Binding } from './bindings.ts';
import { dropCapsOf } from './drop-caps.ts';
import type { DropCap } from './drop-caps.ts';
import { inlineText, isPlain, nestItems } from './inlines.ts';
import { pieceOf } from './model.ts';
import type { DocxInline, Paragraph, PartModel, Piece } from './model.ts';

export interface Segment {
  readonly paragraph: Paragraph;
  readonly coded: CodedInlines<Piece>;
  /** Data that must change together with the segment's whole text. */
  readonly bindings: readonly Binding[];
  /** The same text in renderings for older programs. */
  readonly mirrors: readonly Mirror[];
  /** The drop cap of the text, in a separate paragraph. */
  readonly dropCap?: DropCap | undefined;
}

/** The whole text, as coded text. */
export function sourceOf({ coded, dropCap }: Segment): string {
  return (dropCap?.coded.text ?? '') + coded.text;
}

export interface Mirror {
  readonly paragraph: Paragraph;
  readonly coded: CodedInlines<Piece>;
}

export interface PartSegments {
  readonly model: PartModel;
  /** In document order. */
  readonly segments: readonly Segment[];
  /** Controls whose data could not be found, so that neither they nor the data are translated. */
  readonly unboundControls: number;
}

/** The segments of a part: every paragraph with visible text that may be translated. */
export function segmentsOf(model: PartModel): PartSegments {
  let unboundControls = 0;
  const codedOf = new Map<Paragraph, CodedInlines<Piece>>();
  const bindingsOf = new Map<Paragraph, Binding[]>();
  const blocked = boundInSeveral(model);
  for (const paragraph of model.paragraphs) {
    if (paragraph.untranslatable) continue;
    const inlines = nestItems(paragraph.items);
    const bound = resolveBindings(inlines);
    unboundControls += bound.lost;
    const coded = codeInlines(bound.inlines);
    if (!coded) continue;
    if (paragraph.binding && (blocked.has(paragraph.binding) || !holds(paragraph.binding, inlines))) {
      unboundControls++;
      continue;
    }
    codedOf.set(paragraph, coded);
    const around = paragraph.binding ? [paragraph.binding] : [];
    bindingsOf.set(paragraph, [...around, ...wrappersOf(coded.core[0]!, bound.inlines)]);
  }
  const mirrors = matchMirrors(model, codedOf);
  const caps = dropCapsOf(codedOf);
  const inFrames = new Set([...caps.values()].map(({ paragraph }) => paragraph));
  const segments: Segment[] = [];
  for (const [paragraph, coded] of codedOf) {
    if (paragraph.mirror || inFrames.has(paragraph)) continue;
    const bindings = bindingsOf.get(paragraph) ?? [];
    const dropCap = caps.get(paragraph);
    segments.push({ paragraph, coded, bindings, mirrors: mirrors.get(paragraph) ?? [], dropCap });
  }
  return { model, segments, unboundControls };
}

/** Bindings of controls around more than one paragraph with text, which one data node cannot hold. */
function boundInSeveral(model: PartModel): Set<Binding> {
  const once = new Set<Binding>();
  const several = new Set<Binding>();
  for (const { binding, items } of model.paragraphs) {
    if (!binding || !items.some((item) => item.kind === 'text' && item.text.trim() !== '')) continue;
    if (once.has(binding)) several.add(binding);
    once.add(binding);
  }
  return several;
}

/** Bindings of the controls around the core, which need no code because they contain the whole text. */
function wrappersOf(first: DocxInline, inlines: readonly DocxInline[]): Binding[] {
  if (inlines.includes(first)) return [];
  for (const inline of inlines) {
    if (inline.kind !== 'group' || !contains(inline.children, first)) continue;
    return [...(inline.at.binding ? [inline.at.binding] : []), ...wrappersOf(first, inline.children)];
  }
  return [];
}

function contains(inlines: readonly DocxInline[], wanted: DocxInline): boolean {
  return inlines.some(
    (inline) => inline === wanted || (inline.kind === 'group' && contains(inline.children, wanted)),
  );
}

/** Whether the data node contains exactly the shown text. */
function holds(binding: Binding, shown: readonly DocxInline[]): boolean {
  return (
    binding.data !== undefined && isPlain(shown) && binding.data.node.text.trim() === inlineText(shown).trim()
  );
}

/** Makes bound controls standalone if their data differs from their text: Word would undo a translation. */
function resolveBindings(inlines: readonly DocxInline[]): { inlines: DocxInline[]; lost: number } {
  let lost = 0;
  const resolved = inlines.map((inline): DocxInline => {
    if (inline.kind !== 'group') return inline;
    const { binding, close } = inline.at;
    if (binding && !holds(binding, inline.children)) {
      if (inlineText(inline.children).trim() !== '') lost++;
      return { kind: 'standalone', at: pieceOf(inline.at.start, close!.end, undefined, undefined) };
    }
    const inner = resolveBindings(inline.children);
    lost += inner.lost;
    return { ...inline, children: inner.inlines };
  });
  return { inlines: resolved, lost };
}

/** Fallback paragraphs equal to a chosen one: same text, in order, one to one if possible. */
function matchMirrors(
  model: PartModel,
  codedOf: ReadonlyMap<Paragraph, CodedInlines<Piece>>,
): Map<Paragraph, Mirror[]> {
  const matched = new Map<Paragraph, Mirror[]>();
  for (const { chosen, mirrors } of model.alternates) {
    const free = new Map<string, Paragraph[]>();
    for (const paragraph of chosen) {
      const coded = codedOf.get(paragraph);
      if (!coded) continue;
      const key = plainText(coded.text).trim();
      const alike = free.get(key);
      if (alike) alike.push(paragraph);
      else free.set(key, [paragraph]);
    }
    for (const paragraph of mirrors) {
      const coded = codedOf.get(paragraph);
      if (!coded || coded.codes.size > MAX_SEGMENT_CODES) continue;
      const candidates = free.get(plainText(coded.text).trim());
      const partner = candidates && candidates.length > 1 ? candidates.shift() : candidates?.[0];
      if (partner) matched.set(partner, [...(matched.get(partner) ?? []), { paragraph, coded }]);
    }
  }
  return matched;
}
