// What electron-builder makes installers from: npm run package:app. Paths are relative to the project.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const manifest = createRequire(import.meta.url)(join(root, 'package.json'));

const DOCUMENTS = [
  { ext: 'docx', name: 'Word document' },
  { ext: 'xlsx', name: 'Excel workbook' },
  { ext: 'csv', name: 'Table of comma-separated values' },
  { ext: 'txt', name: 'Text' },
];

/** @type {import('electron-builder').Configuration} */
export default {
  // As electron/main/identity.ts has it: Windows knows notifications by it.
  appId: 'org.interlinear.Interlinear',
  productName: 'Interlinear',
  electronVersion: manifest.devDependencies.electron.replace(/^\^/, ''),
  directories: { output: 'dist/installers', buildResources: 'resources/icons' },
  // Everything is bundled into out/: no package is shipped beside it.
  files: ['out/**', 'package.json', 'LICENSE', '!**/node_modules/**'],
  npmRebuild: false,
  asar: true,
  // Processes and threads are started by path, and a module is compiled from the disk; package.json says that they are modules.
  asarUnpack: ['out/service/**', 'package.json'],
  electronLanguages: ['en-US', 'de', 'es', 'fr', 'ar'],
  electronFuses: {
    // Documents are read in processes of their own, which Electron starts as plain Node: service/worker/task-runner.ts.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  },
  // Another program stays the default; ours is offered.
  fileAssociations: DOCUMENTS.map(({ ext, name }) => ({ ext, name, role: 'Editor', rank: 'Alternate' })),
  publish: null,
  artifactName: '${name}-${version}-${os}-${arch}.${ext}',
  win: { target: arches(['nsis', 'portable']), icon: 'icon.png' },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  portable: { artifactName: '${name}-${version}-win-${arch}-portable.${ext}' },
  mac: {
    target: arches(['dmg', 'zip']),
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'resources/installer/entitlements.plist',
    entitlementsInherit: 'resources/installer/entitlements.plist',
    // Signed and notarised where the secrets are (docs/releasing.md); without them the app is made unsigned.
    notarize: process.env['APPLE_TEAM_ID'] !== undefined,
  },
  linux: {
    target: arches(['AppImage', 'rpm']),
    category: 'Office',
    synopsis: manifest.description,
    executableName: 'interlinear-desktop',
    maintainer: manifest.author,
  },
};

/** @param {readonly string[]} targets */
function arches(targets) {
  return targets.map((target) => ({ target, arch: ['x64', 'arm64'] }));
}
