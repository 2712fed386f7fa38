// OOXML packages: parts found by relationships, and the rule that holds for both DOCX and XLSX: what is not
// text stays.
import { attr, elements, parseXml } from './xml.ts';
import { contentOf, ENCRYPTED, readEntries } from '../support/zip.ts';

export interface Violation {
  rule: string;
  detail: string;
}

export interface Relationship {
  id: string;
  /** Last step of the type. */
  kind: string;
  target: string;
  external: boolean;
}

/** This checker's view of an entry; its data is unpacked unless it is encrypted. */
interface PackageEntry {
  name: string;
  method: number;
  encrypted: boolean;
  dosTime: number;
  data: Buffer;
}

export interface Package {
  entries: PackageEntry[];
  /** By `partKey`. */
  parts: Map<string, PackageEntry>;
  /** Key of the part that is the document. */
  main: string;
  /** Content type of that part. */
  mainType: string;
}

/** Part names are equal without regard to case (ECMA-376 part 2, §6.2.2.3), and some writers use `\`. */
export function partKey(name: string) {
  return `/${name.replaceAll('\\', '/').replace(/^\/+/, '')}`.toLowerCase();
}

/** Throws where the archive or one of its entries is damaged. */
export function readPackage(bytes: Buffer): Package {
  const entries = (readEntries(bytes) ?? damaged()).map((entry) => {
    const { name, method, dosTime } = entry;
    const encrypted = (entry.flags & ENCRYPTED) !== 0;
    return { name, method, dosTime, encrypted, data: encrypted ? entry.packed : contentOf(entry) };
  });
  const parts = new Map(entries.map((entry) => [partKey(entry.name), entry]));
  const root = relationshipsOf(parts, '/').find((r) => r.kind === 'officeDocument');
  if (!root) throw new Error('no main part');
  return { entries, parts, main: root.target, mainType: contentType(parts, root.target) };
}

function damaged(): never {
  throw new Error('no directory of entries');
}

function contentType(parts: Map<string, PackageEntry>, key: string) {
  const types = parts.get('/[content_types].xml');
  if (!types) throw new Error('no [Content_Types].xml');
  const rows = elements(parseXml(types.data));
  const own = rows.find((r) => r.local === 'Override' && partKey(attr(r, 'PartName') ?? '') === key);
  const extension = key.slice(key.lastIndexOf('.') + 1);
  const byExtension = rows.find(
    (r) => r.local === 'Default' && attr(r, 'Extension')?.toLowerCase() === extension,
  );
  const row = own ?? byExtension;
  return (row && attr(row, 'ContentType')) ?? '';
}

/** The relationships of the part with this key, `/` for those of the package. */
export function relationshipsOf(parts: Map<string, PackageEntry>, key: string): Relationship[] {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  const rels = parts.get(`${folder}_rels/${key.slice(folder.length)}.rels`);
  if (!rels) return [];
  return elements(parseXml(rels.data)).map((r) => {
    const target = (attr(r, 'Target') ?? '').replaceAll('\\', '/');
    const type = attr(r, 'Type') ?? '';
    return {
      id: attr(r, 'Id') ?? '',
      kind: type.slice(type.lastIndexOf('/') + 1),
      target: partKey(new URL(encodeURI(target).replaceAll('%25', '%'), `zip://package${folder}`).pathname),
      external: attr(r, 'TargetMode') === 'External',
    };
  });
}

/**
 * The rules of every package: the same entries in the same order, stored as they were, and untouched parts
 * unchanged.
 */
export function comparePackages(
  source: Package,
  result: Package,
  mayChange: (key: string) => boolean,
): Violation[] {
  const violations = [];
  const before = source.entries.map((entry) => entry.name);
  const after = result.entries.map((entry) => entry.name);
  for (const name of before) {
    if (!after.includes(name)) violations.push({ rule: 'entry_lost', detail: name });
  }
  for (const name of after) {
    if (!before.includes(name)) violations.push({ rule: 'entry_added', detail: name });
  }
  if (violations.length === 0 && before.join('\n') !== after.join('\n')) {
    const at = before.findIndex((name, i) => name !== after[i]);
    violations.push({ rule: 'entry_order', detail: `${before[at]} became ${after[at]}` });
  }
  for (const entry of source.entries) {
    const other = result.entries.find((e) => e.name === entry.name);
    if (!other) continue;
    if (entry.method !== other.method) {
      violations.push({ rule: 'entry_method', detail: `${entry.name}: ${entry.method} → ${other.method}` });
    }
    if (!mayChange(partKey(entry.name))) violations.push(...compareUntouched(entry, other));
  }
  return violations;
}

function compareUntouched(entry: PackageEntry, other: PackageEntry): Violation[] {
  const violations = [];
  if (!entry.data.equals(other.data)) violations.push({ rule: 'untouched_part_changed', detail: entry.name });
  if (entry.dosTime !== other.dosTime) violations.push({ rule: 'untouched_part_date', detail: entry.name });
  return violations;
}

/** For the terminal: one line, cut. */
export function excerpt(text: string, length = 100) {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
