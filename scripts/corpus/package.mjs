// @ts-check
// OOXML packages: parts found by relationships, and the rule that holds for both DOCX and XLSX: what is not text stays.
import { attr, elements, parseXml } from './xml.mjs';
import { readZip } from './zip.mjs';

/**
 * @typedef {import('./zip.mjs').ZipEntry} ZipEntry
 * @typedef {{rule: string, detail: string}} Violation
 * @typedef {{id: string, kind: string, target: string, external: boolean}} Relationship kind: last step of the type
 *
 * @typedef {object} Package
 * @property {ZipEntry[]} entries
 * @property {Map<string, ZipEntry>} parts by `partKey`
 * @property {string} main key of the part that is the document
 * @property {string} mainType content type of that part
 */

/** Part names are equal without regard to case (ECMA-376 part 2, §6.2.2.3), and some writers use `\`. @param {string} name */
export function partKey(name) {
  return `/${name.replaceAll('\\', '/').replace(/^\/+/, '')}`.toLowerCase();
}

/** @param {Buffer} bytes @returns {Package} */
export function readPackage(bytes) {
  const entries = readZip(bytes);
  const parts = new Map(entries.map((entry) => [partKey(entry.name), entry]));
  const root = relationshipsOf(parts, '/').find((r) => r.kind === 'officeDocument');
  if (!root) throw new Error('no main part');
  return { entries, parts, main: root.target, mainType: contentType(parts, root.target) };
}

/** @param {Map<string, ZipEntry>} parts @param {string} key */
function contentType(parts, key) {
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

/**
 * @param {Map<string, ZipEntry>} parts
 * @param {string} key of the part they belong to, `/` for the package
 * @returns {Relationship[]}
 */
export function relationshipsOf(parts, key) {
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
 * The rules of every package: the same entries in the same order, stored as they were, and untouched parts unchanged.
 * @param {Package} source
 * @param {Package} result
 * @param {(key: string) => boolean} mayChange
 * @returns {Violation[]}
 */
export function comparePackages(source, result, mayChange) {
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

/** @param {ZipEntry} entry @param {ZipEntry} other @returns {Violation[]} */
function compareUntouched(entry, other) {
  const violations = [];
  if (!entry.data.equals(other.data)) violations.push({ rule: 'untouched_part_changed', detail: entry.name });
  if (entry.dosTime !== other.dosTime) violations.push({ rule: 'untouched_part_date', detail: entry.name });
  return violations;
}

/** @param {string} text @param {number} [length] for the terminal: one line, cut. */
export function excerpt(text, length = 100) {
  const line = JSON.stringify(text).slice(1, -1);
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
