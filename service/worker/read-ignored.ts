import { readFile } from 'node:fs/promises';
import { errorCode } from '../lib/error-code.ts';
import { parseIgnored } from '../records/ignored-findings.ts';
import type { IgnoredFindings } from '../records/ignored-findings.ts';

/** Of a job's `checks.json`, which there need not be. */
export async function readIgnored(path: string): Promise<IgnoredFindings> {
  try {
    return parseIgnored(await readFile(path, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return new Map();
    throw error;
  }
}
