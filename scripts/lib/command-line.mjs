// Shared by all commands: usage, validated options, and exit codes. No dependencies: it runs before anything
// is installed.
import { parseArgs } from 'node:util';
import { say, StepError } from './steps.mjs';

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} Options */

/** An invalid command line: prints its message and the usage, exit code 2. */
export class UsageError extends Error {}

/**
 * Runs a command. Exit codes: 2 for an invalid command line, 1 for a failure, explained by a StepError or
 * with its stack; `main` sets others itself. `usage` is printed for `--help`, and after the message about an
 * invalid command line; positionals are refused beyond `mostPositionals`.
 * @template {Options} T
 * @param {{usage: string, options?: T, mostPositionals?: number}} command
 * @param {(values: ReturnType<typeof parseArgs<{options: T}>>['values'], positionals: string[]) =>
 * Promise<void>} main
 */
export function script({ usage, options, mostPositionals = 0 }, main) {
  return explained(async () => {
    const { values, positionals } = readArguments(options ?? {}, mostPositionals);
    if (values.help === true) say(usage);
    else await main(/** @type {Parameters<typeof main>[0]} */ (values), positionals);
  }, usage);
}

/**
 * Runs `main`, and explains a failure.
 * @param {() => Promise<void>} main
 * @param {string} [usage]
 */
export async function explained(main, usage) {
  try {
    await main();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const isExplained = isUsage || error instanceof StepError || !(error instanceof Error);
    const shown = isExplained ? String(error instanceof Error ? error.message : error) : error.stack;
    process.stderr.write(`\n${shown}\n${isUsage && usage !== undefined ? `${usage}\n` : ''}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** @param {Options} options @param {number} mostPositionals */
function readArguments(options, mostPositionals) {
  try {
    const given = parseArgs({ options: { ...options, help: { type: 'boolean' } }, allowPositionals: true });
    if (given.positionals.length <= mostPositionals) return given;
    throw new UsageError(`"${given.positionals.at(-1)}" is one too many.`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's first sentence is clear; its second, about positionals that begin with a dash, does not apply.
    throw new UsageError(error.message.split('. ')[0]);
  }
}

/** A number an option was given. @param {string} value @param {string} name @param {{least?: number, isWhole?: boolean}} [limits] */
export function numberOf(value, name, { least = 1, isWhole = true } = {}) {
  const number = Number(value);
  if (number >= least && (!isWhole || Number.isSafeInteger(number))) return number;
  throw new UsageError(
    `--${name} is "${value}", not a ${isWhole ? 'whole ' : ''}number of ${least} or more.`,
  );
}

/**
 * The requested names, in the order of `known`; all of them if none was requested.
 * @template {string} T
 * @param {readonly string[]} asked
 * @param {readonly T[]} known
 */
export function namesOf(asked, known) {
  const stranger = asked.find((name) => !known.some((one) => one === name));
  if (stranger !== undefined)
    throw new UsageError(`There is no "${stranger}". Known are: ${known.join(', ')}.`);
  return asked.length === 0 ? [...known] : known.filter((name) => asked.includes(name));
}
