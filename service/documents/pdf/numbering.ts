import type { Block, Paragraph } from './blocks.ts';
import { escapeXml } from '../xml/scan.ts';

/** The list that an item belongs to in the DOCX. */
export interface ItemNumber {
  readonly id: number;
  readonly level: number;
}

export interface Numbering {
  /** Items without one keep their label as text. */
  readonly numbers: ReadonlyMap<Paragraph, ItemNumber>;
  /** Empty without lists. */
  readonly xml: string;
}

type Counter = 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

interface ReadLabel {
  readonly counter: Counter | 'bullet';
  readonly value: number;
  /** The level's text, with `%` where the number stands. */
  readonly shape: string;
}

interface OpenList {
  readonly id: number;
  readonly label: ReadLabel;
  value: number;
}

const LEVELS = 9;

/** Lists of the items: one goes on where the counted number equals the printed one, else another begins there. */
export function numberingOf(blocks: readonly Block[]): Numbering {
  const numbers = new Map<Paragraph, ItemNumber>();
  const lists: { shape: string; counter: ReadLabel['counter']; starts: Map<number, number> }[] = [];
  const shared = new Map<string, number>();
  const open = new Map<number, OpenList>();
  for (const block of blocks.flatMap(itemsIn)) {
    const level = Math.min(LEVELS - 1, block.level);
    const before = open.get(level);
    const label = readLabel(block.label ?? '', before?.label.counter);
    if (!label) continue;
    if (label.counter === 'bullet') {
      const key = `${level} ${label.shape}`;
      if (!shared.has(key)) {
        lists.push({ shape: label.shape, counter: 'bullet', starts: new Map() });
        shared.set(key, lists.length);
      }
      numbers.set(block, { id: shared.get(key)!, level });
      continue;
    }
    const goesOn =
      before &&
      before.label.shape === label.shape &&
      before.label.counter === label.counter &&
      label.value === before.value + 1;
    if (goesOn) before.value++;
    else {
      lists.push({ shape: label.shape, counter: label.counter, starts: new Map([[level, label.value]]) });
      open.set(level, { id: lists.length, label, value: label.value });
    }
    for (const deeper of [...open.keys()]) if (deeper > level) open.delete(deeper);
    numbers.set(block, { id: open.get(level)!.id, level });
  }
  return { numbers, xml: lists.length === 0 ? '' : xmlOf(lists) };
}

function itemsIn(block: Block): Paragraph[] {
  if (block.kind === 'paragraph') return block.role === 'item' && block.label ? [block] : [];
  return block.kind === 'table' ? block.rows.flat().flatMap((cell) => cell.blocks.flatMap(itemsIn)) : [];
}

function readLabel(label: string, before: ReadLabel['counter'] | undefined): ReadLabel | undefined {
  const match = /^(\(?)([\p{L}\p{N}]+)([.)]?)$/u.exec(label);
  if (!match || (label.length === 1 && !/[\p{N}]/u.test(label))) {
    return /^.$/u.test(label) ? { counter: 'bullet', value: 0, shape: label } : undefined;
  }
  const [, open = '', text = '', close = ''] = match;
  const shape = `${open}%${close}`;
  if (/^\d{1,5}$/.test(text) && !/^0./.test(text)) return { counter: 'decimal', value: Number(text), shape };
  const isLower = text === text.toLowerCase();
  const roman = romanValue(text.toUpperCase());
  // "i" is a letter only behind "h".
  const isLetter =
    /^[a-z]$/i.test(text) &&
    (roman === undefined ||
      (before ?? '').endsWith('Letter') ||
      (roman !== 1 && !(before ?? '').endsWith('Roman')));
  if (isLetter)
    return {
      counter: isLower ? 'lowerLetter' : 'upperLetter',
      value: text.toLowerCase().charCodeAt(0) - 96,
      shape,
    };
  return roman === undefined
    ? undefined
    : { counter: isLower ? 'lowerRoman' : 'upperRoman', value: roman, shape };
}

function romanValue(text: string): number | undefined {
  if (!/^(?=.)(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text)) return undefined;
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
  return text.split('').reduce((sum, char, i) => {
    const [own = 0, next = 0] = [values[char], values[text[i + 1] ?? '']];
    return sum + (own < next ? -own : own);
  }, 0);
}

function xmlOf(
  lists: readonly { shape: string; counter: ReadLabel['counter']; starts: ReadonlyMap<number, number> }[],
): string {
  const abstract = lists.map(({ shape, counter }, i) => {
    const levels = Array.from({ length: LEVELS }, (_, level) => {
      const text = escapeXml(counter === 'bullet' ? shape : shape.replace('%', `%${level + 1}`));
      return `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${counter}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${360 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;
    });
    return `<w:abstractNum w:abstractNumId="${i + 1}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join('')}</w:abstractNum>`;
  });
  const numbers = lists.map(({ starts }, i) => {
    const overrides = [...starts].map(
      ([level, start]) =>
        `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride>`,
    );
    return `<w:num w:numId="${i + 1}"><w:abstractNumId w:val="${i + 1}"/>${overrides.join('')}</w:num>`;
  });
  return abstract.join('') + numbers.join('');
}
