import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { downloadBytes, loadManifest, ManifestError, parseManifest } from '../../service/models/manifest.ts';
import builtIn from '../../resources/models.json' with { type: 'json' };
import { offeredSynthetic } from '../support/models/install-synthetic.ts';

const { line } = offeredSynthetic('en', 'es');

describe('the list of models', () => {
  it('that is built in has every direction to and from English once for each size', async () => {
    const { models, url } = await loadManifest();
    expect(models).toHaveLength(154);
    expect(new Set(models.map(({ from, to }) => `${from} ${to}`)).size).toBe(106);
    expect(new Set(models.map(({ id }) => id)).size).toBe(154);
    for (const { from, to } of models) expect([from, to]).toContain('en');
    expect(url).toMatch(/^https:\/\/.*[0-9a-f]{40}$/);
    const spanish = models.find(({ id }) => id === 'bergamot-en-es-base-memory')!;
    expect(downloadBytes(spanish)).toBeGreaterThan(20_000_000);
    expect(spanish.quality?.comet).toBeGreaterThan(0.8);
  });

  it.each([
    ['en-bs', 'bergamot-en-bs-base-memory'],
    ['en-no', 'bergamot-en-no-tiny'],
    ['hbs-en, Serbo-Croatian in Latin script', 'bergamot-sr-Latn-en-base-memory'],
    ['zh_hant-en', 'bergamot-zh-Hant-en-base-memory'],
    ['en-zh_hant', 'bergamot-en-zh-Hant-base-memory'],
  ])('that is built in has %s of the 2026 registry, by its canonical tag', async (_name, id) => {
    const model = (await loadManifest()).models.find((one) => one.id === id)!;
    expect(model.url).toMatch(/^https:\/\//);
    const roles = model.files.map(({ role }) => role);
    expect(roles).toEqual(
      id.includes('zh') ? ['model', 'lex', 'srcvocab', 'trgvocab'] : ['model', 'lex', 'vocab'],
    );
    // Only the unpacked model file has a hash and a size there.
    for (const { role, packed, unpacked } of model.files) {
      expect(packed).toBeUndefined();
      expect(unpacked?.bytes ?? 0).toBe(
        role === 'model' ? (id.includes('zh') ? 43_849_787 : unpacked!.bytes) : 0,
      );
    }
    expect(downloadBytes(model)).toBeGreaterThan(10_000_000);
  });

  it('that is built in would be taken from a file too', async () => {
    expect(parseManifest(builtIn)).toEqual(await loadManifest());
  });

  it('may be another one, from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    const file = join(folder, 'models.json');
    await writeFile(file, JSON.stringify({ url: 'https://mirror.example/', licence: 'X', models: [line] }));
    const manifest = await loadManifest(file);
    expect(manifest.url).toBe('https://mirror.example');
    expect(manifest.models).toMatchObject([{ id: 'bergamot-en-es-tiny', licence: 'X' }]);
    await rm(folder, { recursive: true });
    await expect(loadManifest(file)).rejects.toThrow(`The manifest of models ${file} cannot be read`);
  });

  it.each([
    [
      'a path that leaves the mirror',
      { model: { path: '../x', sha256: 'a'.repeat(64), size: 1 } },
      'relative path',
    ],
    ['an absolute path', { model: { path: '/etc/x', sha256: 'a'.repeat(64), size: 1 } }, 'relative path'],
    ['an invalid hash', { model: { path: 'x', sha256: 'zz', size: 1 } }, 'SHA-256'],
    ['a model file that nothing verifies', { model: { path: 'x' }, vocab: { path: 'y' } }, 'neither sha256'],
    ['a model without a vocabulary', { model: { path: 'x', sha256: 'a'.repeat(64), size: 1 } }, 'vocabulary'],
  ])('is refused with %s, and says so', (_what, wrong, why) => {
    const parse = () => parseManifest({ models: [{ ...line, files: wrong }] });
    expect(parse).toThrow(ManifestError);
    expect(parse).toThrow(why);
  });

  it('is read with tags in any case and a byte-order mark; models are known by canonical tags', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
    const file = join(folder, 'models.json');
    const models = [{ ...line, from: 'EN', to: 'zh_hant' }];
    await writeFile(file, `\ufeff${JSON.stringify({ url: 'http://127.0.0.1:1/m', models })}`);
    expect((await loadManifest(file)).models).toMatchObject([
      { id: 'bergamot-en-zh-Hant-tiny', from: 'en', to: 'zh-Hant' },
    ]);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['models.1.to is "qx", which is no language known here.', { models: [line, { ...line, to: 'qx' }] }],
    ['models.0.to is es, the same language as from.', { models: [{ ...line, from: 'ES' }] }],
    ['url must begin with https://', { url: 'http://mirror.example', models: [] }],
    ['without a user name or password.', { url: 'https://me:secret@mirror.example', models: [] }],
  ])('is refused with a language or an address that cannot serve: %s', (why, wrong) => {
    const parse = () => parseManifest(wrong);
    expect(parse).toThrow(why);
    expect(parse).not.toThrow('secret');
  });

  it('is refused with a model twice', () => {
    expect(() => parseManifest({ models: [line, { ...line, from: 'EN' }] })).toThrow('twice');
  });
});
