import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { createHistory } from '../lib/history.ts';
import type { When } from '../lib/keeper.ts';
import { keptText, onDesk } from '../lib/kept-text.ts';
import { replaceIn } from '../lib/replace.ts';
import type { Replacement } from '../lib/replace.ts';
import { charsOf, edited, emptyRow, isPlaced, isRow, placed, stalenessOf } from '../lib/batch-row.ts';
import type { BatchRow, Cells, Translated } from '../lib/batch-row.ts';
import { useJobOptions } from './job-options.ts';

/** Limit of the grid: a hundred jobs at the service's maximum size. */
export const MAX_ROWS = 10_000;

/**
 * The rows of the batch grid: immutable, so that each step can be undone, and kept when the window closes.
 */
export const useBatchRows = defineStore('batch-rows', () => {
  const options = useJobOptions();
  const kept = keptText('batch-rows');
  const rows = shallowRef<readonly BatchRow[]>([]);
  let heldTexts = 0;
  const history = createHistory<readonly BatchRow[]>();
  let nextKey = 0;
  /** Rows of two clients may have the same keys. */
  let readings = 0;

  const filled = computed(() => rows.value.filter((row) => row.source.trim() !== ''));
  const chars = computed(() => filled.value.reduce((sum, row) => sum + charsOf(row), 0));
  const isEmpty = computed(() => rows.value.every((row) => !row.id && !row.source && !row.target));
  /** Rows without a target, or with one of an older source or in another language. */
  const pending = computed(() =>
    filled.value.filter((row) => row.target === '' || stalenessOf(row, options.choices.to) !== undefined),
  );

  /** The positions of the rows at the last search: rows keep them while only their texts change. */
  let places = new Map<number, number>();
  let placesOf: readonly BatchRow[] | undefined;

  function placeOf(key: number): number | undefined {
    const known = places.get(key);
    if (known !== undefined && rows.value[known]?.key === key) return known;
    if (placesOf !== rows.value) {
      placesOf = rows.value;
      places = new Map(rows.value.map((row, index) => [row.key, index]));
    }
    return places.get(key);
  }

  function rowOf(key: number): BatchRow | undefined {
    const place = placeOf(key);
    return place === undefined ? undefined : rows.value[place];
  }

  /** Keeps the rows for the next window. */
  function keep(when: When): void {
    kept.write(() => JSON.stringify(rows.value), when);
  }

  function newRow(cells: Cells = {}): BatchRow {
    nextKey += 1;
    return withCells(emptyRow(nextKey), cells);
  }

  const withCells = (row: BatchRow, cells: Cells): BatchRow => edited(row, cells, options.choices.to);

  /** Makes a change that can be undone. */
  function change(next: readonly BatchRow[], merge?: string, mergeMs?: number): void {
    history.record(rows.value, merge, mergeMs);
    rows.value = next;
    keep('soon');
  }

  function edit(key: number, cells: Cells, merge = `${key} ${Object.keys(cells).join()}`): void {
    const place = placeOf(key);
    if (place === undefined) return;
    change(rows.value.with(place, withCells(rows.value[place]!, cells)), merge);
  }

  /** Appends an empty row if there is room. Returns whether there was. */
  function add(): boolean {
    if (rows.value.length >= MAX_ROWS) return false;
    change([...rows.value, newRow()]);
    return true;
  }

  function remove(key: number): void {
    const left = rows.value.filter((row) => row.key !== key);
    change(left.length > 0 ? left : [newRow()]);
  }

  /** Replaces a text in all sources, or in all targets, as one step. Returns the number of matches. */
  function replaceAll(wanted: Replacement, column: 'source' | 'target', isTrial = false): number {
    let total = 0;
    const next = rows.value.map((row) => {
      const { text, count } = replaceIn(row[column], wanted, false);
      total += count;
      return count > 0 && !isTrial ? withCells(row, { [column]: text }) : row;
    });
    if (total > 0 && !isTrial) change(next);
    return total;
  }

  /** Rows by source, built once for all lookups. */
  const bySource = computed(() => {
    const groups = new Map<string, BatchRow[]>();
    for (const row of filled.value) {
      const group = groups.get(row.source);
      if (group) group.push(row);
      else groups.set(row.source, [row]);
    }
    return groups;
  });

  /**
   * The rows that a correction of this one would be copied to: those of the same source with another target,
   * unless that target was typed by hand too.
   */
  function repetitionsOf(row: BatchRow): readonly BatchRow[] {
    if (!row.byHand || stalenessOf(row, options.choices.to) !== undefined) return [];
    const equal = bySource.value.get(row.source) ?? [];
    return equal.filter((one) => one.key !== row.key && !one.byHand && one.target !== row.target);
  }

  /** Copies the target of a row to its repetitions, as one step. Returns their number. */
  function repeat(key: number): number {
    const row = rowOf(key);
    const others = row ? repetitionsOf(row) : [];
    if (!row || others.length === 0) return 0;
    const changed = new Set(others.map((one) => one.key));
    const { target, translatedFrom, language } = row;
    const next = { target, translatedFrom, language };
    change(rows.value.map((one) => (changed.has(one.key) ? { ...one, ...next } : one)));
    return others.length;
  }

  /** Moves a row. */
  function move(key: number, to: number): void {
    const row = rows.value.find((one) => one.key === key);
    if (!row) return;
    const others = rows.value.filter((one) => one !== row);
    change([...others.slice(0, to), row, ...others.slice(to)], `move ${key}`);
  }

  function clear(): void {
    change([newRow()]);
  }

  /** Replaces all rows with segments and their translations. */
  function show(segments: readonly (Translated & { id: string })[], to: string): void {
    change(segments.map(({ id, ...translated }) => ({ ...placed(newRow(), translated, to), id })));
  }

  /** Fills rows from `start` on, with new rows below as far as there is room. Returns the number left out. */
  function fill(start: number, cells: readonly Cells[]): number {
    return fillInto(rows.value, start, cells);
  }

  function fillInto(
    before: readonly BatchRow[],
    start: number,
    cells: readonly Cells[],
    merge?: string,
  ): number {
    const taken = cells.slice(0, Math.max(0, MAX_ROWS - start));
    const next = [...before];
    taken.forEach((cell, offset) => {
      const row = next[start + offset];
      next[start + offset] = row ? withCells(row, cell) : newRow(cell);
    });
    change(next, merge, Infinity);
    return cells.length - taken.length;
  }

  /**
   * Puts a text that is being read into a row's cells; undefined if there is no such row. `fill` then puts its
   * rows there, as the same step unless others came between, and returns the number left out.
   */
  function hold(key: number, cells: Cells): { fill: (read: readonly Cells[]) => number } | undefined {
    const before = rowOf(key);
    if (!before) return undefined;
    // A separate step from earlier typing; the rows join it, however long reading takes.
    const merge = `held ${++heldTexts}`;
    edit(key, cells, merge);
    const held = rowOf(key);
    const heldIn = readings;
    return {
      fill(read) {
        const place = placeOf(key);
        // Removed meanwhile, or of another client.
        if (place === undefined || heldIn !== readings) return 0;
        const isHeld = rows.value[place] === held;
        return fillInto(isHeld ? rows.value.with(place, before) : rows.value, place, read, merge);
      },
    };
  }

  /**
   * Puts translations in their rows, all of one run as one step. Their jobs have them too, so they are kept
   * only now and then, and at the run's end.
   */
  function place(targets: ReadonlyMap<number, Translated>, to: string, run: string): void {
    const next = [...rows.value];
    let isChanged = false;
    for (const [key, translated] of targets) {
      const place = placeOf(key);
      const row = place === undefined ? undefined : next[place];
      if (!row || isPlaced(row, translated, to)) continue;
      // Flags follow once a job has ended, and its rows may have been corrected by then.
      next[place!] = { ...placed(row, translated, to), source: row.source };
      isChanged = true;
    }
    if (!isChanged) return;
    if (placedBy !== run) history.record(rows.value);
    placedBy = run;
    rows.value = next;
    keep('seldom');
  }
  let placedBy: string | undefined;

  function undo(): boolean {
    return restore(history.undo(rows.value));
  }
  function redo(): boolean {
    return restore(history.redo(rows.value));
  }
  function restore(state: readonly BatchRow[] | undefined): boolean {
    if (!state) return false;
    rows.value = state;
    keep('soon');
    return true;
  }

  /** The rows of the chosen client: steps of another one cannot be undone. */
  function read(): void {
    history.clear();
    placedBy = undefined;
    readings += 1;
    rows.value = kept.items(isRow);
    nextKey = rows.value.reduce((most, row) => Math.max(most, row.key), 0);
    if (rows.value.length === 0) rows.value = [newRow()];
  }
  read();
  onDesk({ enter: read });

  return {
    rows,
    filled,
    chars,
    isEmpty,
    pending,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    rowOf,
    keep,
    edit,
    add,
    remove,
    move,
    replaceAll,
    repetitionsOf,
    repeat,
    clear,
    show,
    fill,
    hold,
    place,
    undo,
    redo,
  };
});
