import { describe, expect, it } from 'vitest';
import type { Format } from '../../../service/documents/format.ts';
import { androidFormat } from '../../../service/documents/android/android-format.ts';
import { jsonFormat } from '../../../service/documents/json/json-format.ts';
import { propertiesFormat } from '../../../service/documents/properties/properties-format.ts';
import { yamlFormat } from '../../../service/documents/yaml/yaml-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';

async function read(format: Format, file: string, options: object = {}) {
  const context = { ...ANY_NUMBER, from: 'en', to: 'de', ...options };
  const { segments } = await format.extract(Buffer.from(file), context);
  const { leftOut = [] } = (await format.examine?.(Buffer.from(file), context)) ?? {};
  return {
    texts: segments.filter(({ copy }) => !copy).map(({ text }) => text),
    copied: segments.filter(({ copy }) => copy).map(({ text }) => text),
    leftOut: leftOut.filter(({ count }) => count > 0),
  };
}

describe('values that a program reads', () => {
  it.each<[string, Format, string, string[]]>([
    [
      'all but the texts that the specification names, in an OpenAPI document',
      yamlFormat,
      'openapi: 3.0.0\ninfo:\n  title: The house\nin: path\nschema:\n  type: string\n  enum: [red, green]\n',
      ['The house'],
    ],
    [
      'all but the texts that the specification names, in a JSON Schema',
      jsonFormat,
      '{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "House", "type": "object", "default": "red"}',
      ['House'],
    ],
    [
      'the order of dates in a locale of Rails',
      yamlFormat,
      'en:\n  date:\n    order: [year, month, day]\n  time:\n    am: am\n  house: The house\n',
      ['The house'],
    ],
    [
      'settings in small letters, where labels begin with capitals',
      propertiesFormat,
      'title=The house\nenabled=true\nmode=auto\nclass=com.example.House\nleft=left\n',
      ['The house', 'left'],
    ],
  ])('are %s', async (_what, format, file, texts) => {
    const found = await read(format, file);
    expect(found.texts).toEqual(texts);
    expect(found.leftOut).toEqual([{ what: 'program_values', count: expect.any(Number) as number }]);
  });

  it('are texts where labels are in lower case, or if the user names their keys', async () => {
    const small = '{"mode": "house", "title": "garden", "text": "water"}';
    expect((await read(jsonFormat, small)).texts).toEqual(['house', 'garden', 'water']);
    const named = '{"mode": "auto", "title": "Garden"}';
    expect((await read(jsonFormat, named)).texts).toEqual(['Garden']);
    const formatOptions = { 'json.include': ['mode'] };
    expect((await read(jsonFormat, named, { formatOptions })).texts).toEqual(['auto']);
  });

  it('are the array of values beside the array of entries, in Android resources', async () => {
    const array = (name: string, ...items: string[]): string =>
      `<string-array name="${name}">${items.map((item) => `<item>${item}</item>`).join('')}</string-array>`;
    const file = `<resources>${array('theme_entries', 'Light', 'Dark')}${array('theme_values', 'light', 'dark')}${array('core_values', 'Trust')}</resources>`;
    expect(await read(androidFormat, file)).toMatchObject({
      texts: ['Light', 'Dark', 'Trust'],
      copied: ['light', 'dark'],
    });
  });
});

describe('a file of several languages', () => {
  it('has texts in the source language only; the others stay, and are counted', async () => {
    const file = '{"en": {"a": "The house"}, "fr": {"a": "La maison", "b": "Le jardin"}}';
    expect(await read(jsonFormat, file)).toMatchObject({
      texts: ['The house'],
      leftOut: [{ what: 'other_languages', count: 2 }],
    });
    const byText = '{"a": {"en": "The house", "fr": "La maison"}, "b": {"en": "Water", "fr": "Eau"}}';
    expect((await read(jsonFormat, byText)).texts).toEqual(['The house', 'Water']);
  });

  it('is none that lists the names of languages, or lacks the source language', async () => {
    expect((await read(jsonFormat, '{"en": "English", "de": "German"}')).texts).toEqual([
      'English',
      'German',
    ]);
    expect((await read(jsonFormat, '{"it": {"a": "It is"}, "no": {"a": "No"}}')).texts).toEqual([
      'It is',
      'No',
    ]);
  });
});

describe('a file of messages', () => {
  it('has no texts but messages; their descriptions are counted', async () => {
    const file = '{"a": {"message": "The house", "description": "Title"}, "b": {"message": "Water"}}';
    expect(await read(jsonFormat, file)).toMatchObject({
      texts: ['The house', 'Water'],
      leftOut: [{ what: 'descriptions', count: 1 }],
    });
  });

  it('is none where other texts are beside a message', async () => {
    const file =
      '{"a": {"title": "Missing", "message": "The house"}, "b": {"title": "Closed", "message": "Water"}}';
    expect((await read(jsonFormat, file)).texts).toEqual(['Missing', 'The house', 'Closed', 'Water']);
  });
});
