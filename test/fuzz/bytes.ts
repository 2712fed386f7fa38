// Damage to a file as mere bytes: what bad disks, cut downloads and mail gateways do.
import type { Random } from '../support/random.ts';

export type ByteMutator = (bytes: Buffer, random: Random) => Buffer;

const TELLING_BYTES = [0, 1, 9, 10, 13, 0x20, 0x22, 0x26, 0x2c, 0x3c, 0x7f, 0x80, 0xbf, 0xc0, 0xfe, 0xff];

function range(bytes: Buffer, random: Random) {
  const start = random.below(bytes.length);
  const longest = random.chance(0.5) ? 16 : bytes.length;
  return { start, end: Math.min(bytes.length, start + 1 + random.below(longest)) };
}

const BYTE_MUTATORS: Record<string, ByteMutator> = {
  'flip bits'(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let n = 1 + random.below(8); n > 0 && changed.length > 0; n--) {
      const at = random.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
    }
    return changed;
  },
  'set bytes'(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let n = 1 + random.below(8); n > 0 && changed.length > 0; n--) {
      changed[random.below(changed.length)] = random.pick(TELLING_BYTES);
    }
    return changed;
  },
  'cut off'(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  'cut out'(bytes, random) {
    const { start, end } = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  'splice in'(bytes, random) {
    const { start } = range(bytes, random);
    const piece = random.chance(0.5)
      ? random.bytes(1 + random.below(64))
      : Buffer.alloc(1 + random.below(2_000), random.pick(TELLING_BYTES));
    return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start)]);
  },
  'repeat a piece'(bytes, random) {
    const from = range(bytes, random);
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from.start, from.end), bytes.subarray(at)]);
  },
  'overwrite a piece'(bytes, random) {
    const changed = Buffer.from(bytes);
    const from = range(bytes, random);
    changed.set(bytes.subarray(from.start, from.end).subarray(0, bytes.length - from.start), from.start);
    const at = random.below(bytes.length);
    changed.set(bytes.subarray(from.start, from.end).subarray(0, bytes.length - at), at);
    return changed;
  },
};

/** One to three of them, one after the other. */
export function mutateBytes(bytes: Buffer, random: Random): { bytes: Buffer; how: string[] } {
  const how = [];
  for (let n = 1 + random.below(3); n > 0 && bytes.length > 0; n--) {
    const name = random.pick(Object.keys(BYTE_MUTATORS));
    how.push(name);
    bytes = BYTE_MUTATORS[name]?.(bytes, random) ?? bytes;
  }
  return { bytes, how };
}
