import type { Job, SaveOutcome } from '../../service/contract/index.ts';
import { desktop } from './bridge.ts';
import { notSaved } from './errors.ts';
import { download, fetchFile, requestFor } from './files.ts';
import type { Saved } from './files.ts';

/** The outcome of each of many files: its path, or the error. Cancelled ones are in neither. */
export interface SavedAll {
  saved: Map<string, Saved>;
  failed: Map<string, unknown>;
}

const ARCHIVE = 'translations.zip';

/**
 * Saves the results of many jobs: in the app into one folder, chosen once; in a browser, which would ask
 * about each download after the first, as one ZIP archive.
 * @param onFile called with the number fetched so far, if that takes time
 */
export async function saveAll(jobs: readonly Job[], onFile: (done: number) => void): Promise<SavedAll> {
  const bridge = desktop();
  if (!bridge) return saveArchive(jobs, onFile);
  return sorted(jobs, await bridge.saveFiles(jobs.map((job) => requestFor(job, 'result'))));
}

/** Saves the results beside their original documents. Only in the app, for jobs of `withOriginal`. */
export async function saveAllBeside(jobs: readonly Job[], onFile: (done: number) => void): Promise<SavedAll> {
  const bridge = desktop();
  const outcomes: SaveOutcome[] = [];
  for (const job of bridge ? jobs : []) {
    outcomes.push(await bridge!.saveBeside({ ...requestFor(job, 'result'), jobId: job.id }));
    onFile(outcomes.length);
  }
  return sorted(jobs, outcomes);
}

/** The jobs whose original allows saving beside it; empty in a browser. */
export async function withOriginal(jobIds: readonly string[]): Promise<string[]> {
  return (await desktop()?.withOriginal(jobIds)) ?? [];
}

function sorted(jobs: readonly Job[], outcomes: readonly SaveOutcome[]): SavedAll {
  const all: SavedAll = { saved: new Map(), failed: new Map() };
  outcomes.forEach((one, index) => {
    const { id } = jobs[index]!;
    if (one.outcome === 'saved') all.saved.set(id, { path: one.path });
    if (one.outcome === 'failed') all.failed.set(id, notSaved(one));
  });
  return all;
}

async function saveArchive(jobs: readonly Job[], onFile: (done: number) => void): Promise<SavedAll> {
  // 30 kB that only users who save many files need.
  const { default: JSZip } = await import('jszip');
  const all: SavedAll = { saved: new Map(), failed: new Map() };
  const archive = new JSZip();
  const names = new Set<string>();
  for (const [index, job] of jobs.entries()) {
    try {
      const { blob, name } = await fetchFile(requestFor(job, 'result'));
      archive.file(freeName(name, names), await blob.arrayBuffer());
      all.saved.set(job.id, {});
    } catch (error) {
      all.failed.set(job.id, error);
    }
    onFile(index + 1);
  }
  if (all.saved.size > 0) download(await archive.generateAsync({ type: 'blob' }), ARCHIVE);
  return all;
}

/** `contract.es.docx` → `contract.es (2).docx` if the name is taken, ignoring case. Reserves the name. */
function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} (${number})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}
