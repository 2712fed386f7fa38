import type { JobRequest } from '../api/jobs.ts';
import { newEntry } from './upload-entry.ts';
import type { UploadEntry } from './upload-entry.ts';

/** A refused file as it is stored: all but its content. */
interface KeptRefused {
  name: string;
  size: number;
  order: number;
  request: JobRequest;
  problem: string;
}

export function asKept({ file, size, order, request, problem = '' }: UploadEntry): KeptRefused {
  return { name: file.name, size, order, request, problem };
}

/** The rows of refused files that a window before has left. They cannot be sent again, as their content is gone. */
export function parseRefused(text: string | null): UploadEntry[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).map(entryOf) : [];
  } catch {
    return [];
  }
}

function entryOf({ name, size, order, request, problem }: KeptRefused): UploadEntry {
  return newEntry(new File([], name), request, order, { size, state: 'refused', problem });
}

function isKept(value: unknown): value is KeptRefused {
  const kept = value as Record<keyof KeptRefused, unknown> | null;
  return (
    typeof kept === 'object' &&
    kept !== null &&
    typeof kept.name === 'string' &&
    typeof kept.problem === 'string' &&
    typeof kept.size === 'number' &&
    typeof kept.order === 'number' &&
    typeof (kept.request as JobRequest | undefined)?.from === 'string'
  );
}
