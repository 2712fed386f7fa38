import type { JobRequest } from '../api/jobs.ts';
import { hasStrings } from '../lib/shapes.ts';
import { newEntry } from './upload-entry.ts';
import type { UploadEntry } from './upload-entry.ts';

/** A refused file as it is stored: all but its content. */
export interface KeptRefused {
  name: string;
  size: number;
  order: number;
  request: JobRequest;
  problem: string;
}

export function asKept({ file, size, order, request, problem = '' }: UploadEntry): KeptRefused {
  return { name: file.name, size, order, request, problem };
}

/** The row of a refused file that a window before has left. It cannot be sent again, as its content is gone. */
export function entryOf({ name, size, order, request, problem }: KeptRefused): UploadEntry {
  return newEntry(new File([], name), request, order, { size, state: 'refused', problem });
}

export function isKeptRefused(value: unknown): value is KeptRefused {
  return (
    hasStrings(value, 'name', 'problem') &&
    typeof value['size'] === 'number' &&
    typeof value['order'] === 'number' &&
    hasStrings(value['request'], 'from', 'to')
  );
}
