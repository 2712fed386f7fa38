import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';

const OUT = join(root, 'out');
/** Of BullMQ and ioredis, whatever a bundler does to names. */
const REDIS_CODE = /bullmq|WRONGPASS|maxRetriesPerRequest/i;
const STATIC_IMPORT = /(?:^|[;\n])import\s*(?:[^"'()]*?\bfrom\s*)?["'](\.[^"']+)["']/g;
/** `import("…")`, which loads only when it runs. */
const LATE_IMPORT = /\bimport\(\s*["'](\.[^"']+)["']/g;

/** The built files that a program loads by its imports, in any case or also when it comes to that. */
function loadedBy(entry: string, imports: readonly RegExp[], seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const code = readFileSync(entry, 'utf8');
  for (const pattern of imports)
    for (const [, target] of code.matchAll(pattern))
      loadedBy(resolve(dirname(entry), target!), imports, seen);
  return seen;
}
const withRedis = (files: Iterable<string>) =>
  [...files].filter((file) => REDIS_CODE.test(readFileSync(file, 'utf8')));

it.each(['main/index.js', 'service/main.js', 'service/worker.js'])(
  '%s loads the code that speaks to Redis only when it comes to that',
  (name) => {
    const entry = join(OUT, ...name.split('/'));
    expect(withRedis(loadedBy(entry, [STATIC_IMPORT]))).toEqual([]);
  },
);

it('which hosts and the worker command can, but not the engine process', () => {
  const all = (...path: string[]) => withRedis(loadedBy(join(OUT, ...path), [STATIC_IMPORT, LATE_IMPORT]));
  expect(all('main', 'index.js')).not.toEqual([]);
  expect(all('service', 'main.js')).not.toEqual([]);
  expect(all('service', 'worker.js')).toEqual([]);
});
