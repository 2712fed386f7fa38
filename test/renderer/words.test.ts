import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/i18n/en.ts';

const root = resolve(import.meta.dirname, '../..');
const LANGUAGES = /[\\/]i18n[\\/](?:en|de|es|fr|ar)\.ts$/;

/** All text of a folder's sources, except the words themselves. */
function textOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => /\.(ts|vue)$/.test(path) && !LANGUAGES.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as object, `${prefix}${name}.`),
  );
}

const keys = new Set(keysOf(en));

describe('the words of the window', () => {
  it('are all in use', () => {
    const text = textOf('renderer');
    // `rail.${view}` and its like are made from a name found there, or in the contract.
    const names = new Set(`${text}\n${textOf('service/contract')}`.match(/\w+/g));
    const made = [...text.matchAll(/`(\w+\.\w*)\${[^}]*\}(\w*)`/g)].map(([, prefix, suffix]) => [
      prefix!,
      suffix!,
    ]);
    const isMade = (key: string) =>
      made.some(
        ([prefix, suffix]) =>
          key.startsWith(prefix!) &&
          key.endsWith(suffix!) &&
          names.has(key.slice(prefix!.length, key.length - suffix!.length)),
      );
    const unused = [...keys].filter((key) => !text.includes(`'${key}'`) && !isMade(key));
    expect(unused).toEqual([]);
  });

  it('do not shout', () => {
    expect(JSON.stringify(en)).not.toMatch(/!|Oops|uccessfully/);
  });
});
