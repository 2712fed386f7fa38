import Papa from 'papaparse';
import { distance } from 'fastest-levenshtein';
import { newWorkbook } from '../../bilingual/workbook.ts';
import { MATCH_BANDS } from '../../contract/index.ts';
import type { Effort, EffortRow, MatchBand, SegmentOrigin } from '../../contract/index.ts';
import { isAsGiven, resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { plainText, readableText } from '../../text/codes.ts';
import { countWords } from '../../text/count-words.ts';
import { readEditedJob } from '../job-files.ts';
import { presentSegment } from './segments-page.ts';
import type { EffortTask } from '../document-port.ts';

/** UTF-16 units of a text that are compared: the rest of a longer one is data. */
const MAX_COMPARED = 20_000;
const COLUMNS = [
  'origin',
  'band',
  'segments',
  'confirmed',
  'unchanged',
  'words',
  'words_changed',
  'characters_changed',
  'active_seconds',
] as const;

type Sums = { -readonly [Member in keyof EffortRow]: EffortRow[Member] };

/** See DocumentPort.effort. In linear time but for the comparison of a draft with its edit. */
export async function jobEffort(task: EffortTask): Promise<Uint8Array> {
  const effort = await effortOf(task);
  if (task.format === 'csv') return Buffer.from(`\ufeff${Papa.unparse(rowsOf(effort))}\r\n`);
  if (task.format === 'xlsx') return workbookOf(effort);
  return Buffer.from(JSON.stringify(effort));
}

async function effortOf(task: EffortTask): Promise<Effort> {
  const { segments, journal, edits } = await readEditedJob(task);
  const drafts = resolveLines(segments, journal);
  const lines = resolveLines(segments, journal, edits?.edits);
  const active = new Map((edits?.edits ?? []).map(({ i, a = 0 }) => [i, a]));
  const rows = new Map<string, Sums & { origin: SegmentOrigin; band?: MatchBand }>();
  for (const [i, segment] of segments.entries()) {
    const [draft, line] = [drafts[i], lines[i]];
    if (segment.copy || !draft) continue;
    const origin = presentSegment(task.kind, segment, draft, i).origin ?? 'engine';
    const band = origin === 'memory' ? bandOf(draft.m ?? 100) : undefined;
    const key = `${origin} ${band ?? ''}`;
    const row = rows.get(key) ?? { origin, ...(band ? { band } : {}), ...none() };
    rows.set(key, row);
    row.segments++;
    if (line?.s === 'confirmed' && !isAsGiven(segment, line)) add(row, segment, draft, line, active.get(i));
  }
  const byOrigin = [...rows.values()].map(inSeconds);
  return { ...inSeconds(sum([...rows.values()])), by_origin: byOrigin };
}

function none(): Sums {
  return {
    segments: 0,
    confirmed: 0,
    unchanged: 0,
    words: 0,
    words_changed: 0,
    characters_changed: 0,
    active_seconds: 0,
  };
}

/** Sums milliseconds, which are rounded once. */
function add(row: Sums, { text }: SegmentLine, draft: ResolvedLine, line: ResolvedLine, activeMs = 0): void {
  const [before, after] = [draft, line].map(({ t }) => plainText(t).slice(0, MAX_COMPARED)) as [
    string,
    string,
  ];
  row.confirmed++;
  row.words += countWords(readableText(text));
  row.active_seconds += activeMs;
  if (draft.t === line.t) row.unchanged++;
  if (before === after) return;
  row.words_changed += wordDistance(before, after);
  row.characters_changed += distance(before, after);
}

/** Words that were put in, left out or replaced; in scripts without spaces each sign is one. */
function wordDistance(before: string, after: string): number {
  const known = new Map<string, string>();
  const written = (text: string): string =>
    (text.match(WORD) ?? [])
      .map((word) => {
        const sign = known.get(word) ?? String.fromCharCode(known.size + 1);
        known.set(word, sign);
        return sign;
      })
      .join('');
  return distance(written(before), written(after));
}

const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

function bandOf(match: number): MatchBand {
  const fits = (band: MatchBand): boolean => band !== 'new' && Number(band.replace('match_', '')) <= match;
  return MATCH_BANDS.findLast(fits) ?? 'new';
}

function sum(rows: readonly Sums[]): Sums {
  const all = none();
  for (const row of rows) for (const member of Object.keys(all) as (keyof Sums)[]) all[member] += row[member];
  return all;
}

function inSeconds<Row extends Sums>(row: Row): Row {
  return { ...row, active_seconds: Math.round(row.active_seconds / 1_000) };
}

/** With a heading, and the whole job last. */
function rowsOf({ by_origin: rows, ...all }: Effort): (string | number)[][] {
  const cells = (row: EffortRow & { origin: string; band?: MatchBand | undefined }) =>
    COLUMNS.map((column) => row[column] ?? '');
  return [[...COLUMNS], ...rows.map(cells), cells({ origin: 'all', ...all })];
}

async function workbookOf(effort: Effort): Promise<Uint8Array> {
  const workbook = await newWorkbook();
  workbook.creator = 'Interlinear';
  const sheet = workbook.addWorksheet('Effort', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.addRows(rowsOf(effort));
  sheet.getRow(1).font = { bold: true };
  for (const column of sheet.columns) column.width = 18;
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}
