import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';
import type { Job, WordBands } from '../../service/contract/index.ts';
import { countedDocument } from '../api/examine.ts';
import { download, fetchFile, requestFor } from '../api/files.ts';
import { words } from '../i18n/words.ts';
import { toCsv } from '../lib/csv.ts';
import { overSegments } from '../store-parts/raisable-limit.ts';
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
  bands?: WordBands;
  /** Why it could not be counted. */
  problem?: string | undefined;
  /** The setting that stopped it, and the value that would let it in. */
  limit?: RaisableLimit | undefined;
}

/** Words of one or many documents, as a quote lists them. Nothing is translated, and nothing stored. */
export const useQuote = defineStore('quote', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const rights = useRights();
  const settings = useServiceSettings();
  const rows = shallowRef<readonly QuoteRow[]>([]);
  const direction = shallowRef({ from: '', to: '' });
  let counting: AbortController | undefined;
  /** Counts a row of the present quote. */
  let countRow: ((row: QuoteRow) => Promise<void>) | undefined;

  const total = computed(() => {
    const sums = Object.fromEntries(QUOTE_BANDS.map((band) => [band, 0])) as Record<QuoteBand, number>;
    for (const { bands } of rows.value) for (const band of QUOTE_BANDS) sums[band] += bands?.[band] ?? 0;
    return sums;
  });
  const isEstimated = computed(() => rows.value.some(({ bands }) => bands?.estimated));
  const isCounting = computed(() => rows.value.some(({ state }) => state === 'counting'));

  /** Counts files one after the other, in the direction that is chosen now. */
  async function count(files: readonly { name: string; file: () => Promise<File> }[]): Promise<void> {
    counting?.abort();
    const { signal } = (counting = new AbortController());
    const { from, to } = options.choices;
    direction.value = { from, to };
    rows.value = files.map(({ name }) => shallowReactive<QuoteRow>({ name, state: 'counting' }));
    countRow = async (row) => {
      row.state = 'counting';
      row.problem = undefined;
      row.limit = undefined;
      try {
        const file = await files[rows.value.indexOf(row)]!.file();
        const request = options.requestFor(file.name, { from, to });
        row.bands = (await countedDocument(file, request, signal)).word_bands;
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

  /** Raises the limit that a document is over, and counts it. */
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
    count(files.map((file) => ({ name: file.name, file: () => Promise.resolve(file) })));

  /** Counts the sources of jobs again: the memory may know more of them now. */
  const countJobs = (jobs: readonly Job[]): Promise<void> =>
    count(jobs.map((job) => ({ name: job.file_name ?? '', file: () => sourceOf(job) })));

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
    table,
    saveCsv,
  };
});

export function sumOf(bands: Partial<Record<QuoteBand, number>>): number {
  return QUOTE_BANDS.reduce((sum, band) => sum + (bands[band] ?? 0), 0);
}

/** The document that a job was made of, as it came. */
export async function sourceOf(job: Job): Promise<File> {
  const { blob, name } = await fetchFile(requestFor(job, 'source'));
  return new File([blob], job.file_name ?? name, { type: blob.type });
}
