import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const corpus = resolve(root, process.env['INTERLINEAR_SHARED'] ?? '../shared', 'corpus');

/** Runs the corpus script as people do, and answers its exit code and what it says. */
function runCorpus(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/corpus.mjs', corpus], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((settle) => child.once('exit', (code) => settle({ code, output })));
}

it.skipIf(!existsSync(corpus))(
  'every file of the corpus comes back from the built service with only its text changed, or is rightly refused',
  async () => {
    const { code, output } = await runCorpus();
    expect(output).toMatch(/\n\d{3,} files, 0 violations\n$/);
    expect(code).toBe(0);
  },
  240_000,
);
