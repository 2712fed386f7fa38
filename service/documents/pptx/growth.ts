import { plainText } from '../../text/codes.ts';
import type { PartEdit } from '../packages/package-format.ts';
import { attributeEdits } from '../ooxml/drawing/write-paragraph.ts';
import { child } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import type { Deck } from './deck.ts';
import type { DeckText } from './read-deck.ts';
import { inheritedAutofit } from './text-styles.ts';

/** Text that grew less than this still fits. */
const SHRINKS_FROM = 1.1;
/** A box that does not shrink its text may have been half empty. */
const OVERFLOWS_FROM = 1.3;
/** In 1/1,000 percent, as PowerPoint writes them. It goes in steps, and never below the least. */
const FULL = 100_000;
const STEP = 2_500;
const LEAST_SCALE = 50_000;
const MAX_REDUCTION = 20_000;

export interface Growth {
  readonly edits: readonly PartEdit[];
  /** Shapes whose text may not fit any more. */
  readonly overflowing: number;
}

/**
 * PowerPoint shrinks text to its box (`a:normAutofit`, ECMA-376 part 1 §21.1.2.1.3) when someone edits it, not when it opens a file, so a
 * translation is shrunk here: by the root of its growth, since a smaller font gives both longer lines and more of them.
 */
export function fitText(
  deck: Deck,
  texts: readonly DeckText[],
  targets: ReadonlyMap<DeckText, string>,
): Growth {
  const bodies = new Map<XmlNode, DeckText[]>();
  for (const text of texts) {
    const { item, needs } = text;
    if (!item?.body || item.table || needs.includes('notes')) continue;
    const same = bodies.get(item.body);
    if (same) same.push(text);
    else bodies.set(item.body, [text]);
  }
  const edits: PartEdit[] = [];
  let overflowing = 0;
  for (const [body, own] of bodies) {
    if (!own.some((text) => targets.has(text))) continue;
    const before = own.reduce((sum, { span }) => sum + widthOf(span.segment.text), 0);
    const after = own.reduce((sum, text) => sum + widthOf(targets.get(text) ?? text.span.segment.text), 0);
    const growth = after / before;
    const { part, slide, item } = own[0]!;
    const autofit = child(child(body, 'a:bodyPr'), 'a:normAutofit');
    if (autofit && growth > SHRINKS_FROM) {
      const shrunk = shrink(deck.text(part), autofit, growth);
      edits.push(...shrunk.map((edit) => ({ ...edit, part })));
    } else if (growth > OVERFLOWS_FROM && inheritedAutofit(deck, slide ?? {}, item!) !== 'a:spAutoFit') {
      overflowing++;
    }
  }
  return { edits, overflowing };
}

function shrink(source: string, autofit: XmlNode, growth: number) {
  const { fontScale, lnSpcReduction } = autofit.attributes;
  const scale = percent(fontScale, FULL);
  const wanted = Math.floor(scale / Math.sqrt(growth) / STEP) * STEP;
  const next = Math.min(scale, Math.max(LEAST_SCALE, wanted));
  if (next === scale) return [];
  const reduction = Math.max(
    percent(lnSpcReduction, 0),
    next < FULL - 3 * STEP ? MAX_REDUCTION : MAX_REDUCTION / 2,
  );
  return attributeEdits(source, autofit, { fontScale: String(next), lnSpcReduction: String(reduction) });
}

/** `92500`, or `92.5%` in strict documents. */
function percent(written: string | undefined, otherwise: number): number {
  const [, number, sign] = /^\s*(\d+(?:\.\d+)?)(%?)\s*$/.exec(written ?? '') ?? [];
  if (number === undefined) return otherwise;
  return sign === '%' ? Number(number) * 1_000 : Number(number);
}

const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60]/gu;

/** Of coded text, in characters of the Latin script. */
function widthOf(coded: string): number {
  const text = plainText(coded);
  return text.length + (text.match(WIDE)?.length ?? 0);
}
