import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/steps.mjs';
import { serveCommand } from '../../service/cli/serve.ts';
import { workerCommand } from '../../service/cli/worker.ts';

const SYSTEMD = join(root, 'resources', 'systemd');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const OPTIONS = {
  serve: serveCommand().options.map(({ long }) => long),
  worker: workerCommand().options.map(({ long }) => long),
};

/** Our command and its options must be there, in whatever starts it. */
function expectKnown(words: readonly string[]): void {
  const at = words.findIndex((word) => word.endsWith('interlinear'));
  const [command, ...args] = words.slice(at + 1);
  const known = OPTIONS[command as keyof typeof OPTIONS];
  expect(known, command).toBeDefined();
  for (const word of args.filter((one) => one.startsWith('--'))) expect(known).toContain(word);
}

describe.each(['interlinear-host.service', 'interlinear-worker.service'])('%s', (name) => {
  const path = join(SYSTEMD, name);

  it.skipIf(!hasSystemd)('is clean for systemd (skipped where there is none)', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  it('starts a command that there is, and no secret is in it', () => {
    const unit = readFileSync(path, 'utf8');
    expectKnown(/^ExecStart=(.*)$/m.exec(unit)![1]!.split(' '));
    expect(unit).not.toMatch(/^Environment=.*(?:KEY|REDIS_URL)/m);
    expect(unit).toContain('EnvironmentFile=/etc/interlinear/team.env');
  });
});

it('the compose file starts a queue that keeps nothing, a host, and workers that have time to finish', () => {
  const text = readFileSync(join(root, 'resources', 'docker', 'compose.yaml'), 'utf8');
  const { services } = parse(text) as {
    services: Record<
      'queue' | 'host' | 'worker',
      { command?: string | string[]; env_file?: string; ports?: string[]; stop_grace_period?: string }
    >;
  };
  expect(Object.keys(services)).toEqual(['queue', 'host', 'worker']);
  expect(services.queue.command).toContain('--save "" --appendonly no');
  expect(services.queue.command).toContain('--maxmemory-policy noeviction');
  expect(services.queue.ports).toBeUndefined();
  expectKnown(services.worker.command as string[]);
  expect(services.worker.stop_grace_period).toBe('15s');
  expect([services.host.env_file, services.worker.env_file]).toEqual(['team.env', 'team.env']);
});
