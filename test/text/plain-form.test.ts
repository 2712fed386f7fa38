import { describe, expect, it } from 'vitest';
import { inPlainForm } from '../../service/text/plain-form.ts';

describe('the plain form of a text', () => {
  it.each([
    ['jardi\u0301n', 'jardín'],
    ['o\ufb03ce, \ufb01rst \ufb02oor', 'office, first floor'],
    ['hou\u200bse', 'house'],
    ['Donau\u00addampf', 'Donaudampf'],
    ['well\u2011known, A\u2010B', 'well-known, A-B'],
    ['co\u2060op\ufeff', 'coop'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['ภาษา\u200bไทย', 'ภาษา\u200bไทย'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['a — b “c” €5…', 'a — b “c” €5…'],
  ])('is what a dictionary has: %j', (text, plain) => {
    expect(inPlainForm(text).text).toBe(plain);
  });

  it('leaves the words that stay in their own form', () => {
    const plain = inPlainForm('Jean\u2011Luc is in the jardi\u0301n of o\ufb03ce');
    expect(plain.text).toBe('Jean-Luc is in the jardín of office');
    expect(plain.withOwnForms('Jean-Luc está en el jardín de oficina')).toBe(
      'Jean\u2011Luc está en el jardi\u0301n de oficina',
    );
  });

  it.each([
    ['The A\u2011B zone', 'La zona Un-B', 'La zona Un\u2011B'],
    ['Anti\u2011xyzzy\u2011plugh', 'Contra-xyzzy-plugh', 'Contra\u2011xyzzy\u2011plugh'],
    [
      'Jean\u2011Luc and a well-known e\u2011mail',
      'Jean-Luc y un bien-sabido',
      'Jean\u2011Luc y un bien-sabido',
    ],
    ['A\u2011B or A-C', 'A-B o A-C', 'A\u2011B o A-C'],
  ])('leaves the hyphens beside words that stay: %j', (source, target, own) => {
    expect(inPlainForm(source).withOwnForms(target)).toBe(own);
  });
});
