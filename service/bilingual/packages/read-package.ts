import { LIMITS } from '../../contract/index.ts';
import { readZip } from '../../documents/zip/read.ts';
import type { ZipArchive } from '../../documents/zip/read.ts';
import { namesLanguage } from '../../documents/shared/language-tags.ts';
import { isMemoqPackage, readMemoq } from './memoq.ts';
import { extensionOf, isMemory } from './package-contents.ts';
import type { ChooseDirection, PackageContents } from './package-contents.ts';
import { chooseTarget, readingPackage, refusePackage } from './refusals.ts';
import { isTradosPackage, readTrados } from './trados.ts';

const TRADOS = new Set(['sdlppx', 'sdlrpx']);
const MEMOQ = new Set(['mqxlz', 'mqout', 'mqback']);

export interface PackageRequest {
  readonly fileName: string | undefined;
  /** The chosen target language; needed only if the package has several. */
  readonly to: string | undefined;
}

/** Reads the contents of a package. Throws a ProblemError with a code of packages. Unpacks no memory. */
export function readPackage(source: Uint8Array, { fileName = '', to }: PackageRequest): PackageContents {
  const extension = extensionOf(fileName);
  if (!isZip(source))
    throw refusePackage(TRADOS.has(extension) || MEMOQ.has(extension) ? 'damaged' : 'other_tool');
  const archive = readingPackage(() => readZip(source, { mayBeHuge: isMemory }));
  const entries = archive.entries.map(({ name }) => name).filter((name) => !name.endsWith('/'));
  return readingPackage(() => {
    if (isTradosPackage(entries)) return readTrados(archive, entries, choose(to));
    if (isMemoqPackage(entries)) return readMemoq(archive, entries, { fileName, choose: choose(to) });
    const isTrados = TRADOS.has(extension) || entries.some((entry) => /\.sdlxliff$/i.test(entry));
    throw refusePackage(isTrados ? 'no_project' : MEMOQ.has(extension) ? 'no_files' : 'other_tool');
  });
}

function isZip(source: Uint8Array): boolean {
  return source[0] === 0x50 && source[1] === 0x4b && source.length >= 22;
}

/** The direction with the chosen target, or the only one. */
function choose(to: string | undefined): ChooseDirection {
  return (directions) => {
    const targets = directions.map((direction) => direction.to);
    const exact = directions.find((one) => to !== undefined && one.to.toLowerCase() === to.toLowerCase());
    const alike = directions.filter((one) => to !== undefined && namesLanguage(one.to, to));
    const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
    const chosen = to === undefined && directions.length === 1 ? directions[0] : found;
    if (!chosen) throw chooseTarget(targets);
    if (chosen.files.length > LIMITS.packageFiles) throw refusePackage('too_large');
    return chosen;
  };
}

/** The bytes of an entry are read by its name; what is not there was never named by the package. */
export function entryOf(archive: ZipArchive, name: string) {
  const entry = archive.entries.find((one) => one.name === name);
  if (!entry) throw refusePackage('damaged');
  return entry;
}
