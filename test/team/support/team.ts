import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Job } from '../../../service/contract/index.ts';
import { ServiceProcess, StartError } from '../../support/service-process.ts';
import type { TestService } from '../../support/service.ts';

export const TEAM_KEY = 'test-team-key-0123456789-0123456789-01234567';

/** Each segment is in the journal once, and the job is charged once. */
export function segmentsOnce(host: TestService, job: Job): void {
  const journal = readFileSync(join(host.dataDir, 'jobs', job.id, 'journal.ndjson'), 'utf8');
  const lines = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { i?: number });
  const indexes = lines.flatMap(({ i }) => (i === undefined ? [] : [i]));
  expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: job.segment_count }, (_, n) => n));
  expect(lines.filter((line) => 'charge' in line)).toHaveLength(1);
}

/** A host that may not start: what it says and how it ends. */
export async function refusedTeamStart(
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stderr: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'interlinear-second-'));
  try {
    const started = await new ServiceProcess({ dataDir, env }).start().catch((error: unknown) => error);
    if (started instanceof StartError) return { code: started.code, stderr: started.log };
    throw new Error('The service started.', { cause: started });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
