import type { Token } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { inPlaceOrder, sliceWithEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { Slice } from '../spans/nested-edits.ts';
import { formatTracker } from '../inlines/targets.ts';
import { child } from '../xml/tree.ts';
import { escapeXml, rawName, rawPrefix } from '../xml/scan.ts';
import { cutByShares } from '../inlines/cut.ts';
import { marksOf } from './marks.ts';
import type { Mark } from './marks.ts';
import type { DocxInline, DocxText, Piece, Run } from './model.ts';

/**
 * Rebuilds the inlines of a paragraph in the target's order: texts in copies of the runs with their format,
 * standalones and wrappers unchanged, marks by their share of the text around them. Everything outside the
 * segment's first and last inline stays; runs across its borders are closed and reopened.
 */
export function rebuildEdit(
  source: string,
  coded: CodedInlines<Piece>,
  tokens: readonly Token[],
  context: RebuildContext,
): Edit {
  const stretch = borders(source, coded.core);
  const write = writer(source, context, stretch.cutRun);
  const nextMarks = markWalker(marksOf(coded, tokens));
  const tracker = formatTracker(coded);
  const out: string[] = [stretch.before];
  let passed = 0;
  const placeMarks = (isDue: (mark: Mark) => boolean) => {
    for (const mark of nextMarks(isDue)) out.push(write.piece(mark.piece));
  };
  /** Cut at the marks of the source's text, so that a bookmark or comment does not become empty. */
  const placeText = (text: string, like: DocxText) => {
    const due = nextMarks((mark) => mark.slot === passed && mark.share < 1);
    const cuts = cutAround(text, due);
    let from = 0;
    for (const [index, mark] of due.entries()) {
      out.push(write.text(text.slice(from, cuts[index]), like), write.piece(mark.piece));
      from = cuts[index]!;
    }
    out.push(write.text(text.slice(from), like));
  };
  placeMarks((mark) => mark.slot === 0 && mark.share === 0);
  for (const token of tokens) {
    if (token.kind === 'text') {
      placeText(token.text, tracker.like());
      continue;
    }
    placeMarks((mark) => mark.slot <= passed);
    passed++;
    const code = coded.codes.get(token.id)!;
    if (code.kind === 'standalone') out.push(write.piece(code.standalone.at));
    if (code.kind === 'group')
      out.push(write.piece(token.kind === 'open' ? code.group.at : code.group.at.close!));
    if (token.kind === 'open') tracker.open(token.id);
    if (token.kind === 'close') tracker.close();
    placeMarks((mark) => mark.slot < passed || (mark.slot === passed && mark.share === 0));
  }
  placeMarks(() => true);
  out.push(stretch.openRun ? write.opening(stretch.openRun) : '');
  return { start: stretch.start, end: stretch.end, text: out.join('') };
}

/** Walks marks in order: each call returns those up to the first that is not due. */
function markWalker(marks: readonly Mark[]): (isDue: (mark: Mark) => boolean) => Mark[] {
  let next = 0;
  return (isDue) => {
    const from = next;
    while (next < marks.length && isDue(marks[next]!)) next++;
    return marks.slice(from, next);
  };
}

/** The offsets where a text is cut for marks, which come in order. */
function cutAround(text: string, marks: readonly Mark[]): number[] {
  if (marks.length === 0) return [];
  const stretches = marks.map(({ share, wordsBefore }) => ({ share, hasWords: wordsBefore }));
  return cutByShares(text, [...stretches, { share: 1, hasWords: marks.at(-1)?.wordsAfter ?? false }]);
}

/** The stretch to rebuild, and the tags needed if it begins or ends inside a run. */
function borders(source: string, core: readonly DocxInline[]) {
  const first = core[0]!.at;
  const { startRun } = first;
  const lastInline = core.at(-1)!;
  const last = lastInline.kind === 'group' ? lastInline.at.close! : lastInline.at;
  const { endRun } = last;
  const opensRun = startRun && isBlank(source, startRun.contentStart, first.start);
  const closesRun = endRun && isBlank(source, last.end, endRun.contentEnd);
  return {
    start: opensRun ? startRun.start : first.start,
    end: closesRun ? endRun.end : last.end,
    before: startRun && !opensRun ? endTag(source, startRun) : '',
    /** The run whose first part stays before the stretch, and the one whose last part stays after it. */
    cutRun: opensRun ? undefined : startRun,
    openRun: closesRun ? undefined : endRun,
  };
}

function isBlank(source: string, start: number, end: number): boolean {
  return source.slice(start, end).trim() === '';
}

function endTag(source: string, run: Run): string {
  return `</${rawName(source, run.start)}>`;
}

export interface RebuildContext {
  /** The changes to the properties of a run that gets a text, or another text. */
  readonly adapted: (run: Run, isTranslated: boolean) => readonly Edit[];
  readonly freshId: () => string;
  /** The source with the changes within the paragraph. */
  readonly slice: Slice;
}

function writer(source: string, { adapted, freshId, slice }: RebuildContext, cutRun: Run | undefined) {
  const written = new Set<Run>(cutRun && [cutRun]);

  /** A run's start tag and properties. A copy's tracked formatting change gets its own id. */
  const opening = (run: Run, directionEdits: readonly Edit[] = []): string => {
    const change = written.has(run) ? child(run.properties, 'w:rPrChange') : undefined;
    written.add(run);
    const id = change?.attributeSpan('w:id');
    const edits = id ? [...directionEdits, { ...id, text: freshId() }] : directionEdits;
    return sliceWithEdits(source, inPlaceOrder(edits), run.start, run.contentStart);
  };

  return {
    opening,
    /** A separate piece of the source, completed with the runs it begins and ends in. */
    piece({ start, end, startRun, endRun }: Piece): string {
      const before = startRun ? opening(startRun) : '';
      const after = endRun ? endTag(source, endRun) : '';
      if (endRun) written.add(endRun);
      return before + slice(start, end) + after;
    },
    text(text: string, like: DocxText): string {
      if (text === '') return '';
      const { node } = like.at;
      const run = like.at.startRun!;
      const name = `${rawPrefix(source, node!.start)}t`;
      return `${opening(run, adapted(run, text !== like.text))}<${name} xml:space="preserve">${escapeXml(text)}</${name}>${endTag(source, run)}`;
    },
  };
}
