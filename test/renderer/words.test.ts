import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/i18n/en.ts';

const renderer = resolve(import.meta.dirname, '../../renderer');
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|vue)$/.test(name) && !name.endsWith('en.ts'))
  .map((name) => readFileSync(join(renderer, name), 'utf8'));

function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value as object, `${prefix}${name}.`),
  );
}

const keys = new Set(keysOf(en));

describe('the words of the window', () => {
  it('are all in use', () => {
    const text = sources.join('\n');
    // `rail.${view}` and its like are built from a prefix.
    const built = [...text.matchAll(/`(\w+\.)\$\{/g)].map((match) => match[1]!);
    const unused = [...keys].filter(
      (key) => !text.includes(`'${key}'`) && !built.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('do not shout', () => {
    expect(JSON.stringify(en)).not.toMatch(/!|Oops|uccessfully/);
  });
});
