import { describe, expect, it } from 'vitest';
import { expectLinear } from '../support/linear.ts';
import { IS_LONG } from '../support/effort.ts';
import { SYNTAX_NAMES } from '../../service/contract/syntaxes.ts';
import { ANY, createScanner, scan } from '../../service/text/protected/scan.ts';
import { compiled } from '../../service/text/protected/syntax.ts';
import type { Syntax } from '../../service/text/protected/syntax.ts';
import { SYNTAXES } from '../../service/text/protected/table.ts';

/** An example's text, and its part between ⟦ and ⟧. */
function markedIn(example: string): { text: string; marked: string } {
  const text = example.replace(/[⟦⟧]/gu, '');
  const [, marked = text] = /⟦(.*)⟧/su.exec(example) ?? [];
  return { text, marked };
}

function found(text: string, row: Syntax): string[] {
  if (row.from.includes('alone')) return compiled(row, 'y').exec(text) ?? [];
  return createScanner([row])(text).map(({ start, end }) => text.slice(start, end));
}

describe.each(SYNTAXES.map((row) => [row.id, row] as const))('the syntax %s', (id, row) => {
  it('has its own id, a source, examples and prose', () => {
    expect(SYNTAXES.filter((other) => other.id === id)).toEqual([row]);
    expect(row.spec).not.toBe('');
    expect(row.examples).not.toEqual([]);
    expect(row.prose).not.toEqual([]);
  });

  it.each(row.examples)('finds %s', (example) => {
    const { text, marked } = markedIn(example);
    expect(found(text, row)).toContain(marked);
  });

  it.each(row.prose)('finds nothing in: %s', (text) => {
    expect(found(text, row)).toEqual([]);
  });

  it('reads its own beginnings in linear time', async () => {
    if (row.from.includes('alone')) return;
    const scanRow = createScanner([row]);
    for (const example of row.examples.slice(0, IS_LONG ? undefined : 1)) {
      const { text } = markedIn(example);
      for (const end of new Set([1, Math.ceil(text.length / 2), text.length - 1]))
        if (end > 0) await expectLinear((n) => text.slice(0, end).repeat(n), scanRow, 300);
    }
  });

  it('finds its examples beside all others, where the text or the job says so', () => {
    if (row.from.includes('alone')) return;
    for (const example of row.examples) {
      const { text, marked } = markedIn(example);
      const spans = scan(text, [...ANY, id]).map(({ start, end }) => text.slice(start, end));
      expect(spans.some((span) => span.includes(marked))).toBe(true);
    }
  });
});

it('the option has the names of all syntaxes that are not looked for everywhere', () => {
  const rows = SYNTAXES.filter(({ from }) => from !== 'prose' && !from.includes('alone'));
  expect([...SYNTAX_NAMES].sort()).toEqual(rows.map(({ id }) => id).sort());
});

describe('the scan', () => {
  const marks = (text: string, active?: readonly string[]) =>
    scan(text, active).map(({ start, end }) => text.slice(start, end));

  it.each(['Copy it to d:/house/car now', 'Set div.house to red'])(
    'finds a mark whatever else is in the text: %s',
    (text) => {
      const [mark] = marks(text);
      expect(mark).toMatch(/house/);
      expect(marks(`${text}, see a@b.example and {{x}}`)).toEqual([mark, 'a@b.example', '{{x}}']);
    },
  );

  it('takes a word for a value only where the job says so', () => {
    const text = 'See you at :noon, $name and !user of #house, 50 %off';
    expect(marks(text)).toEqual([]);
    expect(marks(text, ['laravel'])).toEqual([':noon']);
    expect(marks(text, ['dollar-word', 'hashtag'])).toEqual(['$name', '#house']);
  });

  it.each([
    ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['(see http://x.org/a_(b))', ['http://x.org/a_(b)']],
    ['请访问https://a.com/路。谢谢', ['https://a.com/路']],
    ['如有问题请联系support@example.com获取帮助。', ['support@example.com']],
    ['お問い合わせはinfo@example.comまでご連絡ください。', ['info@example.com']],
    ['https://example.com에서 다운로드하세요.', ['https://example.com']],
    ['詳細はhttps://example.com/をご覧ください。', ['https://example.com/']],
    ['https://example.com—our new site', ['https://example.com']],
    ['%s님의 파일 %1$s개', ['%s', '%1$s']],
    ['Dear <%= name %>, <% if (a > b) { %>yes<% } %>', ['<%= name %>', '<% if (a > b) { %>', '<% } %>']],
    ['[url=https://example.com]the car[/url]', ['[url=https://example.com]', '[/url]']],
    ['[url]https://example.com/a[/url]', ['[url]', 'https://example.com/a', '[/url]']],
    ['[here](https://a.com/b)and', ['https://a.com/b']],
    ['{n, plural, =0{no car} other{# cars}} now', ['{n, plural, =0{', '} other{', '#', '}}']],
    ['{0, choice, 0#none|1<{0} cars}', ['{0, choice, 0#', '|1<', '{0}', '}']],
    [
      'C:/Program Files/a.txt or %A%\\My b and %B%\\c d\\e.exe',
      ['C:/Program Files/a.txt', '%A%\\My', '%B%\\c d\\e.exe'],
    ],
    ['In C:\\new\\table or \\\\next', ['C:\\new\\table']],
  ])('of two marks at one place takes the whole one: %s', (text, expected) => {
    expect(marks(text)).toEqual(expected);
  });

  it('finds in texts with the signs of a syntax all that it finds in any text', () => {
    const rows = SYNTAXES.filter(({ from }) => !from.includes('alone'));
    const always = createScanner(rows.map((row) => ({ ...row, sign: /^/u })));
    const gated = createScanner(rows);
    const texts = rows
      .flatMap(({ examples, prose }) => [...examples, ...prose])
      .map((text) => markedIn(text).text);
    for (const [n, text] of texts.entries())
      for (const other of [texts[(n * 7 + 3) % texts.length]!, '']) {
        const joined = `${text}${n % 2 === 0 ? ' ' : ''}${other}`;
        expect(gated(joined)).toEqual(always(joined));
      }
  });

  it('steps over doubled signs of directives', () => {
    const c = createScanner(SYNTAXES.filter(({ id }) => id === 'c-format'));
    expect(c('%%s %d%%').map(({ start }) => start)).toEqual([4]);
  });
});
