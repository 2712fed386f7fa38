/**
 * A small SentencePiece vocabulary, written from nothing: what the neural engine's tests need of a model's
 * vocabulary is that it is one. Format: sentencepiece_model.proto (ModelProto),
 * https://github.com/google/sentencepiece.
 */
const CONTROL = 3;
const UNKNOWN = 2;
const BYTE = 6;
const WORD_START = '\u2581';

/**
 * A frequent word or letter is cheaper than a rare one: the unigram model takes the likeliest way through a
 * text.
 */
const WORDS =
  'the of and to in is a that it for on with as this be by are from at or an was not museum harbour day year open city water ship light house old new people world time first last long great little own other right big high small large next early young important public bad same able';

export interface Vocabulary {
  readonly bytes: Buffer;
  /** How many pieces it has. */
  readonly size: number;
  /** Which of them are whole words. */
  readonly words: { readonly start: number; readonly end: number };
}

export function makeVocabulary(): Vocabulary {
  const letters = Array.from(
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;:!?()[]{}<>&"\'-/%$€éñçüöß',
  );
  const pieces: [piece: string, score: number, type: number | undefined][] = [
    // Marian wants the end of a sentence first.
    ['</s>', 0, CONTROL],
    ['<unk>', 0, UNKNOWN],
    ...WORDS.split(' ').map((word, n): [string, number, undefined] => [
      `${WORD_START}${word}`,
      -3 - n / 20,
      undefined,
    ]),
    ...letters.map((letter, n): [string, number, undefined] => [letter, -9 - n / 50, undefined]),
    [WORD_START, -8, undefined],
    ...Array.from({ length: 256 }, (_, byte): [string, number, number] => [
      `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
      -20,
      BYTE,
    ]),
  ];
  // Marian's matrices want a multiple of eight.
  while (pieces.length % 8 !== 0) pieces.push([`<pad${pieces.length}>`, -50, undefined]);
  const trainer = Buffer.concat([
    varintField(3, 1),
    varintField(4, pieces.length),
    varintField(35, 1),
    varintField(40, 1),
    varintField(41, -1),
    varintField(42, 0),
    varintField(43, -1),
  ]);
  const normalizer = Buffer.concat([bytesField(1, Buffer.from('identity'))]);
  return {
    size: pieces.length,
    words: { start: 2, end: 2 + WORDS.split(' ').length },
    bytes: Buffer.concat([
      ...pieces.map(([piece, score, type]) =>
        bytesField(
          1,
          Buffer.concat([
            bytesField(1, Buffer.from(piece)),
            floatField(2, score),
            ...(type === undefined ? [] : [varintField(3, type)]),
          ]),
        ),
      ),
      bytesField(2, trainer),
      bytesField(3, normalizer),
    ]),
  };
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = BigInt.asUintN(64, BigInt(value)); ; left >>= 7n) {
    if (left < 128n) return Buffer.from([...bytes, Number(left)]);
    bytes.push(Number(left & 127n) | 128);
  }
}

function varintField(number: number, value: number): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

function bytesField(number: number, value: Buffer): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(value.length), value]);
}

function floatField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(number * 8 + 5), bytes]);
}
