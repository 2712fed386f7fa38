import { unpack } from '../../documents/zip/read.ts';
import type { ZipArchive } from '../../documents/zip/read.ts';
import { baseName, extensionOf, leftOutOf } from './package-contents.ts';
import type { ChooseDirection, PackageContents, PackageDirection, PackageFile } from './package-contents.ts';
import { refusePackage } from './refusals.ts';

/** memoQ's ZIPs with `.mqxliff` files: `.mqxlz` with one document and its skeleton, `.mqout` of a handoff. */
export function isMemoqPackage(entries: readonly string[]): boolean {
  return entries.some(isBilingual);
}

function isBilingual(entry: string): boolean {
  return extensionOf(entry) === 'mqxliff';
}

export function readMemoq(
  archive: ZipArchive,
  entries: readonly string[],
  { fileName, choose }: { fileName: string; choose: ChooseDirection },
): PackageContents {
  const title = baseName(fileName).replace(/\.[^.]+$/, '') || 'memoQ';
  const directions = new Map<string, PackageDirection & { files: PackageFile[] }>();
  for (const entry of entries.filter(isBilingual)) {
    const { from, to, original } = headOf(unpack(archive.entries.find(({ name }) => name === entry)!));
    const known = directions.get(to.toLowerCase()) ?? { from, to, files: [] };
    directions.set(to.toLowerCase(), known);
    // Each container calls its document `document.mqxliff`.
    const isUnnamed = /^document\.mqxliff$/i.test(baseName(entry));
    known.files.push({ entry, name: isUnnamed ? `${original ?? title}.mqxliff` : entry });
  }
  const { from, to, files } = choose([...directions.values()]);
  const own = new Set(files.map(({ entry }) => entry));
  const isContainer = extensionOf(fileName) !== 'mqout';
  return {
    tool: 'memoq',
    archive,
    name: title,
    ...{ from, to, files },
    memories: entries.filter((entry) => extensionOf(entry) === 'tmx'),
    leftOut: leftOutOf(
      entries,
      (entry) => own.has(entry) || (isContainer && /^(?:skeleton|version)\b/i.test(entry)),
    ),
  };
}

/** Characters in which the first `file` element begins. */
const HEAD = 262_144;
const FILE = /<(?:[\w.-]+:)?file\b((?:[^>"']|"[^"]*"|'[^']*')*)>/;

/** The languages and the document's name in the first `file` element. */
function headOf(bytes: Uint8Array): { from: string; to: string; original: string | undefined } {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  const attributes = FILE.exec(new TextDecoder(encoding).decode(bytes.subarray(0, HEAD)))?.[1];
  const valueOf = (name: string): string | undefined => {
    const [, double, single] =
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes ?? '') ?? [];
    return double ?? single;
  };
  const [from, to] = [valueOf('source-language'), valueOf('target-language')];
  if (!from || !to) throw refusePackage('damaged');
  const original = valueOf('original')?.replaceAll('\\', '/');
  return { from, to, original: original ? baseName(original) || undefined : undefined };
}

/** The ending of the file that goes back for one that came. */
export function memoqReturnExtension(fileName: string | undefined): string {
  return ['mqout', 'mqback'].includes(extensionOf(fileName ?? '')) ? 'mqback' : 'mqxlz';
}
