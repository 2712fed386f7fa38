import { describe, expect, it } from 'vitest';
import { inlineAt } from '../../../service/documents/markdown/inline-syntaxes.ts';
import { lineSyntaxOf } from '../../../service/documents/markdown/line-syntaxes.ts';

describe('syntax beyond CommonMark in a sentence', () => {
  const found = (text: string, isMdx: boolean) => {
    const at = text.search(/\S/);
    const reader = {
      text: `${text} and so on\n`,
      isMdx,
      effort: { left: 1_000_000 },
      noCommentFrom: Infinity,
    };
    const end = inlineAt(reader, at)?.end;
    return end === undefined ? undefined : reader.text.slice(at, end);
  };

  it.each([
    ...['<%= name %>', '<Card a={`>`}>', '</Card>', '<>', '{% if a %}', '{{< note >}}', '{{% note %}}'],
    ...['{% raw %}{{ x }}{% endraw %}', '{{< code >}}<b>{{< /code >}}', '{/* no words */}'],
    ...['{#start}', '{.red .big}', '{width=50%}', '{: .note}', '{=html}', '$$a + b$$', '$x$', '$a_1 + b^2$'],
    ...['[[a page]]', '[[a|b]]', '[@smith2020]', '[see @smith2020, p. 3]', '[-@a; @b]', '![[a.png]]'],
    ...[
      '@fig-plot',
      ':smile:',
      ':abbr[HTML]{title="x"}',
      ':icon{name=a}',
      '#red/house',
      '#red/house/2',
      '[status::',
      '(status::',
    ],
  ])('is found whole: %s', (text) => {
    expect([found(text, false), found(text, true)]).toEqual([text, text]);
  });

  it.each(['<!-- no words -->', '<br/>', '<b>', '{props.name}', "{a.map((b) => '}')}"])(
    'is found in MDX: %s',
    (text) => {
      expect(found(text, true)).toBe(text);
    },
  );

  it.each([
    ...['< b', '<3', '{a, b}', '{ a }', '$5 and $10', '$ a$', '$HOME or $PATH', '[[a]](b)', '[@ann](b)'],
    ...[
      '[a@b.c]',
      '@ann',
      '@figure',
      '^2',
      ':30',
      ':x',
      ':: a',
      ':4000',
      ':uuid',
      '![a](b)',
      '#red',
      '#1/2',
      '[a::b]',
    ],
  ])('is not %s', (text) => {
    expect(found(text, false)).toBeUndefined();
  });
});

describe('a line beyond CommonMark', () => {
  it.each([
    [':::tip Take care', 'Take care'],
    ['::: details Take care :::', 'Take care'],
    [':::note[Take care]{#a}', 'Take care'],
    ['!!! tip inline "Take care"', 'Take care'],
    ['???+ tip "Take care"', 'Take care'],
    ['=== "Take care"', 'Take care'],
    ['[!NOTE]- Take care ', 'Take care'],
    ['*[API]: Take care', 'Take care'],
    ['status:: Take care', 'Take care'],
  ])('%j is found with its title', (line, expected) => {
    const title = lineSyntaxOf(line, true)?.title;
    expect(title && line.slice(...title)).toBe(expected);
  });

  it.each([
    ...[
      ':::',
      ':::tip',
      ':::tip{.a}',
      '!!! tip',
      '!!! tip ""',
      '[!NOTE]',
      '{: .note}',
      '*[HTML]:',
      'status::',
    ],
    ...['[TOC]', '[[_TOC_]]', '\\newpage', '\\vspace{1em}', '%% no words %%', '::video[Title]{src=x}'],
  ])('%s is found, and has no title', (line) => {
    expect(lineSyntaxOf(line, true)).toMatchObject({ title: undefined });
  });

  it.each([
    '::1 is an address',
    'std::house is open',
    'the std:: house',
    '=== tab',
    '!!!',
    '[!NOTE](x)',
    '\\newpage and more',
    '%% a',
  ])('is not %s', (line) => {
    expect(lineSyntaxOf(line, true)).toBeUndefined();
  });

  it('is a callout in a quote only', () => {
    expect(lineSyntaxOf('[!NOTE]', false)).toBeUndefined();
  });
});
