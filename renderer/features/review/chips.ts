import { codeParts, formatPieces, parsePieces } from '../../lib/coded.ts';
import type { Piece } from '../../lib/coded.ts';
import { words } from '../../i18n/words.ts';

const SAID = {
  start: 'review.codeStart',
  end: 'review.codeEnd',
  standalone: 'review.codeStandalone',
} as const;

/** A segment's text as nodes: a code is a chip, a single unit for the caret and Backspace. */
export function nodesOf(text: string, coded: boolean): Node[] {
  return parsePieces(text, coded).map((piece) =>
    piece.code === undefined ? document.createTextNode(piece.text) : chipOf(piece.code),
  );
}

function chipOf(code: string): HTMLElement {
  const { number, part } = codeParts(code);
  const chip = document.createElement('span');
  chip.className = 'chip';
  chip.contentEditable = 'false';
  chip.dataset['code'] = code;
  chip.dataset['part'] = part;
  // Drawn by the style sheet, so that it is never copied as text.
  chip.dataset['number'] = number;
  chip.setAttribute('role', 'img');
  const said = words.t(SAID[part], { n: number });
  chip.setAttribute('aria-label', said);
  chip.title = said;
  return chip;
}

/** The text of the nodes, in the service's notation. */
export function textOf(node: Node, coded: boolean): string {
  return formatPieces(piecesOf(node), coded);
}

/** The browser wraps manually broken lines in elements, and ends them with a `br`. */
function piecesOf(node: Node): Piece[] {
  return [...node.childNodes].flatMap((child): Piece[] => {
    if (child instanceof HTMLElement && child.dataset['code'] !== undefined)
      return [{ code: child.dataset['code'] }];
    if (child instanceof HTMLBRElement) return [{ text: '\n' }];
    return child instanceof Text ? [{ text: child.data }] : piecesOf(child);
  });
}
