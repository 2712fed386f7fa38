// @ts-check
// Takes screenshots of the window: those of the README and the user guide, and on request every screen.
import { join, resolve } from 'node:path';
import { ensureApertium } from './lib/apertium.mjs';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, runTool } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run screenshots [-- FOLDER]
Takes the pictures of the documents, docs/window.png and docs/guide/*.png. With a folder, every screen goes there instead, in both themes,
wide, 900 × 600 and as at 200 % zoom.`,
  mostPositionals: 1,
};

await script(COMMAND, async (_values, [folder]) => {
  await prepare();
  // The guide shows translations into Spanish.
  if (folder === undefined) ensureApertium();
  const which = folder === undefined ? 'README|guide' : 'every screen';
  const args = ['test', '--workers=1', '--grep', which, 'pictures.long.spec.ts'];
  const pictures = folder === undefined ? join(root, 'docs') : resolve(folder);
  const env = { INTERLINEAR_PICTURES: pictures, INTERLINEAR_TEST_LONG: '1' };
  if ((await runTool('playwright', args, env)) !== 0) process.exitCode = 1;
});
