// Damage to text files: encodings, line ends, quotes and delimiters.
import iconv from 'iconv-lite';
import type { Random } from '../support/random.ts';

export type TextMutator = (text: string, random: Random) => string;

const ENCODINGS = [
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'big5',
  'koi8-r',
  'macintosh',
];
const ODD_CHARACTERS = [
  '\0',
  '\x01',
  '\x0b',
  '\x0c',
  '\x1b$B',
  '\x1a',
  '\x7f',
  '\x85',
  '\u2028',
  '\ufeff',
  '\ufffd',
  '\ud83d',
  'é',
  'ж',
  '漢',
  '🙂',
  '\u202e',
];

const TEXT_MUTATORS: Record<string, TextMutator> = {
  'other line ends': (text, random) => {
    const ends = random.pick([['\n'], ['\r'], ['\r\n'], ['\n', '\r', '\r\n'], ['\n\n'], ['\u2028']]);
    return text.replace(/\r\n|\r|\n/g, () => random.pick(ends));
  },
  'no line ends': (text) => text.replace(/\r\n|\r|\n/g, ' '),
  'odd characters': (text, random) => sprinkled(text, random, ODD_CHARACTERS),
  'white space': (text, random) => sprinkled(text, random, [' ', '\t', '\u00a0', '\u3000', '  ', '\n', '\r']),
  'repeat lines'(text, random) {
    const [piece, times] = [text.slice(0, random.below(2_000)), random.pick([2, 30, 1_200])];
    return text + piece.repeat(times);
  },
  'swap pieces'(text, random) {
    const at = random.below(text.length);
    return text.slice(at) + text.slice(0, at);
  },
  'one long line': (text, random) => text + 'word, "x"; '.repeat(random.pick([10, 20_000])),
};

const TABLE_MUTATORS: Record<string, TextMutator> = {
  'odd quotes': (text, random) => sprinkled(text, random, ['"', '""', '"""', "'", '" ', ' "', '","', '"\n']),
  'odd delimiters': (text, random) => sprinkled(text, random, [',', ';', '\t', '|', ':', ',,,,', ';;']),
  'another delimiter': (text, random) =>
    text.replaceAll(random.pick([',', ';', '\t']), random.pick([',', ';', '\t', '|', ':'])),
  'drop a quote'(text, random) {
    const at = text.indexOf('"', random.below(text.length));
    return at === -1 ? `${text}"` : text.slice(0, at) + text.slice(at + 1);
  },
  'quote everything': (text) => text.replace(/[^,;\t\r\n]+/g, (field) => `"${field.replaceAll('"', '""')}"`),
  'a line that names the delimiter': (text, random) =>
    `sep=${random.pick([',', ';', '\t', '|', '"', 'x', ''])}\n${text}`,
  formulas: (text, random) => sprinkled(text, random, ['\n=1+1', '\n@x', '\n-1', '\n+x', '\n"=x"']),
};

function sprinkled(text: string, random: Random, pieces: readonly string[]) {
  for (let n = 1 + random.below(10); n > 0; n--) {
    const at = random.below(text.length + 1);
    text = text.slice(0, at) + random.pick(pieces) + text.slice(at);
  }
  return text;
}

export function mutateText(
  source: Buffer,
  isTable: boolean,
  random: Random,
): { bytes: Buffer; how: string[] } {
  let text = source.toString('utf8').replace(/^\ufeff/, '');
  const mutators = isTable ? { ...TEXT_MUTATORS, ...TABLE_MUTATORS } : TEXT_MUTATORS;
  const how = [];
  for (let n = 1 + random.below(3); n > 0; n--) {
    const name = random.pick(Object.keys(mutators));
    how.push(name);
    text = mutators[name]?.(text, random) ?? text;
  }
  if (random.chance(0.6)) return { bytes: Buffer.from(text, 'utf8'), how };
  const encoding = random.pick(ENCODINGS);
  const addBOM = random.chance(0.5);
  how.push(`${encoding}${addBOM ? ' with a byte order mark' : ''}`);
  return { bytes: iconv.encode(text, encoding, { addBOM }), how };
}
