import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { slugOf } from '../../scripts/lib/markdown-links.mjs';

const root = join(import.meta.dirname, '..', '..');
const markdownIn = (folder: string, recursive = true) =>
  readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'THIRD-PARTY-NOTICES.md')
    .map((name) => join(root, folder, name));

/** Outside code: spans in backquotes may show the syntax of links. */
const textOf = (path: string) =>
  readFileSync(path, 'utf8')
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]+`/g, (code) => code.slice(1, -1).replace(/[[\]()]/g, ''));

const anchorsOf = (path: string) =>
  Array.from(textOf(path).matchAll(/^#+ (.+)$/gm), ([, heading]) => slugOf(heading!));

it('each link between pages leads to a page, and to a heading of it', () => {
  const broken = [...markdownIn('', false), ...markdownIn('docs'), ...markdownIn('test')].flatMap((page) =>
    Array.from(
      textOf(page).matchAll(/\]\((?!\w+:)([^()\s#]*)(?:#([^()\s]*))?\)/g),
      ([link, path, anchor]) => {
        const target = path === '' ? page : join(dirname(page), decodeURI(path!));
        const isThere = existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
        return isThere ? [] : [`${relative(root, page)}: ${link.slice(1)}`];
      },
    ).flat(),
  );
  expect(broken).toEqual([]);
});
