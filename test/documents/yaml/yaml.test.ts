import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { yamlFormat } from '../../../service/documents/yaml/yaml-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const EN_DE = { from: 'en', to: 'de' };

async function segmentsOf(yaml: string, options: object = {}) {
  const { segments } = await yamlFormat.extract(Buffer.from(yaml), { ...ANY_NUMBER, ...EN_DE, ...options });
  return segments;
}

async function translated(yaml: string, targets: Record<string, string>, options: object = {}) {
  const segments = await segmentsOf(yaml, options);
  const { bytes, warnings } = await yamlFormat.assemble(
    Buffer.from(yaml),
    segments.map(({ text }) => targets[text] ?? null),
    { ...EN_DE, ...options },
  );
  return { yaml: Buffer.from(bytes).toString(), warnings };
}

const RAILS = `# Texts
en: &en
  plain: Hello %{name}   # a note
  single: 'It''s red'
  double: "Say \\"go\\"
    now"
  literal: |
    Line one
    Line two

  folded: >-
    A long text
    over lines
  list: [One car, "two, cars", 12]
  again: *en
  secret: !secret a_b
  "yes": yes
  url: https://a.b/c
  empty:
`;

describe('a YAML file', () => {
  it('has its strings by their keys, but not tagged ones, aliases and switches', async () => {
    expect((await segmentsOf(RAILS)).map(({ key, text, copy }) => [key, text, copy])).toEqual([
      ['en.plain', 'Hello %{name}', undefined],
      ['en.single', "It's red", undefined],
      ['en.double', 'Say "go" now', undefined],
      ['en.literal', 'Line one\nLine two', undefined],
      ['en.folded', 'A long text over lines', undefined],
      ['en.list.0', 'One car', undefined],
      ['en.list.1', 'two, cars', undefined],
      ['en.url', 'https://a.b/c', true],
    ]);
  });

  it('escapes letters beyond 16 bits whole', async () => {
    const yaml = 'a: "Party \\U0001F389 \\u00e9"\n';
    expect((await translated(yaml, { 'Party 🎉 é': 'Fête 🎉' })).yaml).toBe('a: "F\\u00eate \\U0001f389"\n');
  });

  it('changes in place, each string in its style, and names the language', async () => {
    const { yaml } = await translated(RAILS, {
      'Hello %{name}': 'Hallo %{name}',
      "It's red": "Es ist 'rot'",
      'Say "go" now': 'Sag "los" \\ jetzt',
      'Line one\nLine two': 'Zeile eins\nZeile zwei: #2',
      'A long text over lines': 'Ein Text, der ziemlich lang ist und über Zeilen geht',
      'One car': 'Ein Auto, rot',
    });
    expect(yaml).toBe(
      RAILS.replace('en: &en', 'de: &en')
        .replace('Hello', 'Hallo')
        .replace("It''s red", "Es ist ''rot''")
        .replace('"Say \\"go\\"\n    now"', '"Sag \\"los\\" \\\\ jetzt"')
        .replace('Line one\n    Line two', 'Zeile eins\n    Zeile zwei: #2')
        .replace('A long text\n    over lines', 'Ein Text, der ziemlich lang\n    ist und über Zeilen geht')
        .replace('One car', '"Ein Auto, rot"'),
    );
    expect((await translated(RAILS, {})).yaml).toBe(RAILS);
  });

  it.each([
    '- no',
    'a: b',
    '# x',
    '"x"',
    "it's #1",
    'yes',
    '12',
    'null',
    '[x',
    '*x',
    'a\tb',
    '2024-01-01',
    'x:',
    '@x',
    '=',
    '~',
  ])('holds %s as a text in every style', async (target) => {
    const yaml = `a: One text\nb: 'Two text'\nc: "Three text"\nd: |\n  Four text\ne: >\n  Five text\nf: {g: Six text}\n`;
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
    const { yaml: written } = await translated(
      yaml,
      Object.fromEntries(names.map((name) => [`${name} text`, target])),
    );
    const [document] = parseAllDocuments(written, { version: '1.1' });
    expect(document!.errors).toEqual([]);
    const { a, b, c, d, e, f } = document!.toJS() as Record<string, string> & { f: { g: string } };
    expect([a, b, c, d!.trimEnd(), e!.trimEnd(), f.g]).toEqual(names.map(() => target));
  });

  it('of Rails gets the plural forms of the target language by an option', async () => {
    const yaml = 'en:\n  cars:\n    one: a car\n    other: "%{count} cars"\n  x: y z\n';
    const targets = { '%{count} cars': '%{count} aut' };
    const warned = await translated(yaml, targets, { to: 'pl' });
    expect(warned.warnings.map(({ code, count }) => [code, count])).toEqual([['plural_keys_missing', 1]]);
    const { yaml: written, warnings } = await translated(yaml, targets, {
      to: 'pl',
      formatOptions: { 'json.plurals': true },
    });
    expect(warnings).toEqual([]);
    expect(written).toBe(
      'pl:\n  cars:\n    one: a car\n    other: "%{count} aut"\n    few: "%{count} aut"\n    many: "%{count} aut"\n  x: y z\n',
    );
  });

  it('may have several documents, and line ends of Windows', async () => {
    const yaml = 'a: One text\r\n---\r\na: |\r\n  Two text\r\n  more\r\n';
    expect((await segmentsOf(yaml)).map(({ key }) => key)).toEqual(['a', '2.a']);
    expect((await translated(yaml, { 'Two text\nmore': 'Zwei\nmehr' })).yaml).toBe(
      'a: One text\r\n---\r\na: |\r\n  Zwei\r\n  mehr\r\n',
    );
  });

  it.each([
    ['a: "b', 'damaged_file'],
    ['a: b: c', 'damaged_file'],
    ['[a, b', 'damaged_file'],
    ['- '.repeat(400) + 'a', 'hostile_file'],
    ['['.repeat(50_000), 'hostile_file'],
  ])('that is broken is refused: %.10s', async (yaml, code) => {
    expect(await refusalCode(() => segmentsOf(yaml))).toBe(code);
  });

  it('that repeats itself a thousand times is read once', async () => {
    const bomb = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`);
    expect(await segmentsOf(['a0: &a0 One text', ...bomb].join('\n'))).toHaveLength(1);
  });
});
