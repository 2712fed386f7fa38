import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '..', '..', 'scripts');
const SCRIPTS = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'));

function run(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(FOLDER, name), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.each([...SCRIPTS, 'samples/make.mjs'])('%s', (name) => {
  it('tells its usage', () => {
    const { status, stdout, stderr } = run(name, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: npm (?:run )?\w/);
  });

  it('does nothing for an option it does not know, and ends with 2', () => {
    const { status, stdout, stderr } = run(name, '--nonsense');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--nonsense'");
    expect(stderr).toContain('Usage: npm');
  });
});

describe('a script', () => {
  it.each([
    ['kill-rounds.mjs', ['--rounds', 'many'], '--rounds is "many", not a whole number of 1 or more.'],
    ['load.mjs', ['--minutes', '0'], '--minutes is "0", not a number of 0.1 or more.'],
    ['bench.mjs', ['speed'], 'There is no "speed".'],
    ['corpus.mjs', [], 'Which folder?'],
    ['corpus.mjs', [FOLDER, '--only', 'pdf'], 'pdf is none of the formats.'],
    ['fuzz.mjs', ['a', 'b'], '"b" is one too many.'],
  ])('%s refuses %j in words', (name, args, words) => {
    const { status, stderr } = run(name, ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });
});
