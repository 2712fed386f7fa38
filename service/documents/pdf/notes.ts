import type { Block, Paragraph, Run } from './blocks.ts';

/** Blocks whose footnotes are notes that their marks refer to. */
export interface NotedBlocks {
  readonly blocks: Block[];
  readonly notes: Paragraph[][];
  /** Letters of the marks, which the document counts by itself. */
  readonly markLetters: number;
}

/** Marks that a document counts by itself; others, such as "*", are written as they are. */
const NUMBER = /^\d{1,3}$/;
/** What a footnote is marked with. */
export const NOTE_MARK = /^(?:\d{1,3}|[ivxlc]{1,5}|[a-z]|[*†‡§¶#]{1,4})$/;

/** Takes out paragraphs that begin with a raised mark that is also in the text: footnotes. */
export function withNotes(blocks: readonly Block[]): NotedBlocks {
  const waiting = blocks.flatMap((block) => (block.kind === 'paragraph' && isNote(block) ? [block] : []));
  if (waiting.length === 0) return { blocks: [...blocks], notes: [], markLetters: 0 };
  const candidates = new Set<Block>(waiting);
  const marks = blocks.flatMap((block) => (candidates.has(block) ? [] : marksIn(block)));
  const notes: Paragraph[][] = [];
  const taken = new Set<Block>();
  const noteOf = new Map<Run, number>();
  let markLetters = 0;
  for (const { run, page } of marks) {
    const fitting = waiting.filter((note) => !taken.has(note) && markOf(note) === run.text.trim());
    const note =
      fitting.find(({ place }) => place.page === page) ?? fitting.find(({ place }) => place.page > page);
    if (!note) continue;
    taken.add(note);
    noteOf.set(run, notes.length);
    if (NUMBER.test(markOf(note))) markLetters += 2 * markOf(note).length;
    notes.push([withoutMark(note)]);
  }
  const rest = blocks.filter((block) => !taken.has(block));
  return { blocks: rest.map((block) => withReferences(block, noteOf)), notes, markLetters };
}

function isNote({ role, runs: [first, second] }: Paragraph): boolean {
  return (
    role === 'text' &&
    first?.raised === 'superscript' &&
    NOTE_MARK.test(first.text.trim()) &&
    second !== undefined
  );
}

function markOf({ runs }: Paragraph): string {
  return runs[0]?.text.trim() ?? '';
}

/** A mark that the document does not count stays with its text. */
function withoutMark(note: Paragraph): Paragraph {
  if (!NUMBER.test(markOf(note))) return note;
  const [first, ...rest] = note.runs.slice(1);
  return first ? { ...note, runs: [{ ...first, text: first.text.trimStart() }, ...rest] } : note;
}

/** Raised marks of a text, in its order. */
function marksIn(block: Block): { run: Run; page: number }[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'table') return block.rows.flat().flatMap((cell) => cell.blocks.flatMap(marksIn));
  return block.runs.flatMap((run, i) =>
    i > 0 && run.raised === 'superscript' && NOTE_MARK.test(run.text.trim())
      ? [{ run, page: block.place.page }]
      : [],
  );
}

function withReferences(block: Block, noteOf: ReadonlyMap<Run, number>): Block {
  if (block.kind === 'picture') return block;
  if (block.kind === 'table') {
    const rows = block.rows.map((row) =>
      row.map((cell) => ({ ...cell, blocks: cell.blocks.map((one) => withReferences(one, noteOf)) })),
    );
    return { ...block, rows };
  }
  if (!block.runs.some((run) => noteOf.has(run))) return block;
  const runs = block.runs.flatMap((run): Run[] => {
    const note = noteOf.get(run);
    if (note === undefined) return [run];
    const mark = run.text.trim();
    const rest = run.text.endsWith(' ') ? [{ text: ' ' }] : [];
    return [{ text: NUMBER.test(mark) ? '' : mark, note }, ...rest];
  });
  return { ...block, runs };
}
