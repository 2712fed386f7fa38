import { describe, expect, it } from 'vitest';
import type { ModelResource } from '../../service/contract/index.ts';
import { missingModels, modelDirections } from '../../renderer/lib/model-offer.ts';

function model(
  from: string,
  to: string,
  variant: ModelResource['variant'],
  state: ModelResource['state'] = 'available',
): ModelResource {
  const id = `bergamot-${from}-${to}-${variant}`;
  return { id, engine: 'bergamot', from, to, variant, state, download_bytes: 1, licence: 'MPL-2.0' };
}

describe('the models that a direction lacks', () => {
  const ids = (models: readonly ModelResource[], from: string, to: string): string[] =>
    missingModels(modelDirections(models), from, to).map(({ id }) => id);

  it('are one: the size that is advised', () => {
    const models = [model('en', 'de', 'tiny'), model('en', 'de', 'base-memory'), model('en', 'de', 'base')];
    expect(ids(models, 'en', 'de')).toEqual(['bergamot-en-de-base-memory']);
    expect(ids(models, 'en-GB', 'de-AT')).toEqual(['bergamot-en-de-base-memory']);
  });

  it('are the one that is on its way before any other', () => {
    const models = [model('en', 'de', 'base-memory'), model('en', 'de', 'tiny', 'installing')];
    expect(ids(models, 'en', 'de')).toEqual(['bergamot-en-de-tiny']);
  });

  it('are two where the way goes through English, without those that are there', () => {
    const models = [model('es', 'en', 'tiny'), model('en', 'de', 'tiny')];
    expect(ids(models, 'es', 'de')).toEqual(['bergamot-es-en-tiny', 'bergamot-en-de-tiny']);
    const half = [model('es', 'en', 'tiny', 'installed'), model('en', 'de', 'tiny')];
    expect(ids(half, 'es', 'de')).toEqual(['bergamot-en-de-tiny']);
  });

  it('are absent if one is installed, or none is available', () => {
    expect(ids([model('en', 'de', 'tiny', 'installed'), model('en', 'de', 'base')], 'en', 'de')).toEqual([]);
    expect(ids([], 'en', 'de')).toEqual([]);
    const removableOnly = { ...model('en', 'de', 'tiny', 'failed'), download_bytes: 0 };
    expect(ids([removableOnly], 'en', 'de')).toEqual([]);
  });
});
