// @ts-check
// `npm run release:notes`: the text of a release's page. Refuses a tag that differs from the project's
// version.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { script } from './lib/command-line.mjs';
import { root, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run release:notes [-- --tag TAG] [-- --out FILE]
Writes the changelog's section of this version to dist/NOTES.md. Fails if there is none.
  --tag TAG    the tag that is released: it must name the version of package.json
  --out FILE   writes there instead`,
  options: {
    tag: { type: /** @type {const} */ ('string') },
    out: { type: /** @type {const} */ ('string'), default: join(root, 'dist', 'NOTES.md') },
  },
};

await script(COMMAND, ({ tag, out }) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== undefined && tag !== `v${version}`)
    throw new StepError(`The tag is ${tag}, and package.json says ${version}: it must be v${version}.`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  // Sections begin with `## [1.2.3] - 2026-01-31`.
  const section = changelog.split(/^(?=## \[)/m).find((one) => one.startsWith(`## [${version}]`));
  if (section === undefined)
    throw new StepError(`CHANGELOG.md has no section for ${version}. Name "Unreleased" so, with the day.`);
  mkdirSync(dirname(resolve(out)), { recursive: true });
  writeFileSync(resolve(out), section.slice(section.indexOf('\n')).trimStart());
  say(out);
  return Promise.resolve();
});
