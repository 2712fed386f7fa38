import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SettingsResource } from '../../service/contract/index.ts';
import { runCommand } from '../support/command.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ INTERLINEAR_DOCX_QUOTA: '3' });
});
afterAll(() => service.close());

const run = (...args: string[]) => runCommand(...args, '--data-dir', service.dataDir);

it('interlinear settings shows and changes what the service has, and says what it cannot change', async () => {
  expect((await run('settings', 'set', 'retention.days', '30')).status).toBe(0);
  expect((await run('settings', 'set', 'theme', 'dark')).status).toBe(0);
  const { retention, theme } = await service.get<SettingsResource>('/v1/settings');
  expect([retention.days, theme]).toEqual([30, 'dark']);
  expect((await run('settings', 'get', 'retention.days')).stdout).toBe('30');
  expect((await run('settings', 'get')).stdout).toMatch(/^docx_quota +3 +by the environment$/m);
  expect((await run('settings', 'get', 'retention')).stdout).toMatch(/^retention\.days 30$/m);
  const fixed = await run('settings', 'set', 'docx_quota', '5');
  expect([fixed.status !== 0, fixed.stderr]).toEqual([
    true,
    expect.stringContaining('docx_quota is set by the environment'),
  ]);
  expect((await run('settings', 'set', 'retention.days', 'many')).status).not.toBe(0);
  expect((await run('settings', 'get', 'nothing')).stderr).toContain('There is no setting nothing');
  for (const name of ['nothing', 'fixed', 'toString'])
    expect((await run('settings', 'set', name, '1')).status).toBe(2);
  const folder = await run('settings', 'set', 'data_folder', '/elsewhere');
  expect(folder.status).toBe(2);
  expect(folder.stderr).toContain('--data-dir');
});

it('interlinear settings set says what cannot be null, and leaves it as it is', async () => {
  await run('settings', 'set', 'theme', 'dark');
  const { stdout: days } = await run('settings', 'get', 'retention.days');
  for (const [args, name] of [
    [['theme', 'null'], 'theme'],
    [['memory', 'null'], 'memory'],
    [['memory.enabled', 'null'], 'memory.enabled'],
    [['retention', '{"jobs":null,"days":7}'], 'retention.jobs'],
  ] as const) {
    expect(await run('settings', 'set', ...args)).toMatchObject({
      status: 2,
      stderr: `${name} cannot be null; it stays as it was. Give it another value.\n`,
    });
  }
  expect((await run('settings', 'get', 'theme')).stdout).toBe('dark');
  expect((await run('settings', 'get', 'retention.days')).stdout).toBe(days);
  await run('settings', 'set', 'language', 'de');
  expect((await run('settings', 'set', 'language', 'null')).status).toBe(0);
  expect((await run('settings', 'get', 'language')).stdout).toBe('null');
});

it('interlinear engines lists them with what keeps them', async () => {
  const { status, stdout } = await run('engines');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^pseudo +.* here +ready/m);
  expect(stdout).toMatch(/^deepl +DeepL +elsewhere +off/m);
});

it('interlinear export writes a job for other programs, and overwrites nothing', async () => {
  const { id } = (await service.upload({ name: 'a.txt', content: 'One.' })).body.data;
  await service.ended(id);
  const output = join(service.dataDir, 'a.xlf');
  expect((await run('export', id, '-o', output)).status).toBe(0);
  expect(readFileSync(output, 'utf8')).toContain('>One.</source>');
  expect((await run('export', id, '-o', output)).stderr).toContain('is there already');
  expect((await run('export', 'no-such-job', '-o', `${output}2`)).stderr).toContain('There is no job');
});
