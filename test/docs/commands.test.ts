import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slugOf } from '../../scripts/lib/markdown-links.mjs';
import { root } from '../../scripts/lib/steps.mjs';
import { offeredSynthetic } from '../support/models/install-synthetic.ts';
import { startMirror } from '../support/models/mirror.ts';
import type { Mirror } from '../support/models/mirror.ts';
import { wrongWith } from '../support/named-commands.ts';
import { API_KEY, MAIN } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { IS_LONG } from '../support/effort.ts';

/** The changelog and the decisions tell of their day; the notices are others' words. */
const OF_THEIR_DAY = /^(?:CHANGELOG|THIRD-PARTY-NOTICES)\.md$|^docs\/decisions\/\d/;

const markdownIn = (folder: string, recursive: boolean) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive })
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
const PAGES = [
  ...markdownIn('.', false),
  ...markdownIn('docs', true),
  ...markdownIn('test', false),
  ...markdownIn('resources/samples', true),
].filter((path) => !OF_THEIR_DAY.test(path));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

const blocksOf = (page: string) => Array.from(page.matchAll(/^```sh\n(.*?)^```/gms), ([, block]) => block!);

/** The commands of a page: those of its shell blocks, and code in its sentences that begins as one. */
function commandsOf(page: string): string[] {
  const prose = page.replaceAll(/^```.*?^```/gms, '');
  const inline = Array.from(
    prose.matchAll(/`((?:npm|interlinear|node out\/service\/main\.js) [^`]+)`/g),
    ([, code]) => code!,
  );
  return [...blocksOf(page).flatMap(partsOf), ...inline].map(asOurs).filter(isOurs);
}

/** The parts of a block's lines, without comments. */
function partsOf(block: string): string[] {
  const lines = block.replaceAll('\\\n', ' ').split('\n');
  return lines.flatMap((line) => line.replace(/(?:^|\s)#.*$/, '').split(/&&|;|\|/));
}

const withoutOptionsOfChecks = (command: string) =>
  /^npm run (\S+)/.exec(command)?.[1]?.match(/^(?:bench|test:(?!long|electron|repeat))/)
    ? command.replace(/ -- .*/, '')
    : command;
const isOurs = (command: string) => /^(?:npm|interlinear) /.test(command);
/** Without what it says of the environment, and by one name for the command line. */
const asOurs = (command: string) =>
  command
    .trim()
    .replace(/^(?:[A-Z_]+=\S* +)+/, '')
    .replace(/^node out\/service\/main\.js/, 'interlinear');

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
    const named = PAGES.flatMap((path) => commandsOf(textOf(path)).map((command) => ({ path, command }))).map(
      // What the checks behind the launcher are called with is asked in the long run: each loads much of the product.
      ({ path, command }) => ({ path, command: IS_LONG ? command : withoutOptionsOfChecks(command) }),
    );
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

const headingsOf = (page: string) => Array.from(page.matchAll(/^#+ (.+)$/gm), ([, title]) => slugOf(title!));

/** To servers that a test has not; what they are sent is tested in test/engines/remote/. */
const OF_OTHERS = / --engine (?:chat|deepl|libretranslate)$/;

/** By night: each command is a process, and some are a service. */
describe.runIf(IS_LONG && process.platform !== 'win32')(
  'commands of Interlinear in blocks, run as they stand',
  () => {
    let folder: string;
    let service: TestService;
    let mirror: Mirror;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'interlinear-documents-'));
      const sample = join(root, 'resources', 'samples', 'harbour-museum.docx');
      for (const name of ['contract.docx', 'letter.docx', 'contract_EN.docx', 'contract_ES.docx'])
        await copyFile(sample, join(folder, name));
      await writeFile(join(folder, 'terms.csv'), 'museum,Museum\n');
      const { files, line } = offeredSynthetic('en', 'es');
      mirror = await startMirror(files);
      const manifest = join(folder, 'models.json');
      await writeFile(manifest, JSON.stringify({ url: mirror.url, licence: 'none', models: [line] }));
      service = await startService({ INTERLINEAR_MODELS_MANIFEST: manifest, INTERLINEAR_DOCX_QUOTA: '0' });
      // Before the first translation to Spanish, whichever page has that.
      expect(await run('interlinear models install en es')).toMatchObject({ code: 0 });
    });
    afterAll(async () => {
      await service.close();
      await mirror.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** In a shell, as a reader does. `onOutput` gets what it has said so far, and what ends it. */
    async function run(command: string, env = {}, onOutput?: (output: string, end: () => void) => void) {
      const line = command.replace(/^interlinear/, `exec "${process.execPath}" "${MAIN}"`);
      const child = spawn('bash', ['-euo', 'pipefail', '-c', line], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, INTERLINEAR_DATA_DIR: service.dataDir, ...env },
      });
      let stdout = '';
      child.stdout.on('data', (text) => {
        stdout += String(text);
        onOutput?.(stdout, () => child.kill('SIGTERM'));
      });
      const ended = once(child, 'close') as Promise<[code: number | null]>;
      const [stderr, [code]] = await Promise.all([text(child.stderr), ended]);
      return { code, stdout, stderr };
    }

    it('end with 0, one after the other', async () => {
      const commands = PAGES.flatMap((path) => blocksOf(textOf(path)).flatMap(partsOf)).map(asOurs);
      const ours = [...new Set(commands)].filter((command) => command.startsWith('interlinear '));
      const runOne = (command: string, id: string) =>
        command === 'interlinear serve'
          ? run(command, { INTERLINEAR_DATA_DIR: join(folder, 'data') }, (output, end) => {
              if (output.includes('listens at')) end();
            })
          : run(command.replace(/ ID\b/, ` ${id}`));
      let id = '';
      const ran = [];
      for (const command of ours.filter((one) => !OF_OTHERS.test(one))) {
        const { code, stdout, stderr } = await runOne(command, id);
        // The next one that says ID means what this one made.
        if (command.includes(' import ')) id = stdout.trim();
        ran.push({ command, code, stderr: code === 0 ? '' : stderr });
      }
      expect(ran.length).toBeGreaterThan(9);
      expect(ran.filter(({ code }) => code !== 0)).toEqual([]);
    });

    it.skipIf(spawnSync('curl', ['--version']).status !== 0)(
      'README’s requests bring a document',
      async () => {
        const block = blocksOf(textOf('README.md')).find((one) => one.startsWith('curl'))!;
        const [create = '', ...rest] = block
          .replaceAll('http://127.0.0.1:4717', service.baseUrl)
          .replaceAll('contract.docx', 'fetched.docx')
          .split(/^# 202 .*$/m);
        await copyFile(join(folder, 'contract.docx'), join(folder, 'fetched.docx'));
        const { stdout } = await run(create, { KEY: API_KEY });
        const { id } = (JSON.parse(stdout) as { data: { id: string } }).data;
        await service.ended(id);
        expect(await run(rest.join('\n'), { KEY: API_KEY, ID: id })).toMatchObject({ code: 0 });
        expect(existsSync(join(folder, 'fetched.es.docx'))).toBe(true);
      },
    );
  },
);
