import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants, copyFile, link, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { removeFile } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { parseLanguage, translatedName } from '../contract/index.ts';
import { CliError, EXIT, ServiceGoneError } from './cli-error.ts';

/** `contract.docx` into Spanish: `contract.es.docx` beside it. `from` and `to` are codes or names. */
export function defaultOutput(source: string, { from, to }: { from: string; to: string }): string {
  // The service refuses an unknown language; its name may not be fit for a file name.
  const pair = { from: parseLanguage(from) ?? '', to: parseLanguage(to) ?? 'translated' };
  return join(dirname(source), translatedName(basename(source), pair));
}

/** Refuses, before any work, an output that is not writable or would replace a file that must stay. */
export async function checkOutput(output: string, source: string, force: boolean): Promise<void> {
  if (resolve(output) === resolve(source)) {
    throw new CliError(`${output} is the source itself. Choose another file with --out.`, EXIT.usage);
  }
  const [folder, existing] = await Promise.all([find(dirname(resolve(output))), find(output)]);
  if (!folder?.isDirectory()) {
    throw new CliError(`The folder of ${output} does not exist. Create it first.`, EXIT.usage);
  }
  if (existing?.isDirectory()) {
    throw new CliError(`${output} is a folder. Name a file in it with --out.`, EXIT.usage);
  }
  if (existing && !force) throw alreadyThere(output);
}

/** Writes the whole file or nothing: into a temporary file beside it, then in one step to its place. */
export async function writeOutput(content: Readable, output: string, force: boolean): Promise<void> {
  const temporary = join(dirname(output), `.${basename(output)}.${randomBytes(6).toString('hex')}.part`);
  try {
    await pipeline(content, createWriteStream(temporary, { flags: 'wx' }));
    if (force) await rename(temporary, output);
    else await putWithoutReplacing(temporary, output);
  } catch (error) {
    if (errorCode(error) === 'ECONNRESET') throw new ServiceGoneError(error);
    if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
    throw new CliError(`${output} cannot be written: ${error.message}.`, EXIT.failed);
  } finally {
    await removeFile(temporary);
  }
}

/** A file may have appeared since `checkOutput`; a rename would replace it, a link refuses. */
async function putWithoutReplacing(temporary: string, output: string): Promise<void> {
  try {
    await link(temporary, output);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw alreadyThere(output);
    // No hard links on FAT and some network drives.
    await copyFile(temporary, output, constants.COPYFILE_EXCL);
  }
}

function alreadyThere(output: string): CliError {
  return new CliError(
    `${output} is already there. Replace it with --force, or choose another with --out.`,
    EXIT.usage,
  );
}

async function find(path: string) {
  return stat(path).catch(() => undefined);
}

/** Writes a small file to the path given to a command; never replaces one. */
export async function writeNewFile(output: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(output, bytes, { flag: 'wx' });
  } catch (error) {
    const why = errorCode(error) === 'EEXIST' ? 'is there already' : 'cannot be written';
    throw new CliError(`${output} ${why}. Choose another name.`, EXIT.failed);
  }
}
