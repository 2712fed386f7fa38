// A real service for the benchmarks, and the few calls they need.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/steps.mjs';

const KEY = 'bench-key-bench-key-bench-key-bench-key';
const POLL_MS = 5;

/** Starts the built service on a free port with a data folder of its own. `nodeArgs` go before the script. */
export async function startService({ nodeArgs = [], env = {} } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'interlinear-bench-'));
  const main = join(root, 'out', 'service', 'main.js');
  const child = spawn(
    process.execPath,
    [...nodeArgs, main, 'serve', '--port', '0', '--data-dir', data, '--json'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        INTERLINEAR_API_KEY: KEY,
        INTERLINEAR_DOCX_QUOTA: '0',
        INTERLINEAR_MAX_RUNNING_JOBS: '0',
        ...env,
      },
    },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The service ended at its start (exit code ${code}).`)));
  });
  const base = JSON.parse(line).base_url;

  const call = async (path, init = {}) => {
    const answer = await fetch(base + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${KEY}` },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };

  return {
    base,
    authorization: { authorization: `Bearer ${KEY}` },
    call,
    async upload(path, from, to, more = {}) {
      const form = new FormData();
      form.set('file', new Blob([readFileSync(path)]), basename(path));
      for (const [name, value] of Object.entries({ from, to, ...more })) form.set(name, value);
      return (await (await call('/v1/translate/documents', { method: 'POST', body: form })).json()).data;
    },
    /** Polls until the job has ended, then answers its translated file. */
    async result(id, pollMs = POLL_MS) {
      for (;;) {
        const { data: job } = await (await call(`/v1/translate/documents/${id}`)).json();
        if (job.status === 'done') break;
        if (job.status !== 'running')
          throw new Error(`Job ${id}: ${job.status} ${JSON.stringify(job.error)}`);
        await sleep(pollMs);
      }
      return Buffer.from(await (await call(`/v1/translate/documents/${id}/content`)).arrayBuffer());
    },
    signal: (name) => child.kill(name),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
