import { createHash } from 'node:crypto';

/** An element of the tag tree: its children are elements, or marked contents as [page, mark]. */
export interface Tag {
  readonly type: string;
  readonly kids: readonly (Tag | readonly [page: number, mark: number])[];
  /** Further entries of its dictionary, such as `/Alt (A map)`. */
  readonly more?: string;
}

export interface PackedContent {
  /** As zlib writes it. */
  readonly packed: Buffer;
}

interface PdfParts {
  /** The content stream of each page. */
  readonly pages: readonly (string | PackedContent)[];
  readonly tags?: Tag;
  /** Further entries of each page's dictionary and of the catalog, which may refer to `objects`. */
  readonly page?: string;
  readonly catalog?: string;
  /** Further objects, numbered from 10,000. */
  readonly objects?: readonly string[];
  /** Encrypted so that it opens without a password, and its author forbids copying. */
  readonly forbidsCopying?: boolean;
}

export const FIRST_OBJECT = 10_000;

/** A PDF of A4 pages with Helvetica as F1 and its bold as F2. */
export function pdf({
  pages,
  tags,
  page = '',
  catalog = '',
  objects: more = [],
  forbidsCopying = false,
}: PdfParts): Buffer<ArrayBuffer> {
  const objects = new Map<number, string>();
  let next = 5;
  const add = (body: string): number => {
    objects.set(next, body);
    return next++;
  };
  objects.set(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  objects.set(4, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>');
  const ids = pages.map((given, i) => {
    const [stream, filter] =
      typeof given === 'string' ? [given, ''] : [given.packed.toString('latin1'), '/Filter/FlateDecode'];
    const length = Buffer.byteLength(stream, 'latin1');
    const content = add(`<</Length ${length}${filter}>>stream\n${stream}\nendstream`);
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/StructParents ${i}/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>${page}>>`,
    );
  });
  objects.set(2, `<</Type/Pages/Count ${ids.length}/Kids[${ids.map((id) => `${id} 0 R`).join(' ')}]>>`);
  let tree = '';
  if (tags) {
    const root = next++;
    const owners = pages.map(() => new Map<number, number>());
    const write = ({ type, kids, more: rest = '' }: Tag, parent: number): number => {
      const own = next++;
      const written = kids.map((kid) => {
        if ('type' in kid) return `${write(kid, own)} 0 R`;
        owners[kid[0]]!.set(kid[1], own);
        return `<</Type/MCR/Pg ${ids[kid[0]]!} 0 R/MCID ${kid[1]}>>`;
      });
      objects.set(own, `<</Type/StructElem/S/${type}/P ${parent} 0 R/K[${written.join(' ')}]${rest}>>`);
      return own;
    };
    const top = write(tags, root);
    const parents = owners.map((marks, i) => {
      const last = Math.max(-1, ...marks.keys());
      const list = Array.from({ length: last + 1 }, (_, mark) =>
        marks.has(mark) ? `${marks.get(mark)!} 0 R` : 'null',
      );
      return `${i}[${list.join(' ')}]`;
    });
    objects.set(root, `<</Type/StructTreeRoot/K[${top} 0 R]/ParentTree<</Nums[${parents.join(' ')}]>>>>`);
    tree = `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`;
  }
  objects.set(1, `<</Type/Catalog/Pages 2 0 R${tree}${catalog}>>`);
  more.forEach((body, i) => objects.set(FIRST_OBJECT + i, body));
  return written(objects, forbidsCopying ? encrypted(objects) : '');
}

/** The padding of passwords, and the permissions without copying (ISO 32000-1, 7.6.3, revision 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const NO_COPYING = -20;

/** Encrypts the streams of the objects with RC4 of 40 bits, and returns the entries for the trailer. */
function encrypted(objects: Map<number, string>): string {
  const owner = rc4(md5(PADDING).subarray(0, 5), PADDING);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(NO_COPYING);
  const id = Buffer.alloc(16, 1);
  const key = md5(PADDING, owner, permissions, id).subarray(0, 5);
  for (const [number, body] of objects) {
    const [, head, stream] = /^([^]*?>>stream\n)([^]*)\nendstream$/.exec(body) ?? [];
    if (head === undefined || stream === undefined) continue;
    const own = md5(key, Buffer.from([number & 255, number >> 8, 0, 0, 0])).subarray(0, 10);
    objects.set(number, `${head}${rc4(own, Buffer.from(stream, 'latin1')).toString('latin1')}\nendstream`);
  }
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const user = rc4(key, PADDING);
  return `/ID[${hex(id)}${hex(id)}]/Encrypt<</Filter/Standard/V 1/R 2/O${hex(owner)}/U${hex(user)}/P ${NO_COPYING}>>`;
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (i: number, j: number): void => {
    [state[i], state[j]] = [state[j]!, state[i]!];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) & 255]!;
  }) as Buffer;
}

function written(objects: ReadonlyMap<number, string>, trailer: string): Buffer<ArrayBuffer> {
  let body = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const [id, object] of [...objects].sort(([a], [b]) => a - b)) {
    offsets.set(id, body.length);
    body += `${id} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const entries = [...offsets].map(([id, at]) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
  const start = body.length;
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \n${entries.join('')}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

/** A line of text at a place, in points from the page's bottom left corner. */
export function textAt(x: number, y: number, text: string, { size = 11, font = 'F1' } = {}): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET\n`;
}

/** Marked content that tags name. */
export function marked(mark: number, content: string): string {
  return `/P <</MCID ${mark}>> BDC\n${content}EMC\n`;
}

/** Lines of text below each other. */
export function linesAt(
  x: number,
  y: number,
  lines: readonly string[],
  { size = 11, lead = 14 } = {},
): string {
  return lines.map((line, i) => textAt(x, y - i * lead, line, { size })).join('');
}
