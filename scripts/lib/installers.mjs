// @ts-check
// The installers of this system in dist/installers, each unpacked or installed, to start what a user gets.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, StepError } from './steps.mjs';

/** @typedef {{ kind: string, program: string, leave?: () => Promise<void> }} Installed */
/** @typedef {(folder: string) => AsyncGenerator<Installed>} Install */

const MADE = join(root, 'dist', 'installers');
const APP = join('Interlinear.app', 'Contents', 'MacOS', 'Interlinear');

/** How each system's installers for this machine's processor are installed into a folder. */
const SYSTEMS = /** @type {Readonly<Record<string, Install>>} */ ({
  async *linux(folder) {
    // Without FUSE, as in a container, it unpacks itself.
    process.env['APPIMAGE_EXTRACT_AND_RUN'] = '1';
    yield { kind: 'AppImage', program: made(/\.AppImage$/) };
    const target = join(folder, 'rpm');
    mkdirSync(target);
    await must('sh', ['-c', 'rpm2cpio "$0" | (cd "$1" && cpio --quiet -idm)', made(/\.rpm$/), target]);
    yield { kind: 'rpm', program: join(target, 'opt', 'Interlinear', 'interlinear-desktop') };
  },
  async *win32(folder) {
    const target = join(folder, 'installed');
    // NSIS takes /D only as the last argument, and without quotes.
    await must(made(/-win-[^-]+\.exe$/), ['/S', '/currentuser', `/D=${target}`]);
    yield { kind: 'installer', program: join(target, 'Interlinear.exe') };
    yield { kind: 'portable program', program: made(/-portable\.exe$/) };
  },
  async *darwin(folder) {
    const image = join(folder, 'image');
    await must('hdiutil', ['attach', '-quiet', '-nobrowse', '-mountpoint', image, made(/\.dmg$/)]);
    yield {
      kind: 'disk image',
      program: join(image, APP),
      leave: () => must('hdiutil', ['detach', '-quiet', '-force', image]),
    };
    const archive = join(folder, 'archive');
    await must('ditto', ['-x', '-k', made(/\.zip$/), archive]);
    yield { kind: 'ZIP archive', program: join(archive, APP) };
  },
});

/** Installs one after another. @type {Install} */
export async function* installed(folder) {
  const install = SYSTEMS[process.platform];
  if (!install) throw new StepError(`There are no installers for ${process.platform}.`);
  yield* install(folder);
}

/** The one file of a kind for this processor. @param {RegExp} kind */
function made(kind) {
  const arch = process.arch === 'x64' ? /x64|x86_64/ : /arm64|aarch64/;
  const [found, ...others] = readdirSync(MADE).filter((name) => kind.test(name) && arch.test(name));
  if (found === undefined || others.length > 0)
    throw new StepError(
      `Expected one file like ${kind.source} in dist/installers, found ${found === undefined ? 0 : others.length + 1}. Run: npm run package:app`,
    );
  return join(MADE, found);
}

/** @param {string} program @param {readonly string[]} args */
async function must(program, args) {
  const code = await run(program, args);
  if (code !== 0) throw new StepError(`${program} failed (exit code ${code}). The lines above say why.`);
}
