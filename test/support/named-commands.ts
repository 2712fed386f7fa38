/**
 * Commands that workflows and documents name, held against what is there: npm scripts and Interlinear's
 * command line, with their options.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, TYPESCRIPT } from '../../scripts/lib/steps.mjs';
import { runCommand } from './command.ts';

const run = promisify(execFile);
/** Scripts of package.json, by name. */
export const SCRIPTS = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;
const INTERLINEAR = ['interlinear'];
/** npm's short names. */
const SHORT: Readonly<Record<string, string>> = { test: 'test', start: 'start' };

const usages = new Map<string, Promise<string>>();

/**
 * The fault of a command, or undefined: an npm script or a command of ours that does not exist, an option
 * that it does not have.
 */
export async function wrongWith(command: string): Promise<string | undefined> {
  const words = command.trim().split(/\s+/);
  const npm = words[0] === 'npm' ? (words[1] === 'run' ? words[2] : SHORT[words[1] ?? '']) : undefined;
  if (npm !== undefined) return wrongWithScript(npm, words);
  if (words[0] === 'interlinear') return wrongWithInterlinear(words.slice(1));
  return undefined;
}

async function wrongWithScript(name: string, words: readonly string[]): Promise<string | undefined> {
  const line = SCRIPTS[name];
  if (line === undefined) return `there is no npm script "${name}"`;
  const options = optionsOf(words.slice(words.indexOf('--') + 1));
  if (!words.includes('--') || options.length === 0) return undefined;
  const [program, ...parts] = line.split(' ');
  // It installs, builds and starts the file that follows, which answers by itself.
  const args = parts.filter((part) => part !== 'scripts/run.mjs');
  if (program !== 'node') return `"${name}" is a tool of others: its options are not known here`;
  return missing(options, await usageOf(args));
}

async function wrongWithInterlinear(words: readonly string[]): Promise<string | undefined> {
  const whole = await usageOf(INTERLINEAR);
  const [name = '--help'] = words;
  if (name.startsWith('-')) return missing([name], whole);
  if (!isCommandIn(whole, name)) return `there is no command "interlinear ${name}"`;
  const usage = await usageOf([...INTERLINEAR, name]);
  const [, part = ''] = words;
  if (!/^Commands:/m.test(usage)) return missing(optionsOf(words), usage);
  if (!isCommandIn(usage, part)) return `there is no command "interlinear ${name} ${part}"`;
  return missing(optionsOf(words), await usageOf([...INTERLINEAR, name, part]));
}

const isCommandIn = (usage: string, name: string) => new RegExp(`^ {2}${name}\\b`, 'm').test(usage);

const optionsOf = (words: readonly string[]) =>
  words.filter((word) => word.startsWith('--') && word !== '--').map((word) => word.split('=')[0]!);

function missing(options: readonly string[], usage: string): string | undefined {
  const lost = options.find((option) => !new RegExp(`${option}(?![\\w-])`).test(usage));
  return lost === undefined ? undefined : `there is no option ${lost}`;
}

/** A program's answer to `--help`. */
function usageOf(args: readonly string[]): Promise<string> {
  const key = args.join(' ');
  const known = usages.get(key);
  if (known !== undefined) return known;
  const [program, ...rest] = args;
  const asked =
    program === 'interlinear'
      ? runCommand(...rest, '--help')
      : run(process.execPath, [...TYPESCRIPT, ...args, '--help'], { cwd: root });
  const usage = asked.then(({ stdout }) => stdout);
  usages.set(key, usage);
  return usage;
}
