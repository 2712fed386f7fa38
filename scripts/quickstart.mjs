// From a bare clone to four translated documents and the open app.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { APERTIUM_HELP, ensureApertium } from './lib/apertium.mjs';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

const SAMPLES = ['harbour-museum.docx', 'museum-shop.xlsx', 'audio-guide.csv', 'welcome-letter.txt'];
const LANGUAGE_NAMES = { es: 'Spanish', 'en-XA': 'en-XA (pseudo-translation)' };

/** Readable text of a sample, a line a paragraph or cell. Enough for an excerpt; the service has the real filters. @param {string} path */
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

/** The first line of some length in the source, and the line in its place in the target. @param {string} source @param {string} target */
async function excerpt(source, target) {
  const lines = await textOf(source);
  const place = lines.findIndex((line) => line.trim().length > 20);
  const show = (line = '') => (line.length > 90 ? `${line.slice(0, 89)}…` : line);
  return { before: show(lines[place]), after: show((await textOf(target))[place]) };
}

/** Returns the folder of the translations. @param {string} to */
async function translateSamples(to) {
  const folder = join(root, 'translated');
  const data = mkdtempSync(join(tmpdir(), 'interlinear-quickstart-'));
  // A data folder of its own and no quota: trying Interlinear twice must not cost the user a day's documents.
  const env = { INTERLINEAR_DATA_DIR: data, INTERLINEAR_DOCX_QUOTA: '0' };
  mkdirSync(folder, { recursive: true });
  try {
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

const usage = `Usage: npm run quickstart [-- --no-start]
Installs, builds and translates the sample documents, then opens the app.
  --no-start   leave the app closed`;

await script({ usage, options: { 'no-start': { type: 'boolean' } } }, async (values) => {
  await prepare();
  const real = ensureApertium();
  const to = real ? 'es' : 'en-XA';
  if (!real) {
    say(
      '\nNo translation engine is installed here, so the samples become pseudo-translations: accented and bracketed text',
    );
    say(
      `that shows the layout. For a real translation to Spanish, install one and run this again.\n  ${APERTIUM_HELP}`,
    );
  }
  say(`\nTranslating ${SAMPLES.length} sample documents from English to ${LANGUAGE_NAMES[to]} …\n`);
  const folder = await translateSamples(to);
  say(`The translated documents are in ${folder}`);

  if (values['no-start'] || !process.stdout.isTTY) {
    say('To open the app: npm start');
    return;
  }
  say('Starting the app …');
  process.exitCode = await run(process.execPath, [join(root, 'scripts', 'start.mjs')]);
});
