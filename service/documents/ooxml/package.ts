import { decodePart, encodePart } from '../xml/encoding.ts';
import type { PartEncoding } from '../xml/encoding.ts';
import { partKey, relationshipsPart, resolveTarget, unescapedName } from './part-names.ts';
import { damaged } from '../shared/refusals.ts';
import { scanXml } from '../xml/scan.ts';
import { readZip, unpack } from '../zip/read.ts';
import type { ZipEntry } from '../zip/read.ts';
import { writeZip } from '../zip/write.ts';

export interface Relationship {
  readonly id: string;
  /** The last word of the type's URI, transitional or strict: `officeDocument`, `header`, `table`. */
  readonly kind: string;
  /** The target part; undefined for an external target (never fetched) or a missing one. */
  readonly part: string | undefined;
}

/** An Office Open XML package (ECMA-376 part 2) in memory; parts are unpacked on demand. */
export interface OoxmlPackage {
  /** Names of all parts as `/word/document.xml`, in the order of the archive. */
  readonly partNames: readonly string[];
  /** The archive's spelling of a name that may differ in case or escapes; undefined for a missing part. */
  find(name: string): string | undefined;
  /** The text of a part, by its exact name. Keeps a byte order mark as first character. */
  text(part: string): string;
  /** The bytes of a part that is not text, such as a workbook. */
  bytes(part: string): Uint8Array;
  /** By `[Content_Types].xml`, lower case, without parameters. */
  contentType(part: string): string | undefined;
  /** Those of a part, or of the package itself for `/`; in file order, empty if there are none. */
  relationships(source: string): readonly Relationship[];
  /**
   * The package with some parts replaced. Other parts keep their bytes, and all keep order, dates and packing
   * method. Without a change it is the original bytes.
   */
  save(changes: ReadonlyMap<string, string | Uint8Array>): Uint8Array;
}

/** Opens a package within the limits of limits.ts, or throws a refusal that names the cause. */
export function openPackage(source: Uint8Array, archive = readZip(source)): OoxmlPackage {
  const entries = new Map<string, ZipEntry>();
  const names = new Map<string, string>();
  for (const entry of archive.entries) {
    if (entry.name.endsWith('/')) continue;
    const name = `/${entry.name}`;
    entries.set(name, entry);
    names.set(partKey(name), name);
  }
  const encodings = new Map<string, PartEncoding>();
  const relationships = new Map<string, readonly Relationship[]>();

  const find = (name: string) => names.get(partKey(name)) ?? names.get(partKey(unescapedName(name)));
  const bytes = (part: string) => {
    const entry = entries.get(part);
    if (!entry) throw damaged(`its part “${part}” is missing`);
    return unpack(entry);
  };
  const text = (part: string) => {
    const decoded = decodePart(bytes(part), part);
    encodings.set(part, decoded.encoding);
    return decoded.text;
  };
  const typesPart = find('/[Content_Types].xml');
  let types: ReturnType<typeof readContentTypes> | undefined;

  return {
    partNames: [...entries.keys()],
    find,
    text,
    bytes,
    contentType(part) {
      types ??= typesPart === undefined ? () => undefined : readContentTypes(text(typesPart), typesPart);
      return types(part);
    },
    relationships(owner) {
      let known = relationships.get(owner);
      if (!known) {
        const part = find(relationshipsPart(owner));
        known = part === undefined ? [] : readRelationships(text(part), part, owner, find);
        relationships.set(owner, known);
      }
      return known;
    },
    save(changes) {
      if (changes.size === 0) return source;
      const packed = new Map<string, Uint8Array>();
      for (const [part, changed] of changes) {
        const written =
          typeof changed === 'string' ? encodePart(changed, encodings.get(part) ?? 'utf-8') : changed;
        packed.set(entries.get(part)!.name, written);
      }
      return writeZip(archive, packed);
    },
  };
}

function readContentTypes(xml: string, part: string): (name: string) => string | undefined {
  const defaults = new Map<string, string>();
  const overrides = new Map<string, string>();
  scanXml(xml, part, {
    open(tag) {
      const type = tag.attribute('ContentType')?.split(';')[0]!.trim().toLowerCase();
      if (type === undefined) return;
      if (tag.name === 'ct:Default') {
        defaults.set((tag.attribute('Extension') ?? '').toLowerCase(), type);
      } else if (tag.name === 'ct:Override') {
        const name = resolveTarget('/', tag.attribute('PartName') ?? '');
        if (name !== undefined) overrides.set(partKey(unescapedName(name)), type);
      }
    },
  });
  return (name) => {
    const extension = /\.([^./]*)$/.exec(name)?.[1]?.toLowerCase();
    return overrides.get(partKey(unescapedName(name))) ?? defaults.get(extension ?? '');
  };
}

function readRelationships(
  xml: string,
  part: string,
  owner: string,
  find: OoxmlPackage['find'],
): Relationship[] {
  const relationships: Relationship[] = [];
  scanXml(xml, part, {
    open(tag) {
      if (tag.name !== 'rel:Relationship') return;
      const external = tag.attribute('TargetMode')?.toLowerCase() === 'external';
      const target = external ? undefined : resolveTarget(owner, tag.attribute('Target') ?? '');
      relationships.push({
        id: tag.attribute('Id') ?? '',
        kind: (tag.attribute('Type') ?? '').split('/').at(-1)!,
        part: target === undefined ? undefined : find(target),
      });
    },
  });
  return relationships;
}
