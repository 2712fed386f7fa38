import { expect, it } from 'vitest';
import { killRounds } from './kill-rounds.ts';

it('loses, doubles and overcharges nothing when its processes are killed at random moments under load', async () => {
  // The long run is `npm run test:faults`.
  const rows = await killRounds(8, 7, () => undefined);
  const clean = { problems: [], lost: 0, wrong: 0, doubled: 0, chargeError: 0, reserved: 0, orphans: 0 };
  for (const row of rows) expect(row).toMatchObject(clean);
  expect(rows.reduce((sum, row) => sum + row.rounds, 0)).toBeGreaterThan(0);
}, 120_000);
