import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'interlinear-glossaries-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const glossaries = (...args: string[]) => runCommand('glossaries', ...args, '--data-dir', service.dataDir);

describe('interlinear glossaries', () => {
  it('imports, lists, exports and removes', async () => {
    const file = join(folder, 'Fleet.csv');
    writeFileSync(file, 'ship,Schiff\nsea,Meer\n');
    const imported = await glossaries('import', file, '--from', 'en', '--to', 'de');
    expect(imported.status).toBe(0);
    expect(imported.stderr).toContain('2 read: 2 added.\n');
    const id = imported.stdout;
    writeFileSync(file, 'ship,Boot\nsea,Meer\nsea,Meer\nport,Hafen\n');
    const more = await glossaries('import', file, '--from', 'en', '--to', 'de', '--into', id);
    expect(more.stderr).toContain('4 read: 1 added, 1 changed, 1 there already, 1 repeated');
    expect((await glossaries('list')).stdout).toMatch(new RegExp(`${id} +Fleet +en to de \\(3\\)`));
    const output = join(folder, 'out.tmx');
    expect((await glossaries('export', id, '--format', 'tmx', '-o', output)).status).toBe(0);
    expect(readFileSync(output, 'utf8')).toMatch(/<tuv xml:lang="de"><seg>Boot<\/seg>/);
    const again = await glossaries('export', id, '-o', output);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('is there already');
    expect((await glossaries('remove', id)).status).toBe(0);
    const gone = await glossaries('remove', id);
    expect(gone.status).toBe(2);
    expect(gone.stderr).toContain('There is no glossary');
    expect((await glossaries('import', join(folder, 'none.csv'), '--from', 'en', '--to', 'de')).status).toBe(
      2,
    );
  });
});
