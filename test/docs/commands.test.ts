import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { wrongWith } from '../support/named-commands.ts';

/** The changelog and the decisions tell of their day; the notices are others' words. */
const OF_THEIR_DAY = /^(?:CHANGELOG|THIRD-PARTY-NOTICES)\.md$|^docs\/decisions\/\d/;

const markdownIn = (folder: string, recursive: boolean) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive })
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
const PAGES = [
  ...markdownIn('.', false),
  ...markdownIn('docs', true),
  ...markdownIn('resources/samples', true),
].filter((path) => !OF_THEIR_DAY.test(path));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The commands of a page: lines of its shell blocks, and code in its sentences that begins as one. */
function commandsOf(page: string): string[] {
  const blocks = Array.from(page.matchAll(/^```sh\n(.*?)^```/gms), ([, block]) => block!);
  const lines = blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  const parts = lines.flatMap((line) => line.replace(/(?:^|\s)#.*$/, '').split(/&&|;|\|/));
  const prose = page.replaceAll(/^```.*?^```/gms, '');
  const inline = Array.from(
    prose.matchAll(/`((?:npm|interlinear|node out\/service\/main\.js) [^`]+)`/g),
    ([, code]) => code!,
  );
  return [...parts, ...inline]
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S* +)+/, ''))
    .map((command) => command.replace(/^node out\/service\/main\.js/, 'interlinear'))
    .filter((command) => /^(?:npm|interlinear) /.test(command));
}

it.each([
  ['npm run nothing', 'there is no npm script "nothing"'],
  ['npm run package:deb -- --arhc x64', 'there is no option --arhc'],
  ['interlinear translat letter.docx', 'there is no command "interlinear translat"'],
  ['interlinear models instal en es', 'there is no command "interlinear models instal"'],
  ['interlinear translate letter.docx --form en', 'there is no option --form'],
  ['interlinear models install en es', undefined],
])('a command is checked: %s', async (command, trouble) => {
  expect(await wrongWith(command)).toBe(trouble);
});

describe('the documents', () => {
  it('name only commands and options that are there', async () => {
    const named = PAGES.flatMap((path) => commandsOf(textOf(path)).map((command) => ({ path, command })));
    expect(new Set(named.map(({ command }) => command)).size).toBeGreaterThan(30);
    const wrong = [];
    for (const { path, command } of named) {
      const trouble = await wrongWith(command);
      if (trouble !== undefined) wrong.push(`${path}: ${command}: ${trouble}`);
    }
    expect(wrong).toEqual([]);
  });

  it('come with a unit of systemd and a container that start what is there', async () => {
    const unit = /^ExecStart=\/usr\/bin\/env (.+)$/m.exec(
      textOf('resources/systemd/interlinear.service'),
    )?.[1];
    const [node, program, ...args] = JSON.parse(
      /^CMD (.+)$/m.exec(textOf('resources/docker/Dockerfile'))?.[1] ?? '[]',
    ) as string[];
    expect([node, program]).toEqual(['node', '/usr/local/bin/interlinear']);
    for (const command of [unit ?? '', `interlinear ${args.join(' ')}`]) {
      expect(command).toMatch(/^interlinear serve/);
      expect(await wrongWith(command)).toBeUndefined();
    }
  });

  it('lead to files and headings that are there', () => {
    const lost = PAGES.flatMap((path) =>
      Array.from(textOf(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g))
        .filter(([, target = '', heading]) => {
          const file = target === '' ? path : join(dirname(path), target);
          if (!existsSync(join(root, file))) return true;
          return heading !== undefined && !headingsOf(textOf(file)).includes(heading);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(lost).toEqual([]);
  });
});

/** As GitHub makes anchors of them. */
const headingsOf = (page: string) =>
  Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
