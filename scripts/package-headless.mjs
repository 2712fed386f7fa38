// @ts-check
// The service and its command line as a separate npm package, without Electron and Vue:
// dist/interlinear-VERSION.tgz.
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run package:headless
Packs what runs without a desktop: the service, the command line, and the window as a page for a browser.
Install it with: npm install --global dist/interlinear-VERSION.tgz`,
  options: {},
};
/** Everything is bundled: it has no dependencies. */
const CONTENT = [
  'out/service',
  'out/renderer',
  'resources/systemd',
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'CHANGELOG.md',
  'SECURITY.md',
];
const KEPT = /** @type {const} */ ([
  'name',
  'version',
  'description',
  'license',
  'author',
  'type',
  'bin',
  'engines',
]);

await script(COMMAND, async () => {
  await prepare();
  const folder = join(root, 'dist', 'headless');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, 'docs', 'headless.md'), join(folder, 'README.md'));
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = Object.fromEntries(KEPT.map((name) => [name, whole[name]]));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  // Outside dist/headless while it is packed, or it would include itself.
  const code = await run('npm', ['pack', `./dist/headless`, '--pack-destination', './dist', '--silent']);
  if (code !== 0) throw new StepError(`npm pack failed (exit code ${code}). The lines above say why.`);
  const name = `${manifest['name']}-${manifest['version']}.tgz`;
  const megabytes = statSync(join(root, 'dist', name)).size / 1_048_576;
  say(`dist/${name}: ${megabytes.toFixed(1)} MB`);
});
