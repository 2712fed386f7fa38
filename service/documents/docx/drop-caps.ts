import { plainText } from '../../text/codes.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { child } from '../xml/tree.ts';
import type { Paragraph, Piece } from './model.ts';

/** A framed paragraph with the big first letter of the next paragraph (`w:dropCap`, §17.3.1.11). */
export interface DropCap {
  readonly paragraph: Paragraph;
  readonly coded: CodedInlines<Piece>;
}

/** A letter, with a quotation mark before it or an apostrophe after it. */
const CAP = /^["“«„'‘¿¡]?\p{L}\p{M}*['’]?$/u;

/** Drop caps by the paragraphs that continue their word. */
export function dropCapsOf(codedOf: ReadonlyMap<Paragraph, CodedInlines<Piece>>): Map<Paragraph, DropCap> {
  const caps = new Map<Paragraph, DropCap>();
  let cap: DropCap | undefined;
  for (const [paragraph, coded] of codedOf) {
    if (cap && isContinued(cap, paragraph, coded)) caps.set(paragraph, cap);
    const frame = child(paragraph.properties, 'w:framePr')?.attributes['w:dropCap'];
    const isCap = (frame === 'drop' || frame === 'margin') && !paragraph.mirror && !paragraph.binding;
    cap =
      isCap && coded.tokens.length === 0 && CAP.test(plainText(coded.text))
        ? { paragraph, coded }
        : undefined;
  }
  return caps;
}

/** Not across stories or tables. A space may follow a letter that is a word, `A`. */
function isContinued(
  { paragraph: cap, coded: letter }: DropCap,
  paragraph: Paragraph,
  coded: CodedInlines<Piece>,
): boolean {
  const isBehind = paragraph.node.start >= cap.node.end && paragraph.tables.length === cap.tables.length;
  const isPlain = !paragraph.mirror && !paragraph.binding && !paragraph.isAttribute;
  return (
    isBehind &&
    isPlain &&
    coded.lead.every(({ kind }) => kind === 'marker') &&
    (/\p{L}$/u.test(plainText(letter.text)) ? /^\s?\p{L}|^['’]/u : /^\p{L}|^['’]/u).test(
      plainText(coded.text),
    )
  );
}
