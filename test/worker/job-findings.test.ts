import { expect, it } from 'vitest';
import type { CheckProfile } from '../../service/contract/index.ts';
import { compileGlossary } from '../../service/text/glossary.ts';
import type { GlossaryEntry } from '../../service/text/glossary.ts';
import { jobFindings } from '../../service/worker/document/job-findings.ts';

type Pair = readonly [source: string, target: string | undefined];
function findingsIn(
  pairs: readonly Pair[],
  { profile = {}, entries = [] }: { profile?: CheckProfile; entries?: GlossaryEntry[] } = {},
) {
  return jobFindings({
    segments: pairs.map(([text]) => ({ text })),
    lines: pairs.map(([, t], i) => (t === undefined ? undefined : { i, t })),
    ...{ from: 'en', to: 'es', profile, glossary: compileGlossary(entries) },
  });
}
const shown = (...given: Parameters<typeof findingsIn>) =>
  findingsIn(...given).map(({ code, segments }) => [code, ...segments]);

it('a source with two translations is one finding with all its segments', () => {
  const pairs: Pair[] = [
    ['Save the file', 'Guarde el archivo'],
    ['Close the file', 'Cierre el archivo'],
    ['Save the  file', 'Grabe el archivo'],
    ['Save the file', 'Guarde el archivo'],
  ];
  expect(shown(pairs)).toEqual([['same_source', 0, 2, 3]]);
  expect(shown(pairs, { profile: { same_source: false } })).toEqual([]);
  expect(shown([pairs[0]!, pairs[1]!, pairs[3]!])).toEqual([]);
});

it('two sources with one translation are found if that is asked for, but not in another case', () => {
  const pairs: Pair[] = [
    ['Delete it', 'Quitar'],
    ['Remove it', 'Quitar'],
    ['Close it', 'Cerrar'],
    ['close it', 'Cerrar'],
  ];
  const profile = { capital_start: false };
  expect(shown(pairs, { profile })).toEqual([]);
  expect(shown(pairs, { profile: { ...profile, same_target: true } })).toEqual([['same_target', 0, 1]]);
});

it('a term in two allowed translations, and a forbidden word, are found', () => {
  const entries: GlossaryEntry[] = [
    { term: 'computer', translation: 'ordenador', status: 'preferred' },
    { term: 'computer', translation: 'equipo', status: 'admitted' },
    { term: 'computer', translation: 'computadora', status: 'forbidden' },
  ];
  const pairs: Pair[] = [
    ['The computer', 'El ordenador'],
    ['A computer', 'Un equipo'],
    ['My computer', 'Mi ordenador'],
    ['The house', 'La computadora'],
  ];
  expect(shown(pairs, { entries })).toEqual([['term_two_ways', 0, 1, 2]]);
  expect(shown([pairs[0]!, pairs[2]!, pairs[3]!], { entries })).toEqual([]);
  expect(shown([['Your computer', 'Su computadora']], { entries })).toEqual([['forbidden_term', 0]]);
});

it('a segment without a translation is found, a copied one is nobody’s fault', () => {
  expect(shown([['The house', undefined]])).toEqual([['untranslated', 0]]);
  const copied = { segments: [{ text: '1234', copy: true as const }], lines: [undefined] };
  expect(
    jobFindings({ ...copied, from: 'en', to: 'es', profile: {}, glossary: compileGlossary([]) }),
  ).toEqual([]);
});

it('a finding keeps its id while its texts stay, wherever the segment is, and has another one afterwards', () => {
  const [one] = findingsIn([['The house', 'La  casa']]);
  const [, moved] = findingsIn([
    ['A door', 'Una  puerta'],
    ['The house', 'La  casa'],
  ]);
  const [changed] = findingsIn([['The house', 'Una  casa']]);
  expect(moved!.id).toBe(one!.id);
  expect(changed!.id).not.toBe(one!.id);
});

it('equal segments with the same fault are one finding', () => {
  expect(
    shown([
      ['The house', 'La  casa'],
      ['The door', 'La puerta'],
      ['The house', 'La  casa'],
    ]),
  ).toEqual([['spaces', 0, 2]]);
});
