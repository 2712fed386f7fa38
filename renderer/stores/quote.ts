import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';
import type { Job, WordBands } from '../../service/contract/index.ts';
import { countedDocument } from '../api/examine.ts';
import { download, fetchFile, requestFor } from '../api/files.ts';
import { words } from '../i18n/words.ts';
import { guarded, toCsv } from '../lib/csv.ts';
import { acrossDocuments } from '../lib/quote-bands.ts';
import type { CountedDocument } from '../lib/quote-bands.ts';
import { overSegments } from '../store-parts/raisable-limit.ts';
import type { JobRequest } from '../api/jobs.ts';
import type { Pair } from '../lib/pairs.ts';
import type { RaisableLimit } from '../store-parts/upload-entry.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useRights } from './rights.ts';
import { useServiceSettings } from './service-settings.ts';

/** The columns of a quote, in their order. */
export const QUOTE_BANDS = [
  'new',
  'match_50',
  'match_75',
  'match_85',
  'match_95',
  'match_100',
  'repetitions',
  'copied',
] as const satisfies readonly (keyof WordBands)[];
type QuoteBand = (typeof QUOTE_BANDS)[number];

export interface QuoteRow {
  readonly name: string;
  state: 'counting' | 'done' | 'failed';
  bands?: WordBands | undefined;
  /** Its word count without the other files. */
  counted?: CountedDocument | undefined;
  /** Why it could not be counted. */
  problem?: string | undefined;
  /** The limit it exceeds, and the value that would admit it. */
  limit?: RaisableLimit | undefined;
}

interface QuoteSource {
  readonly name: string;
  readonly file: () => Promise<File>;
  readonly request: JobRequest;
}

/** Words of one or many documents, as in a quote. Nothing is translated or stored. */
export const useQuote = defineStore('quote', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const rights = useRights();
  const settings = useServiceSettings();
  const rows = shallowRef<readonly QuoteRow[]>([]);
  const direction = shallowRef({ from: '', to: '' });
  let counting: AbortController | undefined;
  /** Counts a row of the current quote. */
  let countRow: ((row: QuoteRow) => Promise<void>) | undefined;

  const total = computed(() => {
    const sums = Object.fromEntries(QUOTE_BANDS.map((band) => [band, 0])) as Record<QuoteBand, number>;
    for (const { bands } of rows.value) for (const band of QUOTE_BANDS) sums[band] += bands?.[band] ?? 0;
    return sums;
  });
  const isEstimated = computed(() => rows.value.some(({ bands }) => bands?.estimated));
  const isCounting = computed(() => rows.value.some(({ state }) => state === 'counting'));

  /** Counts files one after the other. */
  async function count(files: readonly QuoteSource[]): Promise<void> {
    counting?.abort();
    const { signal } = (counting = new AbortController());
    direction.value = commonDirection(files);
    rows.value = files.map(({ name }) => shallowReactive<QuoteRow>({ name, state: 'counting' }));
    countRow = async (row) => {
      row.state = 'counting';
      row.problem = undefined;
      row.limit = undefined;
      try {
        const { file, request } = files[rows.value.indexOf(row)]!;
        row.counted = await countedDocument(await file(), request, signal);
        for (const [index, bands] of acrossDocuments(rows.value.map(({ counted }) => counted)).entries())
          rows.value[index]!.bands = bands;
        row.state = 'done';
      } catch (error) {
        if (signal.aborted) return;
        connection.note(error);
        row.problem = words.sentence(error);
        row.limit = overSegments(error)?.raise;
        row.state = 'failed';
      }
      if (!signal.aborted) rows.value = [...rows.value];
    };
    for (const row of rows.value) {
      await countRow(row);
      if (signal.aborted) return;
    }
  }

  /** Raises the limit that a document exceeds, and counts it. */
  async function raise(row: QuoteRow): Promise<void> {
    if (!row.limit) return;
    try {
      await settings.change({ [row.limit.setting]: row.limit.needed });
      await countRow?.(row);
    } catch (error) {
      row.problem = words.sentence(error);
      rows.value = [...rows.value];
    }
  }

  const mayRaise = ({ limit }: QuoteRow): boolean =>
    limit !== undefined && rights.mayAdminister && !settings.isFixed(limit.setting);

  const countFiles = (files: readonly File[]): Promise<void> =>
    count(
      files.map((file) => ({
        name: file.name,
        file: () => Promise.resolve(file),
        request: options.requestFor(file.name, { from: options.choices.from, to: options.choices.to }),
      })),
    );

  /** Counts the sources of jobs again, as they were translated: the memory may know more of them now. */
  const countJobs = (jobs: readonly Job[]): Promise<void> =>
    count(
      jobs.map((job) => ({
        name: job.file_name ?? '',
        file: () => sourceOf(job),
        request: {
          from: job.from,
          to: job.to,
          ...(job.options.format ? { format_options: job.options.format } : {}),
        },
      })),
    );

  function close(): void {
    counting?.abort();
    rows.value = [];
  }

  /** `titles`: of the columns after the name. */
  function table(titles: readonly string[]): string[][] {
    const line = (name: string, bands: Partial<Record<QuoteBand, number>> | undefined): string[] => [
      name,
      ...QUOTE_BANDS.map((band) => (bands ? String(bands[band] ?? 0) : '')),
      bands ? String(sumOf(bands)) : '',
    ];
    return [
      [words.t('quote.file'), ...titles],
      ...rows.value.map(({ name, bands }) => line(name, bands)),
      ...(rows.value.length > 1 ? [line(words.t('quote.total'), total.value)] : []),
    ];
  }

  /** For a spreadsheet, which must not take a file name for a formula. */
  function copied(titles: readonly string[]): string {
    const cells = table(titles).map((row) => row.map((cell) => guarded(cell.replace(/[\t\r\n]+/g, ' '))));
    return cells.map((row) => row.join('\t')).join('\n');
  }

  function saveCsv(titles: readonly string[]): void {
    download(new Blob([toCsv(table(titles))], { type: 'text/csv' }), `${words.t('quote.fileName')}.csv`);
  }

  return {
    rows,
    direction,
    total,
    isEstimated,
    isCounting,
    countFiles,
    countJobs,
    raise,
    mayRaise,
    close,
    copied,
    saveCsv,
  };
});

export function sumOf(bands: Partial<Record<QuoteBand, number>>): number {
  return QUOTE_BANDS.reduce((sum, band) => sum + (bands[band] ?? 0), 0);
}

/** The direction that all files share; empty if they differ. */
function commonDirection(files: readonly QuoteSource[]): Pair {
  const [{ request: { from, to } } = { request: { from: '', to: '' } }, ...others] = files;
  const isOne = others.every(({ request }) => request.from === from && request.to === to);
  return isOne ? { from, to } : { from: '', to: '' };
}

/** The source document of a job, unchanged. */
export async function sourceOf(job: Job): Promise<File> {
  const { blob, name } = await fetchFile(requestFor(job, 'source'));
  return new File([blob], job.file_name ?? name, { type: blob.type });
}
