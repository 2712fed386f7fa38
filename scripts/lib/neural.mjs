// @ts-check
// The quickstart's neural model, for a machine without another engine.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root, run, StepError } from './steps.mjs';

const FROM = 'en';
const TO = 'es';
/** The variant that `interlinear models install en es` installs: service/cli/models.ts. */
const VARIANT = 'base-memory';
const MAIN = join(root, 'out', 'service', 'main.js');

/** The app's folder of models, so that the app finds the quickstart's download. */
async function modelsFolder() {
  const { default: envPaths } = await import('env-paths');
  const named = process.env['INTERLINEAR_DATA_DIR'];
  return join(named ? resolve(named) : envPaths('interlinear', { suffix: '' }).data, 'models');
}

/**
 * The id of an installed model from English to Spanish, or undefined. Asks the product: a folder may hold an
 * incomplete model.
 */
export async function installedModel() {
  if (!existsSync(await modelsFolder())) return undefined;
  const args = [MAIN, 'models', 'list', '--installed', '--from', FROM, '--to', TO, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  /** @type {{models: {id: string, state: string}[]}} */
  const { models } = JSON.parse(stdout);
  return models.find(({ state }) => state === 'installed')?.id;
}

/**
 * Downloads and installs one, with its progress on this terminal. Returns its id, or undefined after a
 * reported failure.
 */
export async function downloadModel() {
  return (await run(process.execPath, [MAIN, 'models', 'install', FROM, TO])) === 0
    ? installedModel()
    : undefined;
}

/** Puts a copy of an installed model into another data folder. @param {string} id @param {string} dataFolder */
export async function lendModel(id, dataFolder) {
  cpSync(join(await modelsFolder(), id), join(dataFolder, 'models', id), { recursive: true });
}

/** The model's files: their addresses, and their total size in MB. */
export function modelFiles() {
  const list = manifest();
  const offered = list.models.filter(({ from, to }) => from === FROM && to === TO);
  const model = offered.find(({ architecture }) => architecture === VARIANT) ?? offered[0];
  const files = Object.entries(model?.files ?? {}).flatMap(([role, file]) =>
    role === 'quality' ? [] : [file],
  );
  // As in service/models/manifest.ts.
  const url =
    [process.env['INTERLINEAR_MODELS_URL'], list.url].find((one) => one) ??
    `https://media.githubusercontent.com/media/${list.source}/${list.commit}`;
  return {
    addresses: files.map(({ path }) => `${url.replace(/\/+$/, '')}/${path}`),
    megabytes: Math.max(1, Math.round(files.reduce((sum, { size }) => sum + size, 0) / 1_000_000)),
  };
}

/** @returns {{url?: string, source: string, commit: string, models: {from: string, to: string, architecture: string, files: Record<string, {path: string, size: number}>}[]}} */
function manifest() {
  const named = process.env['INTERLINEAR_MODELS_MANIFEST'];
  const file = named ? resolve(named) : join(root, 'resources', 'models.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StepError(
      `The manifest of models ${file} cannot be read: ${/** @type {Error} */ (error).message}. Correct INTERLINEAR_MODELS_MANIFEST, or leave it out.`,
    );
  }
}
