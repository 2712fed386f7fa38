import { formatCoded, plainText } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import type { ProofingLanguage } from '../ooxml/proofing-language.ts';
import { inPlaceOrder } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { Slice, Stretch } from '../spans/nested-edits.ts';
import { sameOrder, slotTexts, wholeTarget } from '../inlines/targets.ts';
import { escapeAttribute, escapeXml, rawPrefix } from '../xml/scan.ts';
import { cutByLengths } from '../inlines/cut.ts';
import { setParagraphDirection, setRunDirection } from './direction.ts';
import type { DirectionChange } from './direction.ts';
import type { DocxInline, DocxText, Paragraph, Piece, Run } from './model.ts';
import { proofingEdits } from './proofing.ts';
import { rebuildEdit } from './rebuild.ts';

/** Shared by all paragraphs of a document. */
export interface WriteContext extends DirectionChange {
  readonly proofing: ProofingLanguage | undefined;
  /** For a tracked change that is copied with its run. */
  readonly freshId: () => string;
}

/** A paragraph and its translation. */
export interface ParagraphChange {
  readonly paragraph: Paragraph;
  readonly coded: CodedInlines<Piece>;
  readonly target: string;
}

/** A paragraph with its translation, and the changes in its text boxes. */
export function paragraphStretch(source: string, change: ParagraphChange, context: WriteContext): Stretch {
  const { start, end } = change.paragraph.node;
  return {
    start,
    end,
    write(slice) {
      const edits = inPlaceOrder(paragraphEdits(source, change, context, slice));
      if (edits.length === 0) return undefined;
      const written = edits.map(
        (edit, index) => slice(edits[index - 1]?.end ?? start, edit.start) + edit.text,
      );
      return written.join('') + slice(edits.at(-1)!.end, end);
    },
  };
}

/**
 * The edits that put a translation into a paragraph; empty if it equals the source. If the codes are in the
 * source's order, only texts of existing runs change; else the stretch from the first to the last word is
 * rebuilt from the same pieces, which `slice` returns.
 */
function paragraphEdits(
  source: string,
  change: ParagraphChange,
  context: WriteContext,
  slice: Slice,
): readonly Edit[] {
  const { coded, paragraph } = change;
  if (paragraph.isAttribute) return [attributeEdit(coded, change.target)];
  const tokens = wholeTarget(change.target, coded);
  if (formatCoded(tokens) === coded.text) return [];
  const texts = sameOrder(tokens, coded.tokens) ? textEdits(source, coded, tokens) : undefined;
  const paragraphDirection = setParagraphDirection(source, paragraph, context);
  const adapted = (run: Run, isTranslated: boolean): readonly Edit[] => {
    const runDirection = setRunDirection(source, run, paragraph, context);
    return isTranslated ? proofingEdits(source, run, paragraph, context, runDirection) : runDirection;
  };
  if (!texts)
    return [
      ...paragraphDirection,
      rebuildEdit(source, coded, tokens, { adapted, freshId: context.freshId, slice }),
    ];
  const runs = new Set([...(context.newDirection ? runsOf(coded.core) : []), ...texts.runs]);
  const adaptedRuns = [...runs].flatMap((run) => adapted(run, texts.runs.has(run)));
  return [...paragraphDirection, ...adaptedRuns, ...texts.edits];
}

/** A WordArt's text is in an attribute. */
function attributeEdit({ base }: CodedInlines<Piece>, target: string): Edit {
  const { start, end } = base.at;
  const written = escapeAttribute(plainText(target).replace(/\r\n?/g, '\n'));
  return { start, end, text: written.replaceAll('\n', '&#10;') };
}

interface ChangedTexts {
  readonly edits: readonly Edit[];
  /** Runs whose words changed. */
  readonly runs: ReadonlySet<Run>;
}

/** Changes texts in place; undefined if a text has moved to a place without a run in the source. */
function textEdits(
  source: string,
  coded: CodedInlines<Piece>,
  tokens: readonly Token[],
): ChangedTexts | undefined {
  const edits: Edit[] = [];
  const runs = new Set<Run>();
  const targets = slotTexts(tokens);
  for (const [index, slot] of coded.slots.entries()) {
    const target = targets[index]!;
    const stretches = stretchesOf(slot);
    const texts = stretches.flat();
    if (texts.map((text) => text.text).join('') === target) continue;
    if (texts.length === 0) return undefined;
    const shares = share(
      target,
      stretches.map((stretch) => stretch.map((text) => text.text).join('')),
    );
    stretches.forEach((stretch, at) => {
      const { receiver, edits: own } = stretchEdits(source, stretch, shares[at]!, texts[0]!.format);
      edits.push(...own);
      if (receiver.text !== shares[at] && receiver.at.startRun) runs.add(receiver.at.startRun);
    });
  }
  return { edits, runs };
}

/** Runs of texts without anything between them that a text must not cross. */
function stretchesOf(slot: CodedInlines<Piece>['slots'][number]): DocxText[][] {
  const stretches: DocxText[][] = [[]];
  for (const item of slot) {
    if (item.kind === 'text') stretches.at(-1)!.push(item);
    else if (item.at.fixed && stretches.at(-1)!.length > 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 0);
}

/** Divides a text among stretches by their share of the source, cut at word ends. */
function share(text: string, stretches: readonly string[]): string[] {
  if (stretches.length === 1) return [text];
  const cuts = cutByLengths(text, stretches);
  return cuts.map((cut, index) => text.slice(cuts[index - 1] ?? 0, cut));
}

/** The whole text goes into the first run of the right look, and is removed from the others. */
function stretchEdits(
  source: string,
  stretch: readonly DocxText[],
  text: string,
  format: string,
): { receiver: DocxText; edits: Edit[] } {
  const written = stretch.filter(({ at }) => at.node!.name === 'w:t');
  const receiver = written.find((candidate) => candidate.format === format) ?? written[0] ?? stretch[0]!;
  const edits = stretch.flatMap((item) => setText(source, item, item === receiver ? text : ''));
  return { receiver, edits };
}

function setText(source: string, item: DocxText, text: string): Edit[] {
  if (text === item.text) return [];
  const { name, start, end, contentStart, contentEnd, preserve } = item.at.node!;
  if (text === '') return [{ start, end, text: '' }];
  // A hyphen that is an element: there is no `w:t` beside it.
  if (name !== 'w:t') return [{ start, end, text: textElement(source, start, text) }];
  const content = { start: contentStart, end: contentEnd, text: escapeXml(text) };
  if (preserve || !/^[ \t\r\n]|[ \t\r\n]$/.test(text)) return [content];
  const tag = source.slice(start, contentStart - 1).replace(/\sxml:space\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  return [{ start, end: contentStart, text: `${tag} xml:space="preserve">` }, content];
}

/** A `w:t`, with the prefix of the element that begins at `start`. */
function textElement(source: string, start: number, text: string): string {
  const name = `${rawPrefix(source, start)}t`;
  return `<${name} xml:space="preserve">${escapeXml(text)}</${name}>`;
}

function runsOf(inlines: readonly DocxInline[], runs = new Set<Run>()): Set<Run> {
  for (const inline of inlines) {
    if (inline.kind === 'text' && inline.at.startRun) runs.add(inline.at.startRun);
    if (inline.kind === 'group') runsOf(inline.children, runs);
  }
  return runs;
}
