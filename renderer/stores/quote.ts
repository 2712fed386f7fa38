import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { countedDocument } from '../api/examine.ts';
import { download, fetchFile, requestFor } from '../api/files.ts';
import { words } from '../i18n/words.ts';
import { toCsv } from '../lib/csv.ts';
import { acrossDocuments, QUOTE_BANDS } from '../lib/quote-bands.ts';
import type { QuoteBand } from '../lib/quote-bands.ts';
import { forSpreadsheet, quoteTable, totalName } from '../store-parts/quote-table.ts';
import type { QuoteRow } from '../store-parts/quote-table.ts';
import { overSegments, segmentsSentence } from '../store-parts/raisable-limit.ts';
import type { JobRequest } from '../api/jobs.ts';
import type { Pair } from '../lib/pairs.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useRights } from './rights.ts';
import { useServiceSettings } from './service-settings.ts';

interface QuoteSource {
  readonly name: string;
  readonly file: () => Promise<File>;
  request: JobRequest;
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
  let sources: readonly QuoteSource[] = [];
  /** Counts a row of the current quote. */
  let countRow: ((row: QuoteRow) => Promise<void>) | undefined;

  const total = computed(() => {
    const sums = Object.fromEntries(QUOTE_BANDS.map((band) => [band, 0])) as Record<QuoteBand, number>;
    for (const { bands } of rows.value) for (const band of QUOTE_BANDS) sums[band] += bands?.[band] ?? 0;
    return sums;
  });
  const totalWords = computed(() => totalName(rows.value));
  const isEstimated = computed(() => rows.value.some(({ bands }) => bands?.estimated));
  const isCounting = computed(() => rows.value.some(({ state }) => state === 'counting'));

  /** Counts files one after the other. */
  async function count(files: readonly QuoteSource[]): Promise<void> {
    counting?.abort();
    sources = files;
    const { signal } = (counting = new AbortController());
    direction.value = commonDirection(files);
    rows.value = files.map(({ name }) => shallowReactive<QuoteRow>({ name, state: 'counting' }));
    countRow = async (row) => {
      row.state = 'counting';
      row.problem = undefined;
      row.limit = undefined;
      try {
        const { file, request } = files[rows.value.indexOf(row)]!;
        const found = await countedDocument(await file(), request, signal);
        row.counted = found;
        row.inOtherColumns = found.left_out.find(({ what }) => what === 'columns')?.count ?? 0;
        for (const [index, bands] of acrossDocuments(rows.value.map(({ counted }) => counted)).entries())
          rows.value[index]!.bands = bands;
        row.state = 'done';
      } catch (error) {
        if (signal.aborted) return;
        connection.note(error);
        const over = overSegments(error);
        row.limit = over?.raise;
        row.problem = over ? segmentsSentence(over, mayRaise(row)) : words.sentence(error);
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

  /** Counts a table once more, with all its columns. */
  async function countAllColumns(row: QuoteRow): Promise<void> {
    const source = sources[rows.value.indexOf(row)];
    if (!source || row.state === 'counting') return;
    const { request } = source;
    source.request = { ...request, format_options: { ...request.format_options, columns: 'all' } };
    await countRow?.(row);
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

  const copied = (titles: readonly string[]): string =>
    forSpreadsheet(quoteTable(rows.value, titles, total.value));

  function saveCsv(titles: readonly string[]): void {
    download(
      new Blob([toCsv(quoteTable(rows.value, titles, total.value))], { type: 'text/csv' }),
      `${words.t('quote.fileName')}.csv`,
    );
  }

  return {
    rows,
    direction,
    total,
    totalName: totalWords,
    isEstimated,
    isCounting,
    countAllColumns,
    countFiles,
    countJobs,
    raise,
    mayRaise,
    close,
    copied,
    saveCsv,
  };
});

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
