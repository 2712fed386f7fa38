import type { Warning } from '../../contract/index.ts';
import { damaged } from '../shared/refusals.ts';
import { decodePart, encodePieces } from '../xml/encoding.ts';
import type { PartEncoding } from '../xml/encoding.ts';
import { scanXml } from '../xml/scan.ts';
import { readZip, unpack } from '../zip/read.ts';
import { writeZip } from '../zip/write.ts';
import { ODF_NAMES } from './names.ts';

/** An OpenDocument package (ODF 1.3 part 2) in memory; parts are unpacked on demand. */
export interface OdfPackage {
  has(part: string): boolean;
  /** The text of a part, by its exact name (`content.xml`). Keeps a byte order mark as first character. */
  text(part: string): string;
  /** Media types by the manifest; folders end in `/`, the package itself is `/`. */
  mediaType(name: string): string | undefined;
  readonly isEncrypted: boolean;
  /** The kind of the package, by its `mimetype` or its manifest. */
  readonly kind: string | undefined;
  readonly warnings: readonly Warning[];
  /**
   * Other parts keep their bytes, and all keep order, dates and packing: `mimetype` stays first, and stored.
   * A text may come in pieces, none of which ends within a character.
   */
  save(changes: ReadonlyMap<string, string | Iterable<string>>): Uint8Array;
}

const MANIFEST = 'META-INF/manifest.xml';
const MAX_MIME_BYTES = 200;

export function openOdf(source: Uint8Array, archive = readZip(source)): OdfPackage {
  const entries = new Map(archive.entries.map((entry) => [entry.name, entry]));
  const encodings = new Map<string, PartEncoding>();
  const text = (part: string): string => {
    const entry = entries.get(part);
    if (!entry) throw damaged(`its part “${part}” is missing`);
    const decoded = decodePart(unpack(entry), part);
    encodings.set(part, decoded.encoding);
    return decoded.text;
  };
  const mimeEntry = entries.get('mimetype');
  const mimetype =
    mimeEntry && mimeEntry.size <= MAX_MIME_BYTES
      ? Buffer.from(unpack(mimeEntry)).toString('latin1').trim()
      : undefined;
  let manifest: Manifest | undefined;
  const readOnce = () => (manifest ??= entries.has(MANIFEST) ? readManifest(text(MANIFEST)) : NO_MANIFEST);
  return {
    has: (part) => entries.has(part),
    text,
    mediaType: (name) => readOnce().types.get(name),
    get isEncrypted() {
      return readOnce().isEncrypted;
    },
    get kind() {
      return mimetype === undefined || mimetype === '' ? readOnce().types.get('/') : mimetype;
    },
    warnings: entries.has('META-INF/documentsignatures.xml') ? [SIGNATURE] : [],
    save(changes) {
      if (changes.size === 0) return source;
      const encoded = Array.from(changes, ([part, changed]) => {
        const pieces = typeof changed === 'string' ? [changed] : changed;
        return [part, encodePieces(pieces, encodings.get(part) ?? 'utf-8')] as const;
      });
      return writeZip(archive, new Map(encoded));
    },
  };
}

interface Manifest {
  readonly types: ReadonlyMap<string, string>;
  readonly isEncrypted: boolean;
}

const NO_MANIFEST: Manifest = { types: new Map(), isEncrypted: false };

function readManifest(xml: string): Manifest {
  const types = new Map<string, string>();
  let isEncrypted = false;
  scanXml(
    xml,
    MANIFEST,
    {
      open(tag) {
        if (tag.name === 'manifest:encryption-data') isEncrypted = true;
        const path = tag.name === 'manifest:file-entry' ? tag.attribute('manifest:full-path') : undefined;
        if (path !== undefined) types.set(path, tag.attribute('manifest:media-type') ?? '');
      },
    },
    // OpenOffice.org 2 wrote one.
    { names: ODF_NAMES, allowDoctype: true },
  );
  return { types, isEncrypted };
}

/** A signature covers the bytes of the parts, so no translation can keep it valid. */
const SIGNATURE: Warning = {
  code: 'signature_invalidated',
  message:
    'The file is digitally signed, and the signature will not be valid for the translation. Sign the translated file again if it needs one.',
};
