// Damage to the ZIP around the parts: what hostile files do, and what writers in the wild get wrong.
import { mutateXml } from './xml.ts';
import { contentOf, entryOf, writeEntries } from '../support/zip.ts';
import type { Random } from '../support/random.ts';
import type { Entry } from '../support/zip.ts';

/** Entries are copies and may be changed. */
export type PackageMutator = (entries: Entry[], random: Random) => Entry[];

const BAD_NAMES = [
  '../x.xml',
  '/etc/passwd',
  'C:\\x.xml',
  'word\\document.xml',
  '',
  'a\0b',
  '%2e%2e/x',
  'é.xml',
  './x',
];
const ODD_NUMBERS = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff];

const PACKAGE_MUTATORS: Record<string, PackageMutator> = {
  'drop a part': (entries, random) => without(entries, random.pick(entries)),
  'drop relationships': (entries, random) => {
    const rels = entries.filter(({ name }) => name.endsWith('.rels'));
    return rels.length === 0 ? entries : without(entries, random.pick(rels));
  },
  'rename a part'(entries, random) {
    const entry = random.pick(entries);
    entry.name = random.pick([
      entry.name.toUpperCase(),
      `${entry.name}x`,
      entry.name.replaceAll('/', '\\'),
      ...BAD_NAMES,
    ]);
    return entries;
  },
  'lie in a local name'(entries, random) {
    random.pick(entries).localName = random.pick(BAD_NAMES);
    return entries;
  },
  'two of one name'(entries, random) {
    const entry = random.pick(entries);
    const name = random.chance(0.5) ? entry.name : entry.name.toUpperCase();
    return [...entries, { ...random.pick(entries), name }];
  },
  'swap two parts'(entries, random) {
    const [a, b] = [random.pick(entries), random.pick(entries)];
    [a.name, b.name] = [b.name, a.name];
    return entries;
  },
  'another order': (entries, random) =>
    entries
      .map((entry) => ({ entry, key: random.below(1 << 30) }))
      .sort((a, b) => a.key - b.key)
      .map(({ entry }) => entry),
  'wrong CRC'(entries, random) {
    random.pick(entries).crc ^= 1 << random.below(31);
    return entries;
  },
  'wrong size'(entries, random) {
    const entry = random.pick(entries);
    entry.size = random.chance(0.5)
      ? random.pick(ODD_NUMBERS)
      : Math.max(0, entry.size + random.below(9) - 4);
    return entries;
  },
  'wrong packed size'(entries, random) {
    const entry = random.pick(entries);
    entry.packedSize = random.chance(0.5)
      ? random.pick(ODD_NUMBERS)
      : Math.max(0, entry.packed.length + random.below(9) - 4);
    return entries;
  },
  'odd flags'(entries, random) {
    random.pick(entries).flags = random.chance(0.5) ? 1 : 1 << random.below(16);
    return entries;
  },
  'odd method'(entries, random) {
    random.pick(entries).method = random.pick([0, 1, 8, 9, 12, 99]);
    return entries;
  },
  'data descriptors': (entries) => entries.map((entry) => ({ ...entry, descriptor: true })),
  'store a part': (entries, random) => replaced(entries, random.pick(entries), (data) => data, 0),
  'empty a part': (entries, random) => replaced(entries, random.pick(entries), () => Buffer.alloc(0)),
  'a part of nothing but zeros': (entries, random) =>
    replaced(entries, random.pick(entries), () => Buffer.alloc(random.pick([10, 100_000, 3_000_000]))),
  'a package as a part': (entries, random) =>
    replaced(entries, random.pick(entries), () => writeEntries(entries)),
  'a part as UTF-16': (entries, random) =>
    replaced(entries, xmlPart(entries, random), (data) => {
      const text = `\ufeff${data.toString('utf8').replace(/^\ufeff/, '')}`;
      const bytes = Buffer.from(random.chance(0.5) ? text : text.replace(/utf-8/i, 'UTF-16'), 'utf16le');
      return random.chance(0.5) ? bytes : bytes.swap16();
    }),
  'a byte order mark': (entries, random) =>
    replaced(entries, xmlPart(entries, random), (data) => Buffer.concat([Buffer.from('\ufeff'), data])),
  'another declared encoding': (entries, random) =>
    replaced(entries, xmlPart(entries, random), (data) => {
      const encoding = random.pick([
        'ISO-8859-1',
        'windows-1251',
        'US-ASCII',
        'UTF-16',
        'utf-7',
        'x-unknown',
        'Shift_JIS',
      ]);
      return Buffer.from(
        data.toString('latin1').replace(/encoding="[^"]*"/, `encoding="${encoding}"`),
        'latin1',
      );
    }),
  folders: (entries) => [
    entryOf('word/', Buffer.alloc(0), 0),
    entryOf('xl/', Buffer.alloc(0), 0),
    ...entries,
  ],
};

function without(entries: Entry[], gone: Entry) {
  return entries.filter((entry) => entry !== gone);
}

function replaced(entries: Entry[], which: Entry, change: (data: Buffer) => Buffer, method?: number) {
  return entries.map((entry) =>
    entry === which ? entryOf(entry.name, change(contentOf(entry)), method ?? entry.method) : entry,
  );
}

/** Parts that a filter reads most of, three times out of four. */
function xmlPart(entries: Entry[], random: Random) {
  const parts = entries.filter(({ name }) => /\.(?:xml|rels)$/i.test(name));
  const main = parts.filter(({ name }) =>
    /(?:document|header\d*|footer\d*|footnotes|endnotes|sheet\d+|sharedStrings|workbook|table\d+)\.xml$/i.test(
      name,
    ),
  );
  return random.pick(main.length > 0 && random.chance(0.75) ? main : parts.length > 0 ? parts : entries);
}

export function mutatePackage(source: Entry[], random: Random): { bytes: Buffer; how: string[] } {
  let entries = source.map((entry) => ({ ...entry }));
  const how: string[] = [];
  for (let n = random.chance(0.8) ? 1 : 2; n > 0; n--) {
    const name = random.pick(Object.keys(PACKAGE_MUTATORS));
    how.push(name);
    entries = PACKAGE_MUTATORS[name]?.(entries, random) ?? entries;
  }
  return { bytes: frame(writeEntries(entries), random, how), how };
}

export function mutateParts(entries: Entry[], random: Random): { bytes: Buffer; how: string[] } {
  const how: string[] = [];
  for (let n = random.chance(0.8) ? 1 : 2; n > 0; n--) {
    const part = xmlPart(entries, random);
    entries = replaced(entries, part, (data) => {
      const changed = mutateXml(data.toString('utf8'), random);
      how.push(`${part.name}: ${changed.how.join(', ')}`);
      return Buffer.from(changed.xml, 'utf8');
    });
  }
  return { bytes: writeEntries(entries), how };
}

/** The bytes before, behind and in the headers of the archive. */
function frame(zip: Buffer, random: Random, how: string[]) {
  if (random.chance(0.7)) return zip;
  const kind = random.pick(['before', 'behind', 'comment', 'header']);
  how.push(`archive: ${kind}`);
  const junk = random.bytes(1 + random.below(200));
  if (kind === 'before') return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), junk, zip]);
  if (kind === 'behind') return Buffer.concat([zip, junk]);
  if (kind === 'comment') return withComment(zip, Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), junk]));
  return withOddHeader(zip, random);
}

function withComment(zip: Buffer, comment: Buffer) {
  const bytes = Buffer.concat([zip, comment]);
  bytes.writeUInt16LE(comment.length, zip.length - 2);
  return bytes;
}

/** Sets a field of a local header, a directory record or the end record to a number it should not have. */
function withOddHeader(zip: Buffer, random: Random) {
  const bytes = Buffer.from(zip);
  const [mark, length] = random.pick([
    ['PK\x03\x04', 30],
    ['PK\x01\x02', 46],
    ['PK\x05\x06', 22],
  ] as [string, number][]);
  const places = [];
  const pattern = Buffer.from(mark, 'latin1');
  for (let at = bytes.indexOf(pattern); at !== -1; at = bytes.indexOf(pattern, at + 1)) places.push(at);
  const at = random.pick(places) + 4 + random.below(length - 6);
  bytes.writeUInt16LE(random.pick(ODD_NUMBERS) & 0xffff, at);
  return bytes;
}
