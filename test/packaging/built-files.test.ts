import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';

const SERVICE = join(root, 'out', 'service');
const STARTED_BY_PATH = readdirSync(SERVICE).filter((name) => name.endsWith('.js') && name !== 'main.js');
/** Finding and opening one takes about as long as compiling 100 kB. */
const MAX_FILES = 12;

/** The file and all that it imports before its first line runs. */
function loadedAtStart(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path = ''] of source.matchAll(/^(?:import|export)\b[^;(]*?["'](\.[^"']+)["'];/gm))
    loadedAtStart(resolve(file, '..', path), loaded);
  return loaded;
}

describe('files started by path', () => {
  it.each(STARTED_BY_PATH)('%s loads few files', (name) => {
    expect([...loadedAtStart(join(SERVICE, name))].length).toBeLessThanOrEqual(MAX_FILES);
  });
});
