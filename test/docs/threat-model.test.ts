import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8');

/** A test as the page names it: its file, and the title in italics. */
const NAMED = /`(test\/[\w/.-]+\.ts)`\s+_([^_|]+)_/g;

const sourceOf = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'") : '';

/** The threats: items of the lists after "Threats", threats and attacks. */
const threats = page
  .slice(page.indexOf('\n## Threats'), page.indexOf('\n## Known gaps'))
  .split(/\n(?=- )|\n\n/)
  .filter((item) => item.startsWith('- '));

it('the threat model names a test for each threat', () => {
  expect(threats.length).toBeGreaterThan(100);
  expect(threats.filter((threat) => threat.match(NAMED) === null)).toEqual([]);
});

it('the threat model names only tests that are there', () => {
  const named = Array.from(page.matchAll(NAMED), ([, path, title]) => ({ path: path!, title: title! }));
  expect(named.filter(({ path, title }) => !sourceOf(path).includes(title))).toEqual([]);
});
