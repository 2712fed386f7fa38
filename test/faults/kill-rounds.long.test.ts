import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../support/live-service.ts';
import { createRandom } from '../support/random.ts';
import { StartError } from '../support/service-process.ts';
import { newNotes } from './clients.ts';
import { killRounds, oneFault } from './kill-rounds.ts';

it('loses, doubles and overcharges nothing when its processes are killed at random moments under load', async () => {
  // The long run is `npm run test:faults`.
  const rows = await killRounds(10, 7, () => undefined);
  const clean = { problems: [], lost: 0, wrong: 0, doubled: 0, chargeError: 0, reserved: 0, orphans: 0 };
  for (const row of rows) expect(row).toMatchObject(clean);
  expect(rows.reduce((sum, row) => sum + row.rounds, 0)).toBeGreaterThan(0);
  expect(rows.at(-1)?.edits).toBeGreaterThan(0);
});

it('ends with the reason of a service that does not come up again, and no client waits for it', async () => {
  const service = await startService();
  onTestFinished(async () => {
    await service.close();
  });
  const engines = [{ name: 'pseudo', to: 'en-XA', translations: new Map<string, string>() }];
  const context = { service, random: createRandom(1), engines, notes: newNotes(), editedJobs: 0 };
  const fault = async () => {
    await service.kill();
    await writeFile(
      join(service.dataDir, 'interlinear.json'),
      JSON.stringify({ product: 'interlinear', format: 1_000 }),
    );
    return { hit: true, orphans: 0, restartMs: await service.start() };
  };
  await expect(oneFault(context, () => fault, 1, new Set())).rejects.toBeInstanceOf(StartError);
  expect(context.notes.problems.filter((problem) => problem.includes('fetch failed'))).toEqual([]);
});
