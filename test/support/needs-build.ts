import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Code that says so drives the built program: it names a path below `out/`, or starts a script, which does.
 */
const DRIVES_BUILD = /['"`/](?:out|scripts)['"`/]/;
const IMPORTED = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Whether one of the files, or one that it imports however indirectly, drives the built program. */
export function needsBuild(paths: readonly string[], seen = new Set<string>()): boolean {
  return paths.some((path) => {
    if (seen.has(path) || !/\.(?:ts|mjs)$/.test(path)) return false;
    seen.add(path);
    const code = readFileSync(path, 'utf8');
    if (DRIVES_BUILD.test(code)) return true;
    const imported = Array.from(code.matchAll(IMPORTED), ([, target]) => resolve(dirname(path), target!));
    return needsBuild(imported, seen);
  });
}
