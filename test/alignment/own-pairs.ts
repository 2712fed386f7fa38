import type { AlignedDocument } from '../../service/alignment/align-documents.ts';

/** A sentence and its translation, as a document of structure has them. */
export interface Row {
  readonly source: string;
  readonly target: string;
  /** The number of its paragraph; without it, it is one by itself. */
  readonly paragraph?: number;
  readonly kind?: AlignedDocument['kinds'][number];
}

/** Two texts of known pairs, the second changed as translators change it: by a program with a seed. */
export interface OwnPairs {
  readonly source: AlignedDocument;
  readonly target: AlignedDocument;
  /** `3:4+5`: places of each pair with both sides. */
  readonly truth: ReadonlySet<string>;
}

interface Link {
  readonly s: number[];
  readonly t: number[];
}

interface Side {
  readonly texts: string[];
  readonly paragraphs: number[];
  readonly kinds: AlignedDocument['kinds'][number][];
}

const SHARES = { missing: 0.04, added: 0.06, splitTarget: 0.1, splitSource: 0.14, merged: 0.19, moved: 0.21 };
/** Paragraphs that are moved elsewhere, and how far: in sentences. */
const MOVED = { share: 0.02, by: 12 };

/** Merges, splits, moves, drops and adds sentences; moves paragraphs. */
export function changedPairs(rows: readonly Row[], seed: number): OwnPairs {
  const random = randomFrom(seed);
  const [source, target] = [emptySide(), emptySide()];
  const links: Link[] = [];
  let moved: { rows: { row: Row; at: number; link: Link }[]; until: number } | undefined;
  const put = (side: Side, texts: readonly string[], row: Row, at: number): number[] =>
    texts.map((text) => {
      side.paragraphs.push(row.paragraph ?? at);
      side.kinds.push(row.kind);
      return side.texts.push(text) - 1;
    });
  const add = (link: Link, row: Row, at: number, [one, other]: readonly (readonly string[])[]): void => {
    link.s.push(...put(source, one!, row, at));
    link.t.push(...put(target, other!, row, at));
  };
  let isMoving = false;
  let paragraph: number | undefined;
  for (const [at, row] of rows.entries()) {
    const { source: from, target: to } = row;
    const isNew = row.paragraph === undefined || row.paragraph !== paragraph;
    paragraph = row.paragraph;
    if (isNew) isMoving = !moved && paragraph !== undefined && !row.kind && random() < MOVED.share;
    if (isMoving) moved ??= { rows: [], until: target.texts.length + MOVED.by };
    const dice = random();
    const last = links.at(-1);
    const link: Link = { s: [], t: [] };
    const isMerged = dice >= SHARES.splitSource && dice < SHARES.merged && !row.kind && !isMoving;
    const isBeside = row.paragraph === undefined || source.paragraphs.at(-1) === row.paragraph;
    const isWhole = last?.t.length === 1 && last.s.length > 0 && last.t[0] === target.texts.length - 1;
    if (isMerged && isBeside && isWhole && source.kinds.at(-1) === undefined) {
      last.s.push(...put(source, [from], row, at));
      target.texts[target.texts.length - 1] = `${target.texts.at(-1)} ${to}`;
      continue;
    }
    links.push(link);
    if (isMoving) {
      add(link, row, at, [[from], []]);
      moved!.rows.push({ row, at, link });
    } else if (dice < SHARES.missing) add(link, row, at, [[from], []]);
    else if (dice < SHARES.added) add(link, row, at, [[], [to]]);
    else if (dice < SHARES.splitTarget && !row.kind) add(link, row, at, [[from], cut(to)]);
    else if (dice < SHARES.splitSource && !row.kind) add(link, row, at, [cut(from), [to]]);
    else if (dice >= SHARES.merged && dice < SHARES.moved && !moved) {
      add(link, row, at, [[from], []]);
      moved = { rows: [{ row, at, link }], until: target.texts.length + 2 };
    } else add(link, row, at, [[from], [to]]);
    const next = rows[at + 1]?.paragraph;
    const isEnd = next === undefined || next !== row.paragraph;
    if (moved && isEnd && target.texts.length >= moved.until) {
      for (const one of moved.rows) one.link.t.push(...put(target, [one.row.target], one.row, one.at));
      moved = undefined;
    }
  }
  const whole = links.filter(({ s, t }) => s.length > 0 && t.length > 0);
  return {
    source: documentOf(source),
    target: documentOf(target),
    truth: new Set(whole.map(({ s, t }) => `${s.join('+')}:${t.join('+')}`)),
  };
}

/**
 * Rows of a manual with the structure that its sentences show: short ones without an end are headings, the others are in
 * paragraphs of one to four.
 */
export function structured(pairs: readonly (readonly [string, string])[], seed: number): Row[] {
  const random = randomFrom(seed);
  let paragraph = 0;
  let left = 0;
  return pairs.map(([source, target]) => {
    const isHeading = source.length < 60 && !/[.:;?!)]$/.test(source);
    if (isHeading || left === 0) {
      paragraph++;
      left = isHeading ? 0 : 1 + Math.floor(random() * 4);
    }
    if (!isHeading) left--;
    return { source, target, paragraph, ...(isHeading ? { kind: 'h2' as const } : {}) };
  });
}

function emptySide(): Side {
  return { texts: [], paragraphs: [], kinds: [] };
}

function documentOf({ texts, paragraphs, kinds }: Side): AlignedDocument {
  return { texts, paragraphs, kinds, keys: texts.map(() => undefined) };
}

/** At a comma in the middle, where there is one. */
function cut(text: string): string[] {
  const places = [...text.matchAll(/[,;:] /g)].map(({ index }) => index + 2);
  const middle = places.filter((at) => at > 25 && at < text.length - 25);
  const at = middle[Math.floor(middle.length / 2)];
  return at === undefined ? [text] : [text.slice(0, at).trim(), text.slice(at)];
}

/** Numerical Recipes' generator: the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}
