import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { root, TYPESCRIPT } from '../../scripts/lib/steps.mjs';
import { IS_LONG } from '../support/effort.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Our own programs behind `npm run`: a script, or a check behind the launcher. */
const COMMANDS = Object.values(scripts).flatMap(
  (command) => /^node (?:scripts\/run\.mjs )?(\S+)$/.exec(command)?.[1] ?? [],
);

async function run(file: string, ...args: string[]) {
  const child = spawn(process.execPath, [...TYPESCRIPT, join(root, file), ...args]);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}

it('every check and every script has its command', () => {
  const checks = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const mains = checks.filter((name) => name.endsWith('main.ts')).map((name) => join('test', name));
  const files = readdirSync(join(root, 'scripts')).filter(
    (name) => name.endsWith('.mjs') && name !== 'run.mjs',
  );
  const all = [...mains, ...files.map((name) => join('scripts', name))];
  expect([...new Set(COMMANDS)].sort()).toEqual(all.sort());
});

/** The checks behind the launcher load much of the product before they say how they are called. */
const ASKED = [...new Set(COMMANDS)].filter((file) => IS_LONG || file.endsWith('.mjs'));

describe.concurrent.each(ASKED)('%s', (file) => {
  it('prints its usage', async () => {
    const { status, stdout, stderr } = await run(file, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm (?:run )?\w/);
  });

  if (IS_LONG)
    it('does nothing for an option it does not know, and ends with 2', async () => {
      const { status, stdout, stderr } = await run(file, '--nonsense');
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain("Unknown option '--nonsense'");
      expect(stderr).toContain('Usage: npm');
    });
});

const REFUSED: [file: string, args: string[], words: string][] = [
  ['test/faults/main.ts', ['--rounds', 'many'], '--rounds is "many", not a whole number of 1 or more.'],
  ['test/load/main.ts', ['--minutes', '0'], '--minutes is "0", not a number of 0.1 or more.'],
  ['test/bench/main.ts', ['speed'], 'There is no "speed".'],
  ['test/corpus/main.ts', [], 'Which folder?'],
  ['test/corpus/main.ts', [root, '--only', 'pdf'], 'There is no "pdf". Known are: docx'],
  ['test/fuzz/main.ts', ['a', 'b'], '"b" is one too many.'],
];

describe.runIf(IS_LONG)('a command', () => {
  it.concurrent.each(REFUSED)('%s refuses %j in words', async (file, args, words) => {
    const { status, stderr } = await run(file, ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });
});
