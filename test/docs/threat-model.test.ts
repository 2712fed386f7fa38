import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(root, 'docs', 'threat-model.md'), 'utf8');

/** A test as the page names it: its file, and the title in italics. */
const NAMED = /`(test\/[\w/.-]+\.ts)` _([^_|]+)_/g;

const sourceOf = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').replaceAll("\\'", "'") : '';

/** Rows of the page's tables that have a column of tests. */
const rows = page
  .split('\n\n')
  .filter((block) => /^\|.*\| test +\|$/m.test(block.split('\n')[0]!))
  .flatMap((block) => block.split('\n').slice(2));

it('the threat model names a test for each threat', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((row) => row.startsWith('|') && row.match(NAMED) === null)).toEqual([]);
});

it('the threat model names only tests that are there', () => {
  const named = Array.from(page.matchAll(NAMED), ([, path, title]) => ({ path: path!, title: title! }));
  expect(named.filter(({ path, title }) => !sourceOf(path).includes(title))).toEqual([]);
});
