import { PACKAGE_LIMITS } from '../shared/document-limits.ts';
import { hostile } from '../shared/refusals.ts';
import { CHECK_BOX_NAME, isOuter, pieceOf } from './model.ts';
import type { FieldUse, Item, Piece, Story } from './model.ts';

interface Place {
  readonly paragraph: number;
  readonly item: number;
}

/** A complex field (ECMA-376 part 1 §17.16.18) whose begin and end are both in the story. */
interface Field {
  readonly begin: Place;
  separate: Place | undefined;
  end: Place | undefined;
  instruction: string;
  /** The entry that a drop-down list shows. */
  readonly choice: string | undefined;
  /** Whether it shows no words, like a form's empty blanks: neither translated nor filled. */
  isBlank: boolean;
}

/** A stretch of a paragraph's items, inclusive, that becomes one standalone code. */
interface Stretch {
  from: number;
  to: number;
  /** The text that readers see. */
  shown: string;
  readonly isCheckBox: boolean;
}

/**
 * Replaces the field characters of a story's paragraphs for the translator: the result of a HYPERLINK or
 * FORMTEXT is text in a pair; any other field is one standalone code from begin to end, even across
 * paragraphs. Unpaired characters of damaged files become separate codes and hide nothing.
 */
export function resolveFields(story: Story): FieldUse {
  const fields = pairFields(story);
  const uses = fields.map((field) =>
    fieldUse(field.instruction, () => field.choice ?? resultText(field, story)),
  );
  const paragraphs = story.map(({ items }) => fieldParagraph(items));
  for (const field of fields) {
    if (/^\s*SEQ\b/i.test(field.instruction)) story[field.begin.paragraph]!.numbered = true;
    if (isWritten(field)) addPair(field, paragraphs);
    else addStretches(field, paragraphs);
  }
  for (const [index, { items, stretches, pairs }] of paragraphs.entries()) {
    const hasFields = items.some(({ kind }) => kind === 'field' || kind === 'instruction');
    if (hasFields || stretches.length > 0) story[index]!.items = replaceItems(items, stretches, pairs);
  }
  return joinedUse(uses);
}

/** A paragraph's items and its fields. */
interface FieldParagraph {
  readonly items: readonly Item[];
  /** Fields that become pairs. */
  readonly pairs: Field[];
  /** The stretches that become a standalone code each. */
  readonly stretches: Stretch[];
  readonly nesting: () => Nesting;
}

function fieldParagraph(items: readonly Item[]): FieldParagraph {
  let nesting: Nesting | undefined;
  return { items, pairs: [], stretches: [], nesting: () => (nesting ??= nestingOf(items)) };
}

/** `REF` may be omitted before a bookmark's name (§17.16.5.51); other fields' names are not bookmarks. */
const QUOTED = /^\s*(?:REF\s+)?"?([^\s"\\]+)/i;

/** Fields whose code contains the shown text: Word would restore it over a translation. */
const PROSE = /^\s*(?:IF|QUOTE|FILLIN|FORMDROPDOWN)\b/i;
/** The prompt of a clickable field, found only in its code. */
const PROMPT = /^\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s+([^]*)/i;
const CHECK_BOX = /^\s*FORMCHECKBOX\b/i;

/** The document's words that a field with this instruction shows; results are not translated. */
export function fieldUse(instruction: string, result: () => string): FieldUse {
  const name = QUOTED.exec(instruction)?.[1];
  const prompt = PROMPT.exec(instruction)?.[1] ?? '';
  const leftOut = (PROSE.test(instruction) ? result() : prompt).trim();
  return {
    leftOut: /\p{L}{2}/u.test(leftOut) ? [leftOut] : [],
    hasContents: /^\s*TOC\b/i.test(instruction),
    quoted: name !== undefined && /\p{L}/u.test(result()) ? [name.toUpperCase()] : [],
  };
}

export function joinedUse(uses: readonly FieldUse[]): FieldUse {
  return {
    hasContents: uses.some((use) => use.hasContents),
    quoted: uses.flatMap((use) => use.quoted),
    leftOut: uses.flatMap((use) => use.leftOut),
  };
}

function resultText({ separate, end }: Field, story: Story): string {
  if (!separate || !end) return '';
  return story
    .slice(separate.paragraph, end.paragraph + 1)
    .flatMap(({ items }, at, all) =>
      items.slice(at === 0 ? separate.item : 0, at === all.length - 1 ? end.item : undefined),
    )
    .map((item) => (item.kind === 'text' ? item.text : ''))
    .join('');
}

function pairFields(story: Story): Field[] {
  const open: Field[] = [];
  const fields: Field[] = [];
  story.forEach((paragraph, p) => {
    paragraph.items.forEach((item, i) => {
      const top = open.at(-1);
      if (item.kind === 'instruction' && top && !top.separate) top.instruction += item.text;
      if (item.kind !== 'field') return;
      const place = { paragraph: p, item: i };
      if (item.type === 'begin') {
        if (open.length === PACKAGE_LIMITS.xmlDepth) throw hostile('its fields are nested absurdly deep');
        const field: Field = {
          begin: place,
          separate: undefined,
          end: undefined,
          instruction: '',
          choice: item.choice,
          isBlank: false,
        };
        open.push(field);
        fields.push(field);
      } else if (top && item.type === 'separate') {
        top.separate ??= place;
      } else if (top) {
        top.end = place;
        top.isBlank = /^\s*FORMTEXT\b/i.test(top.instruction) && resultText(top, story).trim() === '';
        open.pop();
      }
    });
  });
  return outsideOpaque(fields.filter(({ end }) => end !== undefined));
}

function isWritten(field: Field): boolean {
  return field.separate !== undefined && !field.isBlank && showsWrittenText(field.instruction);
}

/** Whether a person wrote the text that a field shows: a link's words, or the answer in a form. */
export function showsWrittenText(instruction: string): boolean {
  return /^\s*(?:HYPERLINK|FORMTEXT)\b/i.test(instruction);
}

function textOf(items: readonly Item[], from: number, to: number): string {
  return items
    .slice(from, to + 1)
    .map((item) => (item.kind === 'text' ? item.text : ''))
    .join('');
}

/** Fields outside other fields' codes and untranslated results. `fields`: ordered by their begins. */
function outsideOpaque(fields: readonly Field[]): Field[] {
  let opaqueUpTo: Place | undefined;
  return fields.filter((field) => {
    if (opaqueUpTo && isBefore(field.begin, opaqueUpTo)) return false;
    opaqueUpTo = isWritten(field) ? field.separate : field.end;
    return true;
  });
}

function isBefore(a: Place, b: Place): boolean {
  return a.paragraph < b.paragraph || (a.paragraph === b.paragraph && a.item < b.item);
}

/** A field in one piece becomes a pair; one across paragraphs or wrappers becomes two codes. */
function addPair(field: Field, paragraphs: readonly FieldParagraph[]): void {
  const { begin, separate, end } = field;
  const paragraph = paragraphs[begin.paragraph]!;
  const { containers } = paragraph.nesting();
  const whole =
    begin.paragraph === end!.paragraph &&
    containers[begin.item] === containers[separate!.item] &&
    containers[separate!.item] === containers[end!.item];
  if (whole) {
    paragraph.pairs.push(field);
  } else {
    addStretch(begin, separate!, paragraphs);
    addStretch(end!, end!, paragraphs);
  }
}

function addStretches(field: Field, paragraphs: readonly FieldParagraph[]): void {
  const { begin, end, separate, instruction } = field;
  addStretch(begin, end!, paragraphs, separate, CHECK_BOX.test(instruction));
}

/** `separate`: where the field's result begins. */
function addStretch(
  from: Place,
  to: Place,
  paragraphs: readonly FieldParagraph[],
  separate?: Place,
  isCheckBox = false,
): void {
  for (let p = from.paragraph; p <= to.paragraph; p++) {
    const { items, nesting, stretches } = paragraphs[p]!;
    if (items.length === 0) continue;
    const start = p === from.paragraph ? from.item : 0;
    const end = p === to.paragraph ? to.item : items.length - 1;
    const isShown = separate !== undefined && p >= separate.paragraph;
    const shown = isShown ? textOf(items, p === separate.paragraph ? separate.item : 0, end) : '';
    stretches.push({ ...balanced(nesting(), start, end), shown, isCheckBox });
  }
}

/** Positions of wrappers among a paragraph's items. */
interface Nesting {
  /** By item: the index of its wrapper's opening item, -1 without one. */
  readonly containers: Int32Array;
  /** Index of the closing item of a wrapper, by the index of the opening one. */
  readonly closes: ReadonlyMap<number, number>;
}

function nestingOf(items: readonly Item[]): Nesting {
  const containers = new Int32Array(items.length);
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind }] of items.entries()) {
    const closed = kind === 'close' ? open.pop() : undefined;
    if (closed !== undefined) closes.set(closed, at);
    containers[at] = open.at(-1) ?? -1;
    if (kind === 'open') open.push(at);
  }
  return { containers, closes };
}

/** The stretch, extended until each wrapper is wholly inside or outside. */
function balanced({ containers, closes }: Nesting, from: number, to: number): { from: number; to: number } {
  let [start, end] = [from, to];
  // A wrapper opens after the one around it: of two, the later never surrounds the other.
  while (containers[start] !== containers[end]) {
    if (containers[start]! > containers[end]!) start = containers[start]!;
    else end = closes.get(containers[end]!)!;
  }
  return { from: start, to: end };
}

function replaceItems(items: readonly Item[], stretches: Stretch[], pairs: readonly Field[]): Item[] {
  const merged = merge(stretches);
  const opens = new Map(pairs.map((field) => [field.begin.item, field.separate!.item]));
  const closes = new Set(pairs.map((field) => field.end!.item));
  const replaced: Item[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const stretch = merged.get(i);
    const separate = opens.get(i);
    if (stretch !== undefined) {
      const { to, shown, isCheckBox } = stretch;
      const names = isCheckBox ? [CHECK_BOX_NAME] : shown === '' ? undefined : [{ shown }];
      replaced.push({ kind: 'standalone', piece: span(items, i, to, names) });
      i = to;
    } else if (separate !== undefined) {
      replaced.push({ kind: 'open', piece: span(items, i, separate) });
      i = separate;
    } else if (closes.has(i)) {
      replaced.push({ kind: 'close', piece: item.piece });
    } else {
      replaced.push(
        item.kind === 'field' || item.kind === 'instruction'
          ? { kind: 'standalone', piece: item.piece }
          : item,
      );
    }
  }
  return replaced;
}

/** Merges overlapping stretches, by their starts. */
function merge(stretches: Stretch[]): Map<number, Stretch> {
  const merged = new Map<number, Stretch>();
  let last: Stretch | undefined;
  for (const stretch of stretches.sort((a, b) => a.from - b.from)) {
    if (last && stretch.from <= last.to) {
      last.to = Math.max(last.to, stretch.to);
      last.shown += stretch.shown;
    } else {
      last = { ...stretch };
      merged.set(last.from, last);
    }
  }
  return merged;
}

function span(items: readonly Item[], from: number, to: number, names?: Piece['names']): Piece {
  const first = items[from]!.piece;
  const last = items[to]!.piece;
  const nesting = items.slice(from, to + 1).some(({ piece }) => isOuter(piece)) ? 'outer' : undefined;
  return pieceOf(first.start, last.end, first.startRun, last.endRun, { names, nesting });
}
