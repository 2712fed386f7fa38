import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';

const hasShell = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0);
/** The output of a block ends with this line. */
const END = '--- end of block ---';

/** The form of an answer: its members and their types, of a list its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

it.skipIf(!hasShell)(
  'the API guide works as it stands, and its answers have the form that it shows',
  async () => {
    const page = await readFile(join(root, 'docs', 'api', 'guide.md'), 'utf8');
    const blocks = Array.from(
      page.matchAll(/^```sh\n(.*?)^```\n(?:\n```json\n(.*?)^```$)?/gms),
      ([, command, answer]) => ({ command: command!, answer }),
    );
    expect(blocks.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(5);
    const service = await startService();
    const folder = await mkdtemp(join(tmpdir(), 'api-guide-'));
    try {
      await copyFile(
        join(root, 'resources', 'samples', 'harbour-museum.docx'),
        join(folder, 'contract.docx'),
      );
      const commands = blocks.map(({ command }) => `${command}\necho; echo '${END}'\n`).join('');
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
        cwd: folder,
        env: { ...process.env, URL: service.baseUrl, KEY: API_KEY },
      });
      const printed = stdout.split(END);
      for (const [n, { command, answer }] of blocks.entries()) {
        if (answer === undefined) continue;
        const shown = { command, shape: shapeOf(JSON.parse(answer)) };
        expect({ command, shape: shapeOf(JSON.parse(printed[n]!)) }).toEqual(shown);
      }
      expect((await readFile(join(folder, 'contract.en-XA.docx'))).subarray(0, 2).toString()).toBe('PK');
      expect(await readFile(join(folder, 'contract.xlf'), 'utf8')).toContain('Corrected by hand');
    } finally {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
