/**
 * Marian models with random weights, in the shape of Firefox's: they load, take their time and carry markup
 * as real ones do, and what they say is noise. For plumbing only. Binary format: marian-dev,
 * src/common/binary.cpp.
 */
import { makeVocabulary } from './vocabulary.ts';
import type { Vocabulary } from './vocabulary.ts';

/** `small` has the layers of `tiny` at a fraction of its width: it loads in a moment. */
export type SyntheticSize = 'small' | 'tiny' | 'base-memory' | 'base';

interface Shape {
  embedding: number;
  feedForward: number;
  decoderLayers: number;
}
const SHAPES: Record<SyntheticSize, Shape> = {
  small: { embedding: 64, feedForward: 128, decoderLayers: 2 },
  tiny: { embedding: 256, feedForward: 1536, decoderLayers: 2 },
  'base-memory': { embedding: 384, feedForward: 1536, decoderLayers: 4 },
  base: { embedding: 512, feedForward: 2048, decoderLayers: 2 },
};
const ENCODER_LAYERS = 6;
const HEADS = 8;
const TYPE = { int8: 0x101, float32: 0x404, intgemm8: 0x4101 } as const;
/** Items and the data as a whole are aligned to this. */
const ALIGNMENT = 256;

interface Item {
  name: string;
  type: number;
  shape: number[];
  data: Buffer;
}

export interface SyntheticModel {
  readonly model: Buffer;
  readonly vocabulary: Buffer;
}

/** `seed` changes the weights, and with them the file's hash. */
export function makeSyntheticModel(size: SyntheticSize = 'small', seed = 12_345): SyntheticModel {
  const vocabulary = makeVocabulary();
  return { model: makeModel(SHAPES[size], vocabulary, seed), vocabulary: vocabulary.bytes };
}

function makeModel(shape: Shape, vocabulary: Vocabulary, seed: number): Buffer {
  const { size: vocabularySize, words } = vocabulary;
  const { embedding, feedForward, decoderLayers } = shape;
  const items: Item[] = [];
  let state = seed >>> 0;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const scale = (name: string, value: number): void => {
    const data = Buffer.alloc(ALIGNMENT);
    data.writeFloatLE(value);
    items.push({ name, type: TYPE.float32, shape: [1, 1], data });
  };
  const weights = (name: string, rows: number, columns: number): void => {
    const data = Buffer.alloc(padded(rows * columns + 4));
    for (let i = 0; i < rows * columns; i++) data.writeInt8(Math.round(random() * 254), i);
    const largest = name === 'Wemb' ? 0.06 : Math.sqrt(6 / (rows + columns));
    data.writeFloatLE(127 / largest, rows * columns);
    items.push({ name, type: TYPE.intgemm8, shape: [rows, columns], data });
    scale(`${name}_QuantMultA`, 25);
  };
  const bias = (name: string, columns: number, value: number): void => {
    const data = Buffer.alloc(padded(columns * 4));
    for (let i = 0; i < columns; i++) data.writeFloatLE(value, i * 4);
    items.push({ name, type: TYPE.float32, shape: [1, columns], data });
  };
  const attention = (prefix: string): void => {
    for (const part of 'qkvo') {
      weights(`${prefix}_W${part}`, embedding, embedding);
      bias(`${prefix}_b${part}`, embedding, 0);
    }
    bias(`${prefix}_Wo_ln_scale`, embedding, 1);
    bias(`${prefix}_Wo_ln_bias`, embedding, 0);
  };
  const feed = (prefix: string): void => {
    weights(`${prefix}_W1`, embedding, feedForward);
    bias(`${prefix}_b1`, feedForward, 0);
    weights(`${prefix}_W2`, feedForward, embedding);
    bias(`${prefix}_b2`, embedding, 0);
    bias(`${prefix}_ffn_ln_scale`, embedding, 1);
    bias(`${prefix}_ffn_ln_bias`, embedding, 0);
  };
  for (let layer = 1; layer <= ENCODER_LAYERS; layer++) {
    attention(`encoder_l${layer}_self`);
    feed(`encoder_l${layer}_ffn`);
  }
  for (let layer = 1; layer <= decoderLayers; layer++) {
    weights(`decoder_l${layer}_rnn_W`, embedding, embedding);
    weights(`decoder_l${layer}_rnn_Wf`, embedding, embedding);
    bias(`decoder_l${layer}_rnn_bf`, embedding, 0);
    bias(`decoder_l${layer}_rnn_ffn_ln_scale`, embedding, 1);
    bias(`decoder_l${layer}_rnn_ffn_ln_bias`, embedding, 0);
    attention(`decoder_l${layer}_context`);
    feed(`decoder_l${layer}_ffn`);
  }
  const logits = Buffer.alloc(padded(vocabularySize * 4));
  // Words only, and no end of the sentence before its longest length: what takes time should take it.
  for (let i = 0; i < vocabularySize; i++) {
    const isWord = i >= words.start && i < words.end;
    logits.writeFloatLE(isWord ? random() * 0.2 : -50, i * 4);
  }
  items.push({
    name: 'decoder_ff_logit_out_b',
    type: TYPE.float32,
    shape: [1, vocabularySize],
    data: logits,
  });
  weights('Wemb', vocabularySize, embedding);
  scale('none_QuantMultA', 25);
  const yaml = Buffer.from(`${configOf(shape, vocabularySize)}\0`);
  const data = Buffer.concat([yaml, Buffer.alloc(padded(yaml.length) - yaml.length)]);
  items.push({ name: 'special:model.yml', type: TYPE.int8, shape: [yaml.length], data });
  return fileOf(items);
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function fileOf(items: Item[]): Buffer {
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  const header = [u64(1), u64(items.length)];
  for (const { name, type, shape, data } of items) {
    header.push(u64(name.length + 1), u64(type), u64(shape.length), u64(data.length));
  }
  for (const { name } of items) header.push(Buffer.from(`${name}\0`));
  for (const { shape } of items) {
    const bytes = Buffer.alloc(4 * shape.length);
    for (const [n, dimension] of shape.entries()) bytes.writeInt32LE(dimension, 4 * n);
    header.push(bytes);
  }
  const before = header.reduce((sum, part) => sum + part.length, 0) + 8;
  const gap = padded(before) - before;
  return Buffer.concat([...header, u64(gap), Buffer.alloc(gap), ...items.map(({ data }) => data)]);
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function configOf({ embedding, feedForward, decoderLayers }: Shape, vocabularySize: number): string {
  return `bert-train-type-embeddings: true
bert-type-vocab-size: 2
dec-cell: ssru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dec-depth: ${decoderLayers}
dim-emb: ${embedding}
dim-rnn: 1024
dim-vocabs:
  - ${vocabularySize}
  - ${vocabularySize}
enc-cell: gru
enc-cell-depth: 1
enc-depth: ${ENCODER_LAYERS}
enc-type: bidirectional
factors-combine: sum
factors-dim-emb: 0
input-types:
  []
layer-normalization: false
lemma-dim-emb: 0
lemma-dependency: ""
output-omit-bias: false
right-left: false
skip: false
tied-embeddings: false
tied-embeddings-all: true
tied-embeddings-src: false
transformer-aan-activation: swish
transformer-aan-depth: 2
transformer-aan-nogate: false
transformer-decoder-autoreg: rnn
transformer-decoder-dim-ffn: 0
transformer-decoder-ffn-depth: 0
transformer-depth-scaling: false
transformer-dim-aan: 1536
transformer-dim-ffn: ${feedForward}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: ${HEADS}
transformer-no-affine: false
transformer-no-bias: false
transformer-no-projection: false
transformer-pool: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-rnn-projection: false
transformer-tied-layers:
  []
transformer-train-position-embeddings: false
type: transformer
ulr: false
ulr-dim-emb: 0
ulr-trainable-transformation: false
unlikelihood-loss: false
version: v1.9.56
`;
}
