import { pieceOf } from './model.ts';
import type { DocxInline, Item, Piece } from './model.ts';

/** Nests a paragraph's items (fields resolved) into inlines. A wrapper without its other end becomes a standalone. */
export function nestItems(items: readonly Item[]): DocxInline[] {
  const root: DocxInline[] = [];
  const stack: { piece: Piece; children: DocxInline[] }[] = [];
  const level = () => stack.at(-1)?.children ?? root;
  for (const item of items) {
    const { piece } = item;
    if (item.kind === 'open') {
      stack.push({ piece, children: [] });
    } else if (item.kind === 'close') {
      const opened = stack.pop();
      if (opened) add(level(), groupOf(opened.piece, piece, opened.children));
      else add(level(), { kind: 'alone', at: piece });
    } else if (item.kind === 'text') {
      level().push({ kind: 'text', text: item.text, format: piece.startRun?.format ?? '', at: piece });
    } else {
      add(level(), { kind: item.kind === 'marker' ? 'marker' : 'alone', at: piece });
    }
  }
  while (stack.length > 0) {
    const { piece, children } = stack.pop()!;
    level().push({ kind: 'alone', at: piece }, ...children);
  }
  return root;
}

/** Adds an inline; standalones with nothing to read between them (a row of tabs) become one. */
function add(level: DocxInline[], inline: DocxInline): void {
  if (inline.kind === 'alone') {
    const last = level.findLastIndex((earlier) => earlier.kind !== 'marker');
    const previous = level[last];
    if (previous?.kind === 'alone') {
      level.splice(last, level.length - last, { kind: 'alone', at: joined(previous.at, inline.at) });
      return;
    }
  }
  level.push(inline);
}

function joined(first: Piece, last: Piece): Piece {
  const names = [...(first.names ?? []), ...(last.names ?? [])];
  return pieceOf(first.start, last.end, first.startRun, last.endRun, { names });
}

/** A wrapper; one without any text in it (a linked picture) is a single standalone, one around marks only is a mark. */
function groupOf(open: Piece, close: Piece, children: readonly DocxInline[]): DocxInline {
  if (inlineText(children) !== '') return { kind: 'group', at: { ...open, close }, children };
  const at = joined(open, close);
  const isMark = children.every((inline) => inline.kind === 'marker');
  return isMark ? { kind: 'marker', at: { ...at, fixed: 'range' } } : { kind: 'alone', at };
}

/** The text of inlines as the reader sees it, codes left out. */
export function inlineText(inlines: readonly DocxInline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      return inline.kind === 'group' ? inlineText(inline.children) : '';
    })
    .join('');
}

/** Only texts and marks: what a control must hold for its data node to hold the same. */
export function isPlain(inlines: readonly DocxInline[]): boolean {
  return inlines.every(
    (inline) =>
      inline.kind === 'text' ||
      inline.kind === 'marker' ||
      (inline.kind === 'group' && isPlain(inline.children)),
  );
}
