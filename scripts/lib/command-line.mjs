// @ts-check
// What all scripts have in common: a usage, options that are checked, and exit codes. No dependencies: it runs before anything is
// installed.
import { parseArgs } from 'node:util';
import { say, StepError } from './steps.mjs';

/**
 * @typedef {object} Command
 * @property {string} usage printed for `--help`, and after the complaint about a command line that is not understood
 * @property {import('node:util').ParseArgsConfig['options']} [options]
 * @property {number} [mostPositionals] none unless given
 *
 * @typedef {{values: Record<string, any>, positionals: string[]}} Arguments
 */

/** A command line that cannot be followed: its message, the usage, exit code 2. */
export class UsageError extends Error {}

/**
 * Runs a script. Exit codes: 2 for a command line that cannot be followed, 1 for a failure, explained by a StepError or with its
 * stack; what else there is to report, `main` sets itself.
 * @param {Command} command
 * @param {(given: Arguments) => Promise<void>} main
 */
export async function script(command, main) {
  try {
    const given = readArguments(command);
    if (given.values['help']) say(command.usage);
    else await main(given);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const shown = isUsage || error instanceof StepError ? error.message : /** @type {Error} */ (error).stack;
    process.stderr.write(`\n${shown}\n${isUsage ? `${command.usage}\n` : ''}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** @param {Command} command @returns {Arguments} */
function readArguments({ options = {}, mostPositionals = 0 }) {
  const help = /** @type {const} */ ({ type: 'boolean' });
  const { values, positionals } = parse({ ...options, help });
  if (positionals.length > mostPositionals) throw new UsageError(`"${positionals.at(-1)}" is one too many.`);
  return { values, positionals };
}

/** @param {import('node:util').ParseArgsConfig['options']} options */
function parse(options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    // Node's sentence is clear; the advice about positionals that begin with a dash, its second, is not for us.
    throw new UsageError(/** @type {Error} */ (error).message.split('. ')[0]);
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

/** The names asked for, in the order of `known`; all of them where none was. @param {readonly string[]} asked @param {readonly string[]} known */
export function namesOf(asked, known) {
  const stranger = asked.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UsageError(`There is no "${stranger}". Known are: ${known.join(', ')}.`);
  return asked.length === 0 ? known : known.filter((name) => asked.includes(name));
}
