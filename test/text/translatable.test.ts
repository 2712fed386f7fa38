import { describe, expect, it } from 'vitest';
import { isTranslatable } from '../../service/text/translatable.ts';
import { IS_LONG } from '../support/effort.ts';
import { expectLinear } from '../support/linear.ts';

const copied: Record<string, string[]> = {
  blank: ['', ' ', '\u00a0\u2003', '\t\n'],
  'numbers in any locale': [
    '42',
    '1.234,56',
    '1,234.56',
    "1'234",
    '1 234',
    '٣٤٥',
    '१२३',
    '１２３',
    '½',
    '-5',
    '1.5e-10',
  ],
  'a letter by itself': ['A', 'a', 'A-', '(b)', 'Ä.', 'x = 2'],
  'dates and times of digits': ['2024-01-31', '31.01.2024', '1/2/24', '10:30', '2024-01-31T10:00:00Z'],
  'percentages and amounts': [
    '50 %',
    '50%',
    '$1,234.50',
    '1.234,56 €',
    'EUR 1,234',
    '12 USD',
    'US$5',
    'R$ 10',
    '100 kr',
    '(1,200)',
    '20 zł',
    'Rs. 500',
  ],
  'URLs and addresses': [
    'https://example.com/a?b=c',
    'www.example.com',
    'example.com',
    'mailto:a@b.org',
    'jane.doe+x@example.co.uk',
    '<jane@example.com>',
  ],
  paths: [
    '/usr/bin/env',
    'C:\\Windows',
    'C:\\Program Files\\App',
    './a.js',
    'src/main/app.ts',
    'report.docx',
    '\\\\server\\share',
  ],
  'code-like identifiers': [
    'ABC-123_X',
    'foo_bar()',
    'foo_bar',
    'MAX_VALUE',
    '__init__',
    'fooBar',
    'ISO-9001:2015',
    'A4',
    'v1.2.3',
    '1.2.3-beta.1',
    '0xFF',
    '550e8400-e29b-41d4-a716-446655440000',
    'std::vector',
    'process.env',
    '--verbose',
    '-v',
    '-Dname=value',
    'main()',
    'print("a")',
    'os.path.join(a,b)',
    'exit(1);',
    '$HOME',
    '`npm install`',
  ],
  placeholders: ['{{x}}', '{0}', '%s', '%(n)d', '${x}', '{{a}} – {{b}}', '%1$s / %2$s', '%%'],
  'patterns of dates': ['%Y-%m-%d', '%a, %d %b %H:%M', 'YYYY-MM-DD', 'dd.MM.yyyy HH:mm', 'MMM D, YYYY'],
  'punctuation and symbols': ['—', '***', '...', '→ ✓', '🙂', '•'],
};

const translated = [
  'C:\\Temp\\a.txt is here',
  'Hello',
  'hello',
  'OK',
  'Name',
  'N/A',
  'and/or',
  'e.g.',
  'COVID',
  'Straße',
  'Привет',
  'こんにちは',
  '世界',
  'مرحبا',
  'नमस्ते',
  'สวัสดี',
  '5 apples',
  'Page 3 of 10',
  'TOP 10',
  'Visit https://example.com today',
  'Hello {{name}}',
  '%s files',
  'January 5, 2024',
  '2024年1月31日',
  'well-known',
  "don't",
  'README first',
  'Total:',
  '(optional)',
  '50% off',
  'JavaScript',
  'PowerPoint',
  'Item(s)',
  'Price(EUR)',
  'Kunde(n)',
  '-Milk',
  '-milk',
  'Signature________',
  'Firma_______ Fecha_______',
  'Tel.____',
  '____Yes',
];

describe('isTranslatable', () => {
  for (const [what, texts] of Object.entries(copied)) {
    it.each(texts)(`copies ${what}: %j`, (text) => {
      expect(isTranslatable(text)).toBe(false);
    });
  }

  it.each(translated)('translates words: %j', (text) => {
    expect(isTranslatable(text)).toBe(true);
  });

  it.each([
    ['a', 10],
    ['ا', 10],
    ['http://a/', 10],
    // A second for each megabyte.
    ['ab.', IS_LONG ? 10 : 1],
  ])('looks at a file that is one word: %j, %i MB', (part, mb) => {
    expect(isTranslatable(part.repeat((mb * 1_048_576) / Buffer.byteLength(part)))).toBeTypeOf('boolean');
  });

  if (IS_LONG)
    it.each([
      ['letters', (n: number) => 'a'.repeat(n)],
      ['digits and dots', (n: number) => '1.'.repeat(n)],
      ['percent signs', (n: number) => '%'.repeat(n) + 'x'],
      ['braces', (n: number) => '{{'.repeat(n) + 'x'],
      ['at signs', (n: number) => 'a@'.repeat(n)],
      ['dotted words', (n: number) => 'ab.'.repeat(n)],
      ['brackets', (n: number) => '('.repeat(n) + 'a'],
      ['a URL of brackets', (n: number) => `http://${')'.repeat(n)}`],
    ])('stays linear on a hostile run of %s', async (_what, make) => {
      await expectLinear(make, isTranslatable, 10_000);
    });
});
