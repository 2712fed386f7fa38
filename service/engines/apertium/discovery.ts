import { execFile } from 'node:child_process';
import { access, constants, readdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parseLanguage } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';

const run = promisify(execFile);
const EXTENSION = '.mode';

export interface ApertiumMode {
  /** Apertium's name: `eng-spa`, `spa-eng_US`. */
  readonly name: string;
  readonly pair: EnginePair;
  readonly file: string;
}

/** The variants of Serbo-Croatian, for which Apertium uses one code. */
const OWN_CODES: Readonly<Record<string, string>> = {
  hbs: 'sr-Latn',
  hbs_BS: 'bs',
  hbs_HR: 'hr',
  hbs_SR: 'sr-Latn',
};

/** `eng-spa_US` → en → es-US. Undefined for a mode that is not a direction between known languages. */
export function pairOfMode(name: string): EnginePair | undefined {
  const sides = name.split('-');
  if (sides.length !== 2) return undefined;
  const [from, to] = sides.map((side) => OWN_CODES[side] ?? parseLanguage(side));
  return from !== undefined && to !== undefined && from !== to ? { from, to } : undefined;
}

async function findInPath(command: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    const path = join(folder, command);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder: try the next.
    }
  }
  return undefined;
}

/**
 * The installed directions, read from Apertium's folder as `apertium -l` does. A child process that lists
 * them could be killed half-way (by the user, or for lack of memory), and the rest would pass for
 * uninstalled. Undefined if Apertium (3.8 or later, with word-bound blanks) is not installed.
 */
export async function installedModes(): Promise<ApertiumMode[] | undefined> {
  const apertium = await findInPath('apertium');
  if (apertium === undefined || (await findInPath('apertium-wblank-mode')) === undefined) return undefined;
  const folder = join(dirname(dirname(apertium)), 'share', 'apertium', 'modes');
  // Apertium without a single language package has no such folder.
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(EXTENSION))
    .sort()
    .flatMap((file) => {
      const name = file.slice(0, -EXTENSION.length);
      const pair = pairOfMode(name);
      return pair ? [{ name, pair, file: join(folder, file) }] : [];
    });
}

/** The shell pipeline of a mode that flushes at each NUL (`-z`) and carries word-bound blanks. */
export async function pipelineCommand(modeFile: string): Promise<string> {
  const { stdout } = await run('apertium-wblank-mode', ['-z', modeFile], { timeout: 10_000 });
  return stdout.trim();
}

/** The first missing program of a pipeline: Debian's `apertium-spa-cat` does not depend on its `cg-proc`. */
export async function missingProgram(command: string): Promise<string | undefined> {
  for (const part of command.split(' | ')) {
    const [program = ''] = part.trim().split(/\s/);
    if (program !== '' && (await findInPath(program)) === undefined) return program;
  }
  return undefined;
}
