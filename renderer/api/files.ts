import { translatedName } from '../../service/contract/translated-name.ts';
import type { DesktopBridge, Job, SaveRequest } from '../../service/contract/index.ts';
import { desktop } from './bridge.ts';
import { authorised, send } from './client.ts';
import { notSaved, SaveFailed } from './errors.ts';
import { jobPath } from './jobs.ts';

/** A saved file; a browser does not reveal its path. */
export interface Saved {
  path?: string;
}

export type FileChoice = 'result' | 'simple' | 'source';

const QUERY: Record<FileChoice, string> = {
  result: '/content',
  simple: '/content?simple=1',
  source: '/source',
};

/** Saves one of a job's files. */
export async function saveFile(job: Job, choice: FileChoice): Promise<Saved | undefined> {
  const { path, suggestedName } = requestFor(job, choice);
  return saveFrom(path, suggestedName);
}

/** The path and the name of one of a job's files. */
export function requestFor(job: Job, choice: FileChoice): SaveRequest {
  return { path: jobPath(job) + QUERY[choice], suggestedName: fallbackName(job, choice) };
}

/**
 * Saves the answer to `GET path`: through the app's dialog if there is one, else as a download. An `<a href>`
 * would not work, because plain navigation sends no key. Returns undefined if the dialog was cancelled, and
 * the path if the shell tells it.
 */
export async function saveFrom(path: string, suggestedName: string): Promise<Saved | undefined> {
  const bridge = desktop();
  if (bridge) return saveByDialog(bridge, path, suggestedName);
  const { blob, name } = await fetchFile({ path, suggestedName });
  download(blob, name);
  return {};
}

/** Lets the service build a job's file with the latest edits, and waits until it is there. */
export async function buildFile(job: Job): Promise<void> {
  const { url, headers } = authorised(requestFor(job, 'result').path);
  await send(url, { method: 'HEAD', headers: { ...headers, Accept: '*/*' } });
}

/** A file of the service with its suggested name. */
export async function fetchFile({ path, suggestedName }: SaveRequest): Promise<{ blob: Blob; name: string }> {
  const { url, headers } = authorised(path);
  const response = await send(url, { headers: { ...headers, Accept: '*/*' } });
  const name = offeredName(response.headers.get('Content-Disposition')) ?? suggestedName;
  return { blob: await response.blob(), name };
}

/** Uses the app's dialog; the file goes from the service to the disk without passing through the window. */
async function saveByDialog(
  bridge: DesktopBridge,
  path: string,
  suggestedName: string,
): Promise<Saved | undefined> {
  const saved = await bridge.saveFile({ path, suggestedName });
  if (saved.outcome === 'failed') throw notSaved(saved);
  return saved.outcome === 'saved' ? { path: saved.path } : undefined;
}

/** Shows a file saved through the app in the system's file manager. */
export function showInFolder(path: string): void {
  void desktop()?.showItemInFolder(path);
}

/** Opens a file saved through the app. Rejects with SaveFailed if no program opens it. */
export async function openSaved(path: string): Promise<void> {
  const problem = await desktop()?.openSaved(path);
  if (problem !== undefined) throw new SaveFailed(problem);
}

/** Opens the data folder in the file manager; only in the app. Rejects with SaveFailed. */
export async function openDataFolder(): Promise<void> {
  const problem = await desktop()?.openDataFolder();
  if (problem !== undefined) throw new SaveFailed(problem);
}

/** Starts a browser download of a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after the click has returned; a minute is plenty even for a slow disk.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** `filename*` of RFC 6266, which supports any script; the plain `filename` is only its ASCII form. */
export function offeredName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
}

/** `contract.docx` → `contract.es.docx`, if the header cannot be read. */
function fallbackName(job: Job, choice: FileChoice): string {
  const name = job.file_name ?? `translation.${job.file_type ?? 'txt'}`;
  if (choice === 'source') return name;
  return translatedName(name, job);
}
