import type { JobRequest } from '../api/jobs.ts';
import { hasStrings, isRecord } from '../lib/shapes.ts';
import { newEntry } from './upload-entry.ts';
import type { UploadEntry } from './upload-entry.ts';

/**
 * A stored file that is not a job yet: without its content, which `lib/kept-files.ts` keeps if a retry may
 * pass.
 */
export interface KeptUpload {
  /** Absent if its content is not kept. */
  key?: string;
  name: string;
  size: number;
  order: number;
  request: JobRequest;
  /** Why it was refused; empty if it only waits. */
  problem: string;
  engineMissing?: boolean;
  /** What was open while it waited for the user. */
  held?: { isChoosing: boolean; hasLanguage: boolean };
  limit?: UploadEntry['limit'];
}

export function asKept(entry: UploadEntry): KeptUpload {
  const { key, file, size, order, request, state, problem = '', engineMissing, limit } = entry;
  const { isChoosing, hasLanguage } = entry;
  const isWaiting = state !== 'refused' || entry.unreachable;
  return {
    ...(isContentWanted(entry) ? { key } : {}),
    name: file.name,
    size,
    order,
    request,
    problem: isWaiting ? '' : problem,
    ...(engineMissing ? { engineMissing } : {}),
    ...(state === 'held' || entry.wasHeld ? { held: { isChoosing, hasLanguage } } : {}),
    ...(limit ? { limit } : {}),
  };
}

/** Whether the file may still be sent unchanged. */
export function isContentWanted({ state, again, limit, unreachable, isRestoring }: UploadEntry): boolean {
  return state !== 'refused' || isRestoring === true || again || unreachable || limit !== undefined;
}

/** The row of a file left by an earlier window. It cannot be sent until its content is found. */
export function entryOf(kept: KeptUpload): UploadEntry {
  const { key, name, size, order, request, problem, engineMissing = false, limit, held } = kept;
  return newEntry(new File([], name), request, order, {
    ...(key === undefined ? {} : { key, isRestoring: true }),
    size,
    state: problem === '' ? 'waiting' : 'refused',
    problem,
    engineMissing,
    limit,
    ...(held && { wasHeld: true, isChoosing: held.isChoosing, hasLanguage: held.hasLanguage }),
  });
}

export function isKeptUpload(value: unknown): value is KeptUpload {
  return (
    hasStrings(value, 'name', 'problem') &&
    typeof value['size'] === 'number' &&
    typeof value['order'] === 'number' &&
    hasStrings(value['request'], 'from', 'to') &&
    (value['held'] === undefined || isRecord(value['held']))
  );
}
