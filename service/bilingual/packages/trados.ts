import { unpack } from '../../documents/zip/read.ts';
import type { ZipArchive } from '../../documents/zip/read.ts';
import { applyEdits } from '../../documents/shared/spans.ts';
import type { Edit } from '../../documents/shared/spans.ts';
import { escapeXml } from '../../documents/xml/scan.ts';
import { parseXml } from '../../documents/xml/tree.ts';
import type { XmlNode } from '../../documents/xml/tree.ts';
import { baseName, extensionOf, leftOutOf } from './package-contents.ts';
import type { ChooseDirection, PackageContents, PackageDirection, PackageFile } from './package-contents.ts';
import { refusePackage } from './refusals.ts';

/**
 * Project packages of Trados Studio (`.sdlppx`). RWS publishes no description. What is read here was learnt from public
 * programs that read or write them; docs/packages.md names them.
 */

/** The project file lies at the top of the package. */
function projectEntry(entries: readonly string[]): string | undefined {
  return entries.find((entry) => /^[^/]+\.sdlproj$/i.test(entry));
}

export function isTradosPackage(entries: readonly string[]): boolean {
  return projectEntry(entries) !== undefined;
}

export function readTrados(
  archive: ZipArchive,
  entries: readonly string[],
  choose: ChooseDirection,
): PackageContents {
  const project = projectEntry(entries)!;
  const text = decodeProject(unpack(archive.entries.find(({ name }) => name === project)!));
  const root = parseProject(text);
  const all = directionsOf(root);
  const directions = all
    .map((direction): PackageDirection => ({ ...direction, files: filesOf(entries, direction.to) }))
    .filter(({ files }) => files.length > 0);
  if (directions.length === 0) throw refusePackage(SERVER.test(text) ? 'server_package' : 'no_files');
  const { from, to, files } = choose(directions);
  const own = new Set(files.map(({ entry }) => entry));
  const isPart = (entry: string): boolean =>
    entry === project || own.has(entry) || (isIn(entry, from) && extensionOf(entry) === 'sdlxliff');
  return {
    tool: 'trados',
    archive,
    name: nodesOf(root, 'GeneralProjectInfo')[0]?.attributes['Name'] ?? baseName(project).slice(0, -8),
    ...{ from, to, files },
    memories: entries.filter((entry) => /\.(?:sdltm|tmx)$/i.test(entry)),
    leftOut: leftOutOf(entries, isPart),
  };
}

/** Settings of projects that are kept on a server or in a cloud. */
const SERVER = /ServerUri|LanguageCloud|IsCloud|CloudProject|PublishProjectOperationSettings/;

/** A byte order mark or UTF-8. */
function decodeProject(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refusePackage('damaged');
  }
}

function parseProject(text: string): XmlNode {
  const root = parseXml(text.replace(/^\ufeff/, ' '), 'XML', {
    names: (_, local) => local,
    allowDoctype: false,
    textOf: new Set(['SourceLanguageCode']),
  });
  if (root.name !== 'PackageProject' && root.name !== 'Project') throw refusePackage('damaged');
  return root;
}

function directionsOf(root: XmlNode): { from: string; to: string }[] {
  const source = nodesOf(root, 'SourceLanguageCode')[0]?.text.trim();
  return nodesOf(root, 'LanguageDirection').flatMap(({ attributes }) => {
    const from = attributes['SourceLanguageCode'] ?? source;
    const to = attributes['TargetLanguageCode'];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

function nodesOf(root: XmlNode, name: string): XmlNode[] {
  return root.children.flatMap((inner) => (inner.name === name ? [inner] : nodesOf(inner, name)));
}

function isIn(entry: string, language: string): boolean {
  return entry.toLowerCase().startsWith(`${language.toLowerCase()}/`);
}

function filesOf(entries: readonly string[], language: string): PackageFile[] {
  return entries
    .filter((entry) => isIn(entry, language) && extensionOf(entry) === 'sdlxliff')
    .map((entry) => ({ entry, name: entry.slice(language.length + 1) }));
}

/** Words, characters and segments that got another state in a file. */
export interface Moved {
  /** The file's entry. */
  readonly entry: string;
  readonly from: ConfirmationLevel;
  readonly to: ConfirmationLevel;
  readonly words: number;
  readonly characters: number;
  readonly segments: number;
}
export type ConfirmationLevel = 'Unspecified' | 'Draft' | 'Translated';

/** Which entries a return package has, as Studio's own: the project, and the files in both languages. */
export function isReturned({
  from,
  files,
}: Pick<PackageContents, 'from' | 'files'>): (name: string) => boolean {
  const own = new Set(files.map(({ entry }) => entry));
  return (name) =>
    /^[^/]+\.sdlproj$/i.test(name) || own.has(name) || (isIn(name, from) && extensionOf(name) === 'sdlxliff');
}

/**
 * The project file of a return package: its type, when and by whom it was made, moved confirmation statistics, without
 * automatic tasks and settings of term bases. All else stays as it is written.
 */
export function returnProject(
  bytes: Uint8Array,
  { to, at, by, moved }: { to: string; at: string; by: string; moved: readonly Moved[] },
): Uint8Array {
  const text = decodeProject(bytes);
  const root = parseProject(text);
  const edits: Edit[] = [];
  const setAttribute = (node: XmlNode, name: string, value: string): void => {
    const span = node.attributeSpan(name);
    if (span) edits.push({ ...span, text: escapeXml(value) });
  };
  setAttribute(root, 'PackageType', 'ReturnPackage');
  setAttribute(root, 'PackageCreatedAt', at.replace(/(?:\.\d+)?Z$/, '.0000000Z'));
  setAttribute(root, 'PackageCreatedBy', by);
  const remove = ({ start, end }: XmlNode): void => {
    const space = /[ \t]*(?:\r\n|\n)?[ \t]*$/.exec(text.slice(Math.max(0, start - 200), start))![0].length;
    edits.push({ start: start - space, end, text: '' });
  };
  for (const name of ['AutomaticTask', 'TermbaseConfiguration']) nodesOf(root, name).forEach(remove);
  for (const node of nodesOf(root, 'LanguageDirection'))
    if (node.attributes['TargetLanguageCode'] === to)
      for (const own of nodesOf(node, 'ConfirmationStatistics')) edits.push(...statisticsEdits(own, moved));
  for (const node of nodesOf(root, 'LanguageFile')) {
    const own = moved.filter(({ entry }) => isFile(node, entry));
    if (node.attributes['LanguageCode'] === to && own.length > 0)
      for (const each of nodesOf(node, 'ConfirmationStatistics')) edits.push(...statisticsEdits(each, own));
  }
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  const written = applyEdits(text, edits);
  if (bytes[0] === 0xfe) return Buffer.from(written, 'utf16le').swap16();
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return Buffer.from(written, isWide ? 'utf16le' : 'utf8');
}

function isFile(node: XmlNode, entry: string): boolean {
  return nodesOf(node, 'FileVersion').some(
    ({ attributes }) =>
      attributes['PhysicalPath']?.replaceAll('\\', '/').toLowerCase() === entry.toLowerCase(),
  );
}

function statisticsEdits(node: XmlNode, moved: readonly Moved[]): Edit[] {
  return node.children.flatMap((level) =>
    (['Words', 'Characters', 'Segments'] as const).flatMap((name): Edit[] => {
      const key = name === 'Words' ? 'words' : name === 'Characters' ? 'characters' : 'segments';
      const change = moved.reduce(
        (sum, one) => sum + (one.to === level.name ? one[key] : 0) - (one.from === level.name ? one[key] : 0),
        0,
      );
      const span = level.attributeSpan(name);
      const value = Number(level.attributes[name]);
      if (change === 0 || !span || !Number.isFinite(value)) return [];
      return [{ ...span, text: String(Math.max(0, value + change)) }];
    }),
  );
}
