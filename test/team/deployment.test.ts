import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/lib/steps.mjs';
import { serveCommand } from '../../service/cli/serve.ts';
import { workerCommand } from '../../service/cli/worker.ts';
import { startService } from '../support/service.ts';
import { API_KEY } from '../support/service-process.ts';
import { NO_REDIS, RedisServer } from './support/redis.ts';
import { TEAM_KEY } from './support/team.ts';
import { WorkerProcess } from './support/worker.ts';

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
  for (const word of args.filter((one) => one.startsWith('--')))
    expect(known).toContain(word.replace(/=.*/, ''));
}

describe.each(['interlinear-host.service', 'interlinear-worker.service'])('%s', (name) => {
  const path = join(SYSTEMD, name);

  it.skipIf(!hasSystemd)('is clean for systemd (skipped without systemd)', () => {
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

interface ComposeService {
  command: string | string[];
  environment?: Record<string, string>;
  ports?: string[];
  stop_grace_period?: string;
}
interface Compose {
  services: Record<'queue' | 'host' | 'worker', ComposeService>;
  configs: { 'queue-users': { content: string } };
}
const VARIABLES: Record<string, string> = {
  TEAM_HOST: 'team.example,localhost',
  INTERLINEAR_TEAM_KEY: TEAM_KEY,
  INTERLINEAR_API_KEY: API_KEY,
  QUEUE_PASSWORD: 'a-password-of-the-queue',
};

/** As `docker compose` reads it beside an .env of VARIABLES. */
function readCompose(): Compose {
  const text = readFileSync(join(root, 'resources', 'docker', 'compose.yaml'), 'utf8');
  return parse(text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => VARIABLES[name]!)) as Compose;
}

const wordsOf = (command: string | string[]): string[] =>
  Array.isArray(command) ? command : command.split(' ').map((word) => (word === '""' ? '' : word));

describe('the compose file', () => {
  const { services, configs } = readCompose();

  it("starts commands that there are, and gives the workers no key but the team's", () => {
    expectKnown(wordsOf(services.host.command));
    expectKnown(wordsOf(services.worker.command));
    expect(services.worker.stop_grace_period).toBe('15s');
    expect([services.queue.ports, services.worker.ports]).toEqual([undefined, undefined]);
    expect(Object.keys(services.worker.environment!)).toEqual([
      'INTERLINEAR_REDIS_URL',
      'INTERLINEAR_TEAM_KEY',
    ]);
  });

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  it.skipIf(NO_REDIS !== undefined || !hasOpenssl)(
    'makes a team that serves the network, with the certificate of the documentation (skipped without Redis or openssl)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'interlinear-deployed-'));
      const users = join(folder, 'users.acl');
      writeFileSync(users, configs['queue-users'].content);
      const [, ...queueArgs] = wordsOf(services.queue.command);
      const redis = new RedisServer(
        queueArgs.map((word) => (word === '/etc/valkey-users.acl' ? users : word)),
      );
      const documented = readFileSync(join(root, 'docs', 'team.md'), 'utf8');
      const openssl = /^openssl req .*$/m.exec(documented)![0].replace('IP:10.0.0.4', 'IP:127.0.0.1');
      const made = spawnSync('sh', ['-c', openssl], { cwd: folder, encoding: 'utf8' });
      expect(made.status, made.stderr).toBe(0);
      await redis.start();
      const atHome = ({ environment = {} }: ComposeService): Record<string, string> => ({
        ...environment,
        INTERLINEAR_REDIS_URL: environment['INTERLINEAR_REDIS_URL']!.replace(
          'queue:6379',
          `127.0.0.1:${redis.port}`,
        ),
      });
      const hostArgs = wordsOf(services.host.command)
        .filter((word) => word.startsWith('--') && !word.startsWith('--port'))
        .map((word) => word.replace('=/tls/', `=${folder}/`).replace('0.0.0.0', '127.0.0.1'));
      const host = await startService(atHome(services.host), { args: hostArgs });
      const worker = new WorkerProcess(atHome(services.worker));
      try {
        await worker.ready;
        const ca = readFileSync(join(folder, 'cert.pem'), 'utf8');
        const port = Number(new URL(host.networkUrl).port);
        const ask = (name: string) =>
          new Promise<IncomingMessage>((resolve, reject) => {
            request({
              ...{ host: '127.0.0.1', port, ca, servername: 'team.example', path: '/v1/workers' },
              headers: { host: `${name}:${port}`, authorization: `Bearer ${API_KEY}` },
            })
              .once('response', resolve)
              .once('error', reject)
              .end();
          });
        await expect
          .poll(async () => json(await ask('team.example')))
          .toMatchObject({ data: { queue: { up: true }, workers: [{ state: 'ready' }] } });
        expect((await ask('localhost')).statusCode).toBe(200);
        expect((await ask('evil.example')).statusCode).toBe(403);
      } finally {
        await worker.close();
        await host.close();
        await redis.close();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
