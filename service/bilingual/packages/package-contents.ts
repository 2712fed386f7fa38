import type { PackageTool } from '../../contract/index.ts';
import type { ZipArchive } from '../../documents/zip/read.ts';

/** What a package of an agency holds. Names are as in the archive, with `/`; none of them is ever a path. */
export interface PackageContents {
  readonly tool: PackageTool;
  readonly archive: ZipArchive;
  /** Of the job, as the package calls it. */
  readonly name: string;
  /** As the package writes them (`en-US`). */
  readonly from: string;
  readonly to: string;
  /** The bilingual files in the target language. */
  readonly files: readonly PackageFile[];
  /** Entries that are translation memories: `.sdltm`, `.tmx`. */
  readonly memories: readonly string[];
  /** References first. */
  readonly leftOut: readonly LeftOutEntry[];
}

export interface PackageFile {
  readonly entry: string;
  /** Without the folder of its language. */
  readonly name: string;
}

export interface LeftOutEntry {
  readonly entry: string;
  readonly what: LeftOutKind;
}

export type LeftOutKind = 'reference' | 'termbase' | 'report' | 'other';

/** A direction in which a package has bilingual files. */
export interface PackageDirection {
  readonly from: string;
  readonly to: string;
  readonly files: readonly PackageFile[];
}

/** The direction of a package to read. Throws a ProblemError where it is not clear. */
export type ChooseDirection = (directions: readonly PackageDirection[]) => PackageDirection;

/** The end of a name behind its last dot, in lower case. */
export function extensionOf(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

export function baseName(entry: string): string {
  return entry.slice(entry.lastIndexOf('/') + 1);
}

const TERMBASES = new Set(['sdltb', 'tbx', 'mdf', 'mtf', 'xdt']);
const MEMORIES = new Set(['sdltm', 'tmx']);
/** Settings and data of the program that made the package. */
const OF_PROGRAM =
  /^file types\/|^autosuggest|^termbases\/.*\.(?!sdltb|tbx)|\.(?:sdlftsettings|sdlfiletype|bpm|sdlproj|mqres|mqxliff|skl|sdlxliff)$|(?:^|\/)(?:skeleton|version|document)(?:\.\w+)?$/i;

export function isMemory(entry: string): boolean {
  return MEMORIES.has(extensionOf(entry));
}

/** The other entries of a package, references first. `isPart`: what goes back, or is read. */
export function leftOutOf(entries: readonly string[], isPart: (entry: string) => boolean): LeftOutEntry[] {
  const found = entries
    .filter((entry) => !isPart(entry) && !isMemory(entry))
    .map((entry): LeftOutEntry => ({ entry, what: kindOf(entry) }));
  return [
    ...found.filter(({ what }) => what === 'reference'),
    ...found.filter(({ what }) => what !== 'reference'),
  ];
}

function kindOf(entry: string): LeftOutKind {
  if (TERMBASES.has(extensionOf(entry))) return 'termbase';
  if (/(?:^|\/)reports?\//i.test(entry)) return 'report';
  return OF_PROGRAM.test(entry) ? 'other' : 'reference';
}
