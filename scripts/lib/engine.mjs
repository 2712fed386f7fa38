// @ts-check
// Chooses the quickstart's engine: an installed one, one that can be installed without asking, or a download
// that the user wants.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { APERTIUM_HELP, ensureApertium, hasApertium } from './apertium.mjs';
import { downloadModel, installedModel, modelFiles } from './neural.mjs';
import { root, say } from './steps.mjs';

/**
 * @typedef {{to: 'es' | 'en-XA', model?: string}} Chosen the samples' target language; the model's id if a
 * model serves
 */

/**
 * @param {{offline: boolean, model: boolean}} asked `offline`: download nothing; `model`: download a model
 * without asking
 * @returns {Promise<Chosen>}
 */
export async function chooseEngine({ offline, model }) {
  if (hasApertium()) return { to: 'es' };
  const installed = await installedModel();
  if (installed !== undefined) return { to: 'es', model: installed };
  if (!offline) {
    if (!model && ensureApertium()) return { to: 'es' };
    const downloaded = model || (await isWanted()) ? await downloadModel() : undefined;
    if (downloaded !== undefined) return { to: 'es', model: downloaded };
  }
  say(
    `\nNo translation engine is installed here, so the samples become pseudo-translations: accented and bracketed text\nthat shows the layout. ${offline ? offlineHelp() : onlineHelp()}`,
  );
  return { to: 'en-XA' };
}

/** Asks on a terminal; without one nothing is downloaded. */
async function isWanted() {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return false;
  const { megabytes } = modelFiles();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Ctrl-C ends the quickstart as everywhere else; Ctrl-D, the end of input, means no.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const closed = once(terminal, 'close').then(() => 'no');
  try {
    const question = `\nThere is no translation engine here. Download Firefox's neural model from English to Spanish, ${megabytes} MB? [Y/n] `;
    const answer = await Promise.race([terminal.question(question).catch(() => 'no'), closed]);
    return /^(?:y(?:es)?)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

const onlineHelp = () => `For a real translation to Spanish, run this again
  with the neural model, ${modelFiles().megabytes} MB to download:  npm run quickstart -- --model
  or with a rule-based engine. ${APERTIUM_HELP}`;

/** Lists everything to carry over to a machine without even the dependencies: nobody wants to go twice. */
export const nothingInstalledHelp =
  () => `The packages that Interlinear is built with are not installed, and --offline forbids to fetch them. On a machine with the same system
and a network, run "npm ci" in this version of the project, start it once with "npm start", which fetches Electron, and carry its folder
"node_modules" over to ${root}${hasApertium() ? '' : `\n${offlineHelp()}`}`;

/** Help for a machine without a network: files to download on another one. */
function offlineHelp() {
  const { addresses, megabytes } = modelFiles();
  return `For a real translation to Spanish, carry over what one of these engines needs, and run this again:
  The neural model, ${megabytes} MB. On a machine with a network, download as they are
${addresses.map((address) => `    ${address}`).join('\n')}
  and take them in here, once Interlinear is built, with: node out/service/main.js models import FOLDER
  Or, on Debian and Ubuntu, the packages apertium and apertium-eng-spa with what they depend on.`;
}
