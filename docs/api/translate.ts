// Translates a document with fetch, in Node 20 or later: npx tsx translate.ts FILE FROM TO
// INTERLINEAR_URL is the service's address, INTERLINEAR_API_KEY a key made with `interlinear keys create`.
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Job {
  id: string;
  status: 'running' | 'done' | 'failed' | 'cancelled';
  completed_segments?: number;
  total_segments?: number;
  error?: { code: string; message: string };
}

const base = process.env['INTERLINEAR_URL'] ?? 'http://127.0.0.1:4717';

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${process.env['INTERLINEAR_API_KEY'] ?? ''}` };
  const answer = await fetch(base + path, { ...init, headers });
  if (answer.ok) return answer;
  const problem = (await answer.json()) as { code: string; detail: string };
  throw new Error(`${problem.code}: ${problem.detail}`);
}

async function data(answer: Response): Promise<Job> {
  return ((await answer.json()) as { data: Job }).data;
}

const [file, from, to] = process.argv.slice(2);
if (!file || !from || !to) throw new Error('Usage: translate.ts FILE FROM TO');

const form = new FormData();
form.set('file', new Blob([await readFile(file)]), basename(file));
form.set('from', from);
form.set('to', to);

let job = await data(await call('/v1/translate/documents', { method: 'POST', body: form }));
const path = `/v1/translate/documents/${job.id}`;
while (job.status === 'running') {
  await sleep(2000);
  job = await data(await call(path));
  process.stderr.write(`${job.completed_segments ?? 0} of ${job.total_segments ?? 0} segments\n`);
}
if (job.status !== 'done') throw new Error(job.error?.message ?? job.status);

const content = await call(`${path}/content`);
const name = /filename="([^"]+)"/.exec(content.headers.get('content-disposition') ?? '')?.[1] ?? 'translated';
await writeFile(name, Buffer.from(await content.arrayBuffer()));
process.stdout.write(`${name}\n`);
