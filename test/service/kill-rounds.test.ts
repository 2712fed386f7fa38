import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'kill-rounds.mjs');

it('loses, doubles and overcharges nothing when its processes are killed at random moments under load', async () => {
  // The long run is `npm run test:faults`; it prints what it did, this one keeps it for a failure's message.
  const { stdout } = await promisify(execFile)(process.execPath, [
    SCRIPT,
    '--rounds',
    '8',
    '--seed',
    '7',
    '--json',
    '--no-build',
  ]);
  const table = JSON.parse(stdout.trim().split('\n').at(-1)!) as Record<string, unknown>[];
  const clean = { problems: [], lost: 0, wrong: 0, doubled: 0, chargeError: 0, reserved: 0, orphans: 0 };
  for (const row of table) expect(row).toMatchObject(clean);
  expect(table.reduce((sum, row) => sum + Number(row['rounds']), 0)).toBeGreaterThan(0);
}, 120_000);
