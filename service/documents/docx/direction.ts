import { rawName } from '../ooxml/xml.ts';
import type { Edit } from '../ooxml/spans.ts';
import { child, toggle } from '../ooxml/tree.ts';
import type { XmlNode } from '../ooxml/tree.ts';
import type { Paragraph, Run } from './model.ts';

/** What a translation does to the direction of paragraphs and runs; undefined where both languages agree. */
export type Turn = 'rtl' | 'ltr' | undefined;

const RTL_SCRIPTS: ReadonlySet<string> = new Set([
  'Arab',
  'Hebr',
  'Thaa',
  'Syrc',
  'Nkoo',
  'Adlm',
  'Rohg',
  'Mand',
  'Samr',
]);

export function turnBetween(from: string, to: string): Turn {
  const target = isRightToLeft(to);
  if (target === isRightToLeft(from)) return undefined;
  return target ? 'rtl' : 'ltr';
}

export function isRightToLeft(tag: string): boolean {
  try {
    return RTL_SCRIPTS.has(new Intl.Locale(tag).maximize().script ?? '');
  } catch {
    return false;
  }
}

/** Properties that come after `w:bidi` in a `w:pPr`, and after `w:rtl` in a `w:rPr`: schema order is fixed (§A.1). */
const AFTER_BIDI: ReadonlySet<string> = new Set(
  'adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'.split(
    ' ',
  ),
);
const AFTER_RTL: ReadonlySet<string> = new Set(
  'cs em lang eastAsianLayout specVanish oMath rPrChange'.split(' '),
);

export function turnParagraph(source: string, paragraph: Paragraph, turn: Turn): Edit[] {
  const { node, properties } = paragraph;
  const at = { tagStart: node.start, tagEnd: node.contentStart, properties };
  return turn ? turnEdit(source, at, 'pPr', 'bidi', AFTER_BIDI, turn === 'rtl') : [];
}

export function turnRun(source: string, run: Run, turn: Turn): Edit[] {
  const at = { tagStart: run.start, tagEnd: run.tagEnd, properties: run.properties };
  return turn ? turnEdit(source, at, 'rPr', 'rtl', AFTER_RTL, turn === 'rtl') : [];
}

interface Owner {
  readonly tagStart: number;
  readonly tagEnd: number;
  readonly properties: XmlNode | undefined;
}

/** Sets or takes away an on/off property of a paragraph or a run. */
function turnEdit(
  source: string,
  owner: Owner,
  properties: string,
  property: string,
  followers: ReadonlySet<string>,
  on: boolean,
): Edit[] {
  const present = child(owner.properties, `w:${property}`);
  if ((toggle(owner.properties, `w:${property}`) ?? false) === on) return [];
  if (!on) return [{ start: present!.start, end: present!.end, text: '' }];

  const ownerName = rawName(source, owner.tagStart);
  const prefix = ownerName.includes(':') ? `${ownerName.split(':')[0]!}:` : '';
  const element = `<${prefix}${property}/>`;
  if (present) return [{ start: present.start, end: present.end, text: element }];
  const around = `<${prefix}${properties}>${element}</${prefix}${properties}>`;
  if (!owner.properties) return [{ start: owner.tagEnd, end: owner.tagEnd, text: around }];
  const { start, end, contentEnd, children } = owner.properties;
  if (contentEnd === end) return [{ start, end, text: around }];
  const follower = children.find(({ name }) => !name.startsWith('w:') || followers.has(name.slice(2)));
  const at = follower?.start ?? contentEnd;
  return [{ start: at, end: at, text: element }];
}
