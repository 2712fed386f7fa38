import { PACKAGE_LIMITS } from '../shared/document-limits.ts';
import { hostile } from '../shared/refusals.ts';
import { CHECK_BOX_NAME, isOuter, pieceOf } from './model.ts';
import type { DocxInline, Item, Piece } from './model.ts';

/** Nests a paragraph's items (fields resolved). A wrapper without its other end becomes a standalone. */
export function nestItems(items: readonly Item[]): DocxInline[] {
  const root: DocxInline[] = [];
  const stack: { piece: Piece; children: DocxInline[] }[] = [];
  let level = root;
  for (const item of items) {
    const { piece } = item;
    if (item.kind === 'open') {
      // Elements cannot be nested that deep, but fields can, and readers of wrappers are recursive.
      if (stack.length === PACKAGE_LIMITS.xmlDepth) throw hostile('its fields are nested absurdly deep');
      stack.push({ piece, children: (level = []) });
    } else if (item.kind === 'close') {
      const opened = stack.pop();
      level = stack.at(-1)?.children ?? root;
      level.push(opened ? groupOf(opened.piece, piece, joinRows(opened.children)) : aloneOf(piece));
    } else if (item.kind === 'text') {
      const format = piece.startRun?.format ?? '';
      level.push({ kind: 'text', text: item.text, format, isStruck: STRUCK.test(format), at: piece });
    } else {
      level.push(item.kind === 'marker' ? { kind: 'marker', at: piece } : aloneOf(piece));
    }
  }
  const unclosed = stack.flatMap(({ piece, children }): DocxInline[] => [aloneOf(piece), ...children]);
  return joinRows([...root, ...unclosed]);
}

/** Struck out (§17.3.2.9, §17.3.2.37). */
const STRUCK = /<w:d?strike\b(?![^>]*"(?:0|false|off)")/;

/** Elements that words never move across. */
const WALLS: ReadonlySet<string> = new Set(['w:tab', 'w:ptab', 'w:br', 'w:cr', CHECK_BOX_NAME]);

function aloneOf(at: Piece): DocxInline {
  const isWall = at.names?.some((name) => typeof name === 'string' && WALLS.has(name));
  const isBreak = at.names?.length === 1 && (at.names[0] === 'w:br' || at.names[0] === 'w:cr');
  return { kind: 'standalone', at, isWall, isBreak, nesting: isOuter(at) ? 'outer' : undefined };
}

/** Joins standalones without text between them (a row of tabs), marks included. */
function joinRows(level: readonly DocxInline[]): DocxInline[] {
  const result: DocxInline[] = [];
  for (let from = 0; from < level.length;) {
    const end = endOfRow(level, from);
    const row = level.slice(from, end);
    result.push(row.length === 1 ? row[0]! : aloneOf(joined(row.map(({ at }) => at))));
    from = end;
  }
  return result;
}

/** The index after the last standalone of a row; anything else is a row by itself. */
function endOfRow(level: readonly DocxInline[], from: number): number {
  let end = from + 1;
  if (level[from]!.kind !== 'standalone') return end;
  for (let at = end; level[at]?.kind === 'standalone' || level[at]?.kind === 'marker'; at++) {
    if (level[at]!.kind === 'standalone') end = at + 1;
  }
  return end;
}

function joined(pieces: readonly Piece[]): Piece {
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  const names = pieces.flatMap((piece) => piece.names ?? []);
  const nesting = pieces.some(isOuter) ? 'outer' : undefined;
  return pieceOf(first.start, last.end, first.startRun, last.endRun, { names, nesting });
}

/** A wrapper; without text (a linked picture) a standalone, around marks only a mark. */
function groupOf(open: Piece, close: Piece, children: readonly DocxInline[]): DocxInline {
  if (inlineText(children) !== '')
    return {
      kind: 'group',
      at: { ...open, close },
      children,
      nesting: open.nesting,
      isBound: open.binding !== undefined,
    };
  const at = joined([open, ...children.map((inline) => inline.at), close]);
  const isMark = children.every((inline) => inline.kind === 'marker');
  return isMark ? { kind: 'marker', at: { ...at, fixed: 'range' } } : aloneOf(at);
}

/** The visible text of inlines, without codes. */
export function inlineText(inlines: readonly DocxInline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      return inline.kind === 'group' ? inlineText(inline.children) : '';
    })
    .join('');
}

/** Whether there are only texts and marks: a condition for a control whose data node has the same text. */
export function isPlain(inlines: readonly DocxInline[]): boolean {
  return inlines.every(
    (inline) =>
      inline.kind === 'text' ||
      inline.kind === 'marker' ||
      (inline.kind === 'group' && isPlain(inline.children)),
  );
}
