import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InstalledModel, ModelRecord } from '../../../service/models/installed.ts';
import { makeSyntheticModel } from './synthetic-model.ts';
import type { SyntheticSize } from './synthetic-model.ts';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts a random-weight model into a folder of models, as an install would leave it. */
export async function installSynthetic(
  models: string,
  from: string,
  to: string,
  options: { size?: SyntheticSize; seed?: number } = {},
): Promise<InstalledModel> {
  const id = `bergamot-${from}-${to}-tiny`;
  const folder = join(models, id);
  const { model, vocabulary } = makeSyntheticModel(options.size, options.seed);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.bin'), model);
  await writeFile(join(folder, 'vocab.spm'), vocabulary);
  const record: ModelRecord = {
    version: 1,
    id,
    from,
    to,
    variant: 'tiny',
    licence: 'none: random weights',
    files: [
      { role: 'model', name: 'model.bin', bytes: model.length, sha256: sha256(model) },
      { role: 'vocab', name: 'vocab.spm', bytes: vocabulary.length, sha256: sha256(vocabulary) },
    ],
    installed_at: '2026-01-01T00:00:00.000Z',
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(record));
  return { ...record, folder };
}

/**
 * As `offeredSynthetic`, with a line as Mozilla's registry has it: a hash and size of the unpacked model file
 * only, and a split vocabulary.
 */
export function registrySynthetic(
  from: string,
  to: string,
  options: { size?: SyntheticSize; seed?: number } = {},
): { files: Map<string, Buffer>; line: object } {
  const { model, vocabulary } = makeSyntheticModel(options.size, options.seed);
  const folder = `models/${from}-${to}/a-run_X9f/exported`;
  const offered = [
    ['model', `${folder}/model.${from}${to}.intgemm.alphas.bin.gz`, model],
    ['srcvocab', `${folder}/srcvocab.${from}${to}.spm.gz`, vocabulary],
    ['trgvocab', `${folder}/trgvocab.${from}${to}.spm.gz`, vocabulary],
  ] as const;
  return {
    files: new Map(offered.map(([, path, bytes]) => [path, gzipSync(bytes, { level: 1 })])),
    line: {
      from,
      to,
      architecture: 'base-memory',
      flores: { comet: 0.8487, chrf: 55.1 },
      modelSha256: sha256(model),
      modelBytes: model.length,
      files: Object.fromEntries(offered.map(([role, path]) => [role, { path }])),
    },
  };
}

/** A model as a mirror has it: its files, packed, by path, and its line of a manifest. */
export function offeredSynthetic(
  from: string,
  to: string,
  options: { size?: SyntheticSize; seed?: number } = {},
): { files: Map<string, Buffer>; line: object } {
  const { model, vocabulary } = makeSyntheticModel(options.size, options.seed);
  const offered = [
    ['model', `models/tiny/${from}${to}/model.${from}${to}.bin.gz`, gzipSync(model, { level: 1 })],
    ['vocab', `models/tiny/${from}${to}/vocab.${from}${to}.spm.gz`, gzipSync(vocabulary, { level: 1 })],
  ] as const;
  return {
    files: new Map(offered.map(([, path, bytes]) => [path, bytes])),
    line: {
      from,
      to,
      architecture: 'tiny',
      version: '1.0',
      flores: { bleu: 1, comet: 0.1 },
      modelSha256: sha256(model),
      files: Object.fromEntries(
        offered.map(([role, path, bytes]) => [role, { path, sha256: sha256(bytes), size: bytes.length }]),
      ),
    },
  };
}
