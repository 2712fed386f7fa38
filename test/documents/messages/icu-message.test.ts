import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { icuMessage } from '../../../service/documents/messages/icu-message.ts';

function formsOf(text: string): [path: string, text: string | undefined][] {
  return (icuMessage(text)?.forms ?? []).map(({ path, message }) => [path, message?.segment.text]);
}

function written(text: string, translate: (coded: string) => string | null, to = 'de'): string {
  const message = icuMessage(text)!;
  const result = message.write(
    message.forms.map(({ message: form }) => (form ? translate(form.segment.text) : null)),
    to,
  );
  // As the program that shows it reads it.
  parse(result);
  return result;
}

describe('the forms of a message', () => {
  it('are whole sentences', () => {
    expect(formsOf('You have {n, plural, =0 {no car} one {# car} other {<b>#</b> cars}} now.')).toEqual([
      ['n==0', 'You have no car now.'],
      ['n=one', 'You have <1/> car now.'],
      ['n=other', 'You have <1/> cars now.'],
    ]);
  });

  it('go through choices within choices, and keep to what an outer one has chosen', () => {
    expect(
      formsOf(
        '{g, select, female {{n, plural, one {her car} other {her cars}}} other {their cars}}, {g, select, female {lady} other {friend}}',
      ),
    ).toEqual([
      ['g=female n=one', 'her car, lady'],
      ['g=female n=other', 'her cars, lady'],
      ['g=other', 'their cars, friend'],
    ]);
  });

  it('are those of MediaWiki’s PLURAL and GENDER too, as many as the file has', () => {
    const text =
      'It has $1 {{PLURAL:$1|0=no house|house|houses}}, {{GENDER:$2|his|her}} $1 {{PLURAL:$1||a|b}}.';
    expect(formsOf(text).map(([path]) => path)).toContain('PLURAL:$1=form 2 GENDER:$2=form 1');
    const plural = 'The {{PLURAL:$1|house|houses}} of {{SITENAME}}';
    expect(formsOf(plural).map(([, form]) => form)).toEqual([
      'The house of {{SITENAME}}',
      'The houses of {{SITENAME}}',
    ]);
    expect(icuMessage(plural)!.write(['Das Haus', 'Die | Häuser'], 'ru')).toBe(
      '{{PLURAL:$1|Das Haus|Die / Häuser}}',
    );
    expect(formsOf('{{GRAMMAR:genitive|house}} and {{name}}')).toHaveLength(1);
  });

  it('are ignored if they are too many', () => {
    const one = '{a, select, x {X} y {Y} other {Z}}';
    expect(
      icuMessage(['a', 'b', 'c', 'd'].map((name) => one.replace('a,', `${name},`)).join(' ')),
    ).toBeUndefined();
    expect(icuMessage('{n, plural, offset:1 other {# and {m, plural, other {#}}}}')).toBeUndefined();
  });
});

describe('a written message', () => {
  it('keeps what is no text, and moves what is around a choice into its forms', () => {
    const text = "See {n, plural, offset:1\n one {#'s' car}\n other {# '{raw}' cars}} {when, date, ::yMd}";
    expect(written(text, (coded) => `[${coded}]`)).toBe(
      "{n, plural, offset:1\n one {[See #'s' car {when, date, ::yMd}]}\n other {[See # '{raw}' cars {when, date, ::yMd}]}}",
    );
  });

  it('may have signs of the syntax as text', () => {
    const text = '{n, plural, one {a car} other {# cars}}';
    expect(written(text, (coded) => `${coded} #{1}`)).toBe(
      "{n, plural, one {a car '#{'1'}'} other {# cars '#{'1'}'}}",
    );
    expect(icuMessage(text)!.forms[0]!.message!.readsAs('a car #{1}')).toBe('a car 1');
  });

  it('has the forms that the target language needs', () => {
    expect(written('{n, plural, one {a car} other {cars}}', (coded) => coded.toUpperCase(), 'es')).toBe(
      '{n, plural, one {A CAR} many {CARS} other {CARS}}',
    );
    expect(written('{n, plural, one {a car} other {cars}}', (coded) => coded.toUpperCase(), 'pl')).toBe(
      '{n, plural, one {A CAR} few {CARS} many {CARS} other {CARS}}',
    );
    expect(written('{n, plural, other {cars}}', () => 'X', 'pl')).toBe(
      '{n, plural, one {X} few {X} many {X} other {X}}',
    );
    expect(written('{n, selectordinal, one {#st} other {#th}}', (coded) => coded, 'es')).toBe(
      '{n, selectordinal, one {#st} other {#th}}',
    );
  });

  it('counts by the same argument: # in a form within another is written out, outside it is a letter', () => {
    expect(
      written('No. # of {n, plural, other {# cars in {m, plural, one {a town} other {# towns}}}}', (c) => c),
    ).toBe(
      "{n, plural, one {{m, plural, one {No. '#' of {n, number} cars in a town} other {No. '#' of {n, number} cars in # towns}}} other {{m, plural, one {No. '#' of {n, number} cars in a town} other {No. '#' of {n, number} cars in # towns}}}}",
    );
  });

  it('never quotes by an apostrophe of the translation', () => {
    const text = '{n, plural, one {the {x} car} other {the {x} cars of boys}}';
    expect(written(text, (coded) => coded.replace('the ', "l'").replace('boys', "boys'"))).toBe(
      '{n, plural, one {l’{x} car} other {l’{x} cars of boys’}}',
    );
    expect(written("{n, plural, other {don''t go}}", () => "c'est {ça} #", 'ja')).toBe(
      "{n, plural, other {c''est '{'ça'}' '#'}}",
    );
  });
});
