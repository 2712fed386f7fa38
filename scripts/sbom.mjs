// @ts-check
// `npm run sbom`: the third-party packages that this product ships, as CycloneDX, for vulnerability scanners.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { script } from './lib/command-line.mjs';
import { shippedPackages } from './lib/notices.mjs';
import { prepareTools } from './lib/prepare.mjs';
import { root, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run sbom
Writes dist/interlinear-VERSION.cdx.json: Electron and every package that ships, in the form of CycloneDX.`,
};
/**
 * @typedef {{'bom-ref': string, name: string, version: string, scope?: string, properties?: {name: string, value: string}[]}} Component
 * @typedef {{metadata: {component: Component}, components: Component[], dependencies: {ref: string, dependsOn: string[]}[]}} Bom
 */

await script(COMMAND, async () => {
  await prepareTools();
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'dist');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}-${version}.cdx.json`);
  const bom = shippedOnly(everything());
  // npm uses the folder's name.
  Object.assign(bom.metadata.component, { name, type: 'application' });
  writeFileSync(file, `${JSON.stringify(bom, undefined, 2)}\n`);
  say(`${relative(root, file)}: ${bom.components.length} packages`);
});

/** All packages of the lock file, including development dependencies. @returns {Bom} */
function everything() {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      // npm is a .cmd file on Windows, which needs a shell.
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new StepError(`npm sbom failed (exit code ${status}):\n${stderr}`);
  return JSON.parse(stdout);
}

/** Packages built into the window are development dependencies, so npm cannot tell. @param {Bom} bom */
function shippedOnly(bom) {
  const shipped = new Set(shippedPackages());
  const components = bom.components
    .filter(({ name, version }) => name === 'electron' || shipped.has(`${name}@${version}`))
    .map(({ properties = [], ...component }) => ({
      ...component,
      scope: 'required',
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }));
  const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...bom, components, dependencies };
}
