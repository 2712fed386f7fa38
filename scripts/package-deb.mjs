// @ts-check
// A Debian package of the desktop application, from the folder that `npm run package:app -- --folder` made.
// By dpkg-deb alone.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { script, UsageError } from './lib/command-line.mjs';
import { MEDIA_TYPES } from './lib/document-formats.mjs';
import { bytesOf } from './lib/sizes.mjs';
import { hasProgram, root, run, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run package:deb [-- --arch ARCH]
Makes dist/interlinear_VERSION_ARCH.deb from the folder that npm run package:app has left in dist/installers. It installs the desktop
application, and its command line as "interlinear".
  --arch ARCH   x64 or arm64; this machine's unless told`,
  options: { arch: { type: /** @type {const} */ ('string') } },
};
const APP = 'opt/Interlinear';
const PROGRAM = 'interlinear-desktop';
/** By Debian's names, with the folders that electron-builder makes. */
const ARCHITECTURES = /** @type {Readonly<Record<string, {debian: string, folder: string}>>} */ ({
  x64: { debian: 'amd64', folder: 'linux-unpacked' },
  arm64: { debian: 'arm64', folder: 'linux-arm64-unpacked' },
});
/** Electron's libraries, by Debian's package names in Electron's documentation. */
const DEPENDS = [
  'libasound2 | libasound2t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'xdg-utils',
];

/**
 * The application's program serves as Node: the command line needs nothing outside the package. The processes
 * that it starts get the variable by name (service/lib/child-environment.ts).
 */
const COMMAND_LINE = `#!/bin/sh
ELECTRON_RUN_AS_NODE=1 exec /${APP}/${PROGRAM} /${APP}/resources/app.asar.unpacked/out/service/main.js "$@"
`;

const DESKTOP_ENTRY = `[Desktop Entry]
Type=Application
Name=Interlinear
Comment=Translate documents on your own machine
Exec=/${APP}/${PROGRAM} %U
Icon=interlinear
Terminal=false
Categories=Office;
StartupWMClass=Interlinear
MimeType=${MEDIA_TYPES.join(';')};
`;

await script(COMMAND, async ({ arch = process.arch }) => {
  const architecture = ARCHITECTURES[arch];
  if (architecture === undefined)
    throw new UsageError(`--arch is "${arch}". Known are: ${Object.keys(ARCHITECTURES).join(', ')}.`);
  if (!hasProgram('dpkg-deb'))
    throw new StepError('There is no dpkg-deb here: a Debian package is made on Debian or Ubuntu.');
  const source = join(root, 'dist', 'installers', architecture.folder);
  if (!existsSync(source))
    throw new StepError('There is no application folder yet. Run: npm run package:app -- --folder');
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-deb-'));
  try {
    // The installing user's / gets this mode.
    chmodSync(folder, 0o755);
    cpSync(source, join(folder, APP), { recursive: true });
    put(folder, 'DEBIAN/control', control(manifest, architecture.debian, join(folder, APP)));
    for (const name of ['postinst', 'postrm']) put(folder, `DEBIAN/${name}`, debian(name), 0o755);
    put(folder, `${APP}/resources/apparmor-profile`, debian('apparmor-profile'));
    put(folder, 'usr/bin/interlinear', COMMAND_LINE, 0o755);
    symlinkSync(join('/', APP, PROGRAM), join(folder, 'usr', 'bin', PROGRAM));
    put(folder, `usr/share/applications/${manifest.desktopName}`, DESKTOP_ENTRY);
    for (const name of ['icon.png', 'interlinear.svg']) {
      const [size, to] = name.endsWith('.svg')
        ? ['scalable', 'interlinear.svg']
        : ['1024x1024', 'interlinear.png'];
      put(
        folder,
        `usr/share/icons/hicolor/${size}/apps/${to}`,
        readFileSync(join(root, 'resources', 'icons', name)),
      );
    }
    put(folder, 'usr/share/doc/interlinear/copyright', readFileSync(join(root, 'LICENSE')));
    // Chromium's helper makes namespaces for the window's sandbox where users may not.
    const sandbox = join(folder, APP, 'chrome-sandbox');
    if (existsSync(sandbox)) chmodSync(sandbox, 0o4755);
    const file = join(root, 'dist', `interlinear_${manifest.version}_${architecture.debian}.deb`);
    await must('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', folder, file]);
    say(`${file.slice(root.length)}: ${(statSync(file).size / 1_048_576).toFixed(1)} MB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {string} name */
function debian(name) {
  return readFileSync(join(root, 'resources', 'installer', 'debian', name));
}

/** Debian Policy, chapter 5. @param {Record<string, string>} manifest @param {string} architecture @param {string} app */
function control(manifest, architecture, app) {
  return `Package: interlinear
Version: ${manifest['version']}
Architecture: ${architecture}
Maintainer: ${manifest['author']} <interlinear@localhost>
Installed-Size: ${Math.ceil(bytesOf(app) / 1024)}
Depends: ${DEPENDS.join(', ')}
Recommends: apertium, apertium-eng-spa
Section: text
Priority: optional
Description: translate documents on your own machine
 ${manifest['description']}
`;
}

/** @param {string} folder @param {string} path @param {string | Uint8Array} content @param {number} [mode] */
function put(folder, path, content, mode = 0o644) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content, { mode });
}

/** @param {string} program @param {readonly string[]} args */
async function must(program, args) {
  if ((await run(program, args)) !== 0) throw new StepError(`${program} failed. The lines above say why.`);
}
