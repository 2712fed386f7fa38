// From a bare clone to four translated documents and the open app.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { script, UsageError } from './lib/command-line.mjs';
import { chooseEngine, nothingInstalledHelp } from './lib/engine.mjs';
import { lendModel } from './lib/neural.mjs';
import { isInstalled, prepare } from './lib/prepare.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

const SAMPLES = ['harbour-museum.docx', 'museum-shop.xlsx', 'audio-guide.csv', 'welcome-letter.txt'];
const LANGUAGE_NAMES = { es: 'Spanish', 'en-XA': 'en-XA (pseudo-translation)' };

/**
 * Readable text of a sample, one line per paragraph or cell. Enough for an excerpt; the service has the real
 * filters. @param {string} path
 */
async function textOf(path) {
  const bytes = readFileSync(path);
  const part = { '.docx': 'word/document.xml', '.xlsx': 'xl/sharedStrings.xml' }[extname(path)];
  if (!part) return bytes.toString('utf8').split(/\r?\n/);
  const { default: JSZip } = await import('jszip');
  const xml = (await (await JSZip.loadAsync(bytes)).file(part)?.async('string')) ?? '';
  return xml.split(/<\/w:p>|<\/si>/).map((piece) =>
    piece
      .replace(/<[^>]+>/g, '')
      .trim()
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&amp;/g, '&'),
  );
}

/**
 * The first longer line of the source, and its counterpart in the target. @param {string} source @param
 * {string} target
 */
async function excerpt(source, target) {
  const lines = await textOf(source);
  const place = lines.findIndex((line) => line.trim().length > 20);
  const show = (line = '') => (line.length > 90 ? `${line.slice(0, 89)}…` : line);
  return { before: show(lines[place]), after: show((await textOf(target))[place]) };
}

/** Returns the folder of the translations. @param {import('./lib/engine.mjs').Chosen} chosen */
async function translateSamples({ to, model }) {
  const folder = join(root, 'translated');
  const data = mkdtempSync(join(tmpdir(), 'interlinear-quickstart-'));
  // A temporary data folder without quota: trying Interlinear twice must not cost the user a day's documents.
  const env = { INTERLINEAR_DATA_DIR: data, INTERLINEAR_DOCX_QUOTA: '0' };
  mkdirSync(folder, { recursive: true });
  try {
    if (model !== undefined) await lendModel(model, data);
    for (const name of SAMPLES) {
      const source = join(root, 'resources', 'samples', name);
      const extension = extname(name);
      const target = join(folder, `${basename(name, extension)}.${to}${extension}`);
      const command = ['translate', source, '--from', 'en', '--to', to, '--out', target, '--force'];
      const code = await run(process.execPath, [join(root, 'out', 'service', 'main.js'), ...command], env);
      if (code !== 0)
        throw new StepError(`${name} could not be translated (exit code ${code}). The lines above say why.`);
      const { before, after } = await excerpt(source, target);
      say(`    before  ${before}\n    after   ${after}\n`);
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  return folder;
}

const usage = `Usage: npm run quickstart [-- OPTION …]
Installs, builds and translates the sample documents, then opens the app.
  --no-start   leave the app closed
  --model      where no engine is installed, download a neural model without asking
  --offline    fetch nothing; say what has to be carried over from a machine with a network`;
const options = /** @type {const} */ ({
  'no-start': { type: 'boolean', default: false },
  model: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
});

await script({ usage, options }, async ({ 'no-start': isClosed, model, offline }) => {
  if (model && offline) throw new UsageError('--model downloads, and --offline forbids it.');
  if (offline && !isInstalled()) throw new StepError(nothingInstalledHelp());
  await prepare();
  const chosen = await chooseEngine({ offline, model });
  say(`\nTranslating ${SAMPLES.length} sample documents from English to ${LANGUAGE_NAMES[chosen.to]} …\n`);
  const folder = await translateSamples(chosen);
  say(`The translated documents are in ${folder}`);

  if (isClosed || !process.stdout.isTTY) {
    say('To open the app: npm start');
    return;
  }
  say('Starting the app …');
  // Without Electron's program the window is served to a browser.
  const env = offline ? { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } : {};
  process.exitCode = await run(process.execPath, [join(root, 'scripts', 'start.mjs')], env);
});
