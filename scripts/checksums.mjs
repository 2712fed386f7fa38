// @ts-check
// `npm run checksums`: the SHA-256 of each file of a release, in the format of `sha256sum --check`.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { script, UsageError } from './lib/command-line.mjs';
import { say } from './lib/steps.mjs';

const NAME = 'SHA256SUMS.txt';
const COMMAND = {
  usage: `Usage: npm run checksums -- FOLDER …
Writes ${NAME} into the first folder: a line for each file that lies in one of them.`,
  mostPositionals: Infinity,
};

await script(COMMAND, async (_values, folders) => {
  const [first] = folders;
  if (first === undefined) throw new UsageError('Name a folder.');
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new UsageError(`There is no folder ${missing}.`);
  const paths = folders
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== NAME)
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), name }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  let lines = '';
  for (const { path, name } of paths) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    // Names without folders, as on a release's page.
    lines += `${hash.digest('hex')}  ${name}\n`;
  }
  writeFileSync(join(first, NAME), lines);
  say(`${join(first, NAME)}: ${paths.length} files`);
});
