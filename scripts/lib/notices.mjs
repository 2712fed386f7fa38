// Third-party work in this product: the packages that the service needs, and those built into the window.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, StepError } from './steps.mjs';

/** Built into the window, and therefore among the development dependencies. */
const IN_THE_WINDOW = [
  'vue',
  'pinia',
  'vue-i18n',
  '@lucide/vue',
  'reka-ui',
  'docx-preview',
  '@aiden0z/pptx-renderer',
];
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
/** Facts that a package's own files do not state. */
const REMARKS = new Map([
  [
    '@browsermt/bergamot-translator',
    'bergamot-translator compiled to WebAssembly, unchanged. MPL-2.0: https://www.mozilla.org/MPL/2.0/. Its source: https://github.com/browsermt/bergamot-translator.',
  ],
]);
/** Texts of what is compiled into a package, where it brings none: files in `scripts/notices`. */
const PARTS = new Map([['@embedpdf/pdfium', 'pdfium-libraries.txt']]);

/**
 * @typedef {{version?: string, license?: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, {optional?: boolean}>, dev?: boolean, optional?: boolean,
 *   link?: boolean}} Locked
 */

/** The text of THIRD-PARTY-NOTICES.md, from package-lock.json and node_modules. */
export function notices() {
  const lock = readLock();
  const folders = [...shipped(lock.packages)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const sections = folders.map((folder) => section(folder, lock.packages[folder] ?? {}));
  return [
    '# Third-party notices\n',
    'Interlinear contains the packages below, each under its own licence. The desktop application also contains Electron (MIT) with Chromium,',
    'whose notices stand beside its program as `LICENSE.electron.txt` and `LICENSES.chromium.html`. Language models are not',
    'part of Interlinear: each says its licence where it is installed. Made by `npm run notices`.\n',
    ...sections,
  ].join('\n');
}

/** All packages that ship, as `name@version`. */
export function shippedPackages() {
  const { packages } = readLock();
  return [...shipped(packages)].map((folder) => `${nameOf(folder)}@${packages[folder]?.version}`);
}

/** @returns {{packages: Record<string, Locked>}} */
function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/**
 * The folders of all packages that ship, from the lock file alone, so the same on every system.
 * @param {Record<string, Locked>} packages
 */
function shipped(packages) {
  const found = new Set();
  /** @param {string} from @param {string} name @param {boolean} isOptional */
  const add = (from, name, isOptional) => {
    const folder = resolve(packages, from, name);
    if (folder === undefined && isOptional) return;
    if (folder === undefined)
      throw new StepError(`package-lock.json has no ${name}, which ${from || 'Interlinear'} needs.`);
    // A link is a file of ours that stands in for a package.
    if (found.has(folder) || packages[folder]?.link) return;
    found.add(folder);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[folder] ?? {};
    for (const one of Object.keys(dependencies)) add(folder, one, one in optionalDependencies);
    for (const one of Object.keys(peerDependencies)) {
      // Optional peers, types and compilers, are not built in.
      if (!peerDependenciesMeta[one]?.optional) add(folder, one, false);
    }
  };
  for (const name of [...Object.keys(packages['']?.dependencies ?? {}), ...IN_THE_WINDOW])
    add('', name, false);
  return /** @type {Set<string>} */ (found);
}

/** Node's own search: in the package's node_modules, then in those above. @param {Record<string, Locked>} packages @param {string} from @param {string} name */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[folder] !== undefined) return folder;
    if (at === '') return undefined;
  }
}

/** @param {string} folder */
function nameOf(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** @param {string} folder @param {Locked} locked */
function section(folder, locked) {
  const path = join(root, folder);
  const name = nameOf(folder);
  if (!existsSync(path)) throw new StepError(`${name} is not installed. Run: npm install`);
  const files = readdirSync(path)
    .filter((file) => LICENCE_FILE.test(file))
    .sort();
  const parts = PARTS.get(name);
  const sources = files.map((file) => join(path, file));
  if (parts !== undefined) sources.push(join(root, 'scripts', 'notices', parts));
  const texts = sources.map((file) => readFileSync(file, 'utf8').replace(/\r/g, '').trim());
  const remark = REMARKS.get(name);
  return [
    `## ${name} ${locked.version}\n`,
    `Licence: ${locked.license ?? 'see below'}\n`,
    ...(remark === undefined ? [] : [`${remark}\n`]),
    ...texts.map((text) => `\`\`\`\`text\n${text}\n\`\`\`\`\n`),
  ].join('\n');
}
