// What electron-builder makes installers from: npm run package:app. Paths are relative to the project.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { documentFormats, MEDIA_TYPES } from '../../scripts/lib/document-formats.mjs';

const root = join(import.meta.dirname, '..', '..');
const manifest = createRequire(import.meta.url)(join(root, 'package.json'));

const DOCUMENTS = documentFormats.map(({ extensions: [ext], label }) => ({ ext, name: `${label} document` }));
/** A certificate is there: docs/releasing.md names the secrets. */
const isSigned = Boolean(process.env['CSC_LINK']);

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
  // Processes and threads are started by path, and a module is compiled from the disk; package.json says that
  // they are modules.
  asarUnpack: ['out/service/**', 'package.json'],
  electronLanguages: ['en-US', 'de', 'es', 'fr', 'ar'],
  electronFuses: {
    // Documents are read in processes that Electron starts as plain Node, and so is the command line:
    // docs/decisions/0013.
    runAsNode: true,
    // There is no cookie to encrypt, and Chromium would ask a locked keyring for the key before the first
    // window.
    enableCookieEncryption: false,
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
    // Without a certificate it is signed "ad hoc": Apple's own processors run nothing that has no signature.
    // The hardened runtime would refuse Electron's framework then, which no team signed with it.
    ...(isSigned ? {} : { identity: '-' }),
    hardenedRuntime: isSigned,
    entitlements: 'resources/installer/entitlements.plist',
    entitlementsInherit: 'resources/installer/entitlements.plist',
    notarize: isSigned && Boolean(process.env['APPLE_TEAM_ID']),
  },
  linux: {
    // Debian's package is ours: npm run package:deb.
    target: arches(['AppImage', 'rpm']),
    mimeTypes: MEDIA_TYPES,
    category: 'Office',
    synopsis: manifest.description,
    // The desktop entry of AppImage and rpm is named after it, and has to be package.json's desktopName.
    executableName: 'interlinear-desktop',
    maintainer: manifest.author,
  },
  // The older tools need libfuse2, and their desktop entry turns Chromium's sandbox off on every system.
  toolsets: { appimage: '1.0.3' },
  appImage: { executableArgs: [] },
};

/** @param {readonly string[]} targets */
function arches(targets) {
  return targets.map((target) => ({ target, arch: ['x64', 'arm64'] }));
}
