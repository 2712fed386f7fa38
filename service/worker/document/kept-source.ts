import type { Warning } from '../../contract/index.ts';
import { encodeEditsLine } from '../../records/edits.ts';
import type { EditsRecord } from '../../records/edits.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import { asBuilt } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import type { KeptMark } from '../../records/stored-flags.ts';
import { countFlagged, countKept } from '../flag-warnings.ts';

/** Why the finished file keeps the source of segments, by their indexes. */
export type Kept = ReadonlyMap<number, KeptMark>;

export interface MarkedLines {
  readonly lines: readonly (ResolvedLine | undefined)[];
  /**
   * The lines that record the changed flags: for the journal, or for `edits.ndjson` once the job was edited.
   * Absent if no flag changes.
   */
  readonly marks?: Uint8Array;
}

/** Flags the segments whose source the file keeps, and takes that flag from all others. */
export function markKept(
  lines: readonly (ResolvedLine | undefined)[],
  edits: EditsRecord | undefined,
  kept: Kept,
): MarkedLines {
  const marked = lines.map((line, i) => line && asBuilt(line, i, kept.get(i) ?? 'written'));
  const changed = marked.flatMap((line, i) => (reasonIn(line) === reasonIn(lines[i]) ? [] : [i]));
  if (changed.length === 0) return { lines };
  return {
    lines: marked,
    marks: Buffer.from(
      edits ? editsLine(edits, changed, kept, marked) : journalLines(lines, changed, marked),
    ),
  };
}

function reasonIn(line: ResolvedLine | undefined): string | undefined {
  const flag = line?.f?.find(({ code }) => code === 'kept_source');
  return flag && (flag.reason ?? '');
}

/** Equal segments share the first one's line: if one of them changes, each gets its own. */
function journalLines(
  lines: readonly (ResolvedLine | undefined)[],
  changed: readonly number[],
  marked: readonly (ResolvedLine | undefined)[],
): string {
  const shared = new Set(changed.map((i) => lines[i]));
  return marked
    .map((line, i) => (line && shared.has(lines[i]) ? encodeJournalLine({ ...line, i }) : ''))
    .join('');
}

/** Nobody has edited: the line has the time of the last edit, so that the revision stays. */
function editsLine(
  edits: EditsRecord,
  changed: readonly number[],
  kept: Kept,
  marked: readonly (ResolvedLine | undefined)[],
): string {
  const byIndex = new Map(edits.edits.map((edit) => [edit.i, edit]));
  const { at, edited, confirmed, confirmed_words, segments } = edits;
  return encodeEditsLine({
    at,
    prev: at,
    set: changed.map((i) => ({ ...(byIndex.get(i) ?? { i }), k: kept.get(i) ?? 'written' })),
    ...{ edited, confirmed, confirmed_words, flagged: countFlagged(marked), kept: countKept(marked) },
    ...(segments === undefined ? {} : { segments }),
  });
}

const WARNINGS: Record<KeptMark, { code: Warning['code']; message: (segments: string) => string }> = {
  structure: {
    code: 'unit_untranslated',
    message: (segments) =>
      `Some translations would have broken the structure of the file, so it keeps the source of these segments: ${segments}. Change these translations.`,
  },
  too_long_for_place: {
    code: 'cell_too_long',
    message: (segments) =>
      'Some translations are longer than a cell (32,767 characters) or the header of a page (255) can hold, ' +
      `so the file keeps the source of these segments: ${segments}. Shorten them, or split them over several cells.`,
  },
  header_in_use: {
    code: 'table_header_untranslated',
    message: (segments) =>
      'Some headers of tables or pivot tables keep their source text, since formulas or filters call the column by that name, ' +
      `or the translation is the name of another column: ${segments}. Rename them in the spreadsheet program, which changes the formulas too.`,
  },
  shared_data: {
    code: 'shared_data_differs',
    message: (segments) =>
      `Word shows the same data in several places, but its translations differ, so the file has one of them in place of these segments: ${segments}. Translate them alike.`,
  },
};

/** Segments named in a warning. */
const NAMED = 3;

/** The warnings that count and name the segments whose source the file keeps. */
export function keptWarnings(kept: Kept, segments: readonly SegmentLine[]): Warning[] {
  const marks = Object.keys(WARNINGS) as KeptMark[];
  return marks.flatMap((mark) => {
    const own = [...kept].flatMap(([i, why]) => (why === mark ? [i] : [])).sort((a, b) => a - b);
    if (own.length === 0) return [];
    const named = own.slice(0, NAMED).map((i) => {
      const key = segments[i]?.key;
      return key === undefined ? String(i + 1) : `${i + 1} (${key})`;
    });
    const list = `${named.join(', ')}${own.length > NAMED ? ' …' : ''}`;
    const { code, message } = WARNINGS[mark];
    return [{ code, message: message(list), details: { segments: list }, count: own.length }];
  });
}
