import { expect, it } from 'vitest';
import type { EngineSession, TranslateOptions } from '../../service/engines/engine.ts';
import { pivotSession } from '../../service/engines/pivot.ts';
import { compileGlossary } from '../../service/text/glossary.ts';
import { prepareSegment } from '../../service/text/prepare.ts';

const never = new AbortController().signal;

/** Writes its direction before each text, codes kept, and records its options. */
function leg(name: string): EngineSession & { told: TranslateOptions[] } {
  const told: TranslateOptions[] = [];
  return {
    told,
    translate(texts, options) {
      told.push(options);
      return Promise.resolve(texts.map((text) => `${name} ${text}`));
    },
    close: () => Promise.resolve(),
  };
}

it('a pivot carries codes, locked terms and placeholders through both legs, with their meaning', async () => {
  const glossary = [{ term: 'barco', translation: 'Schiff' }];
  const text = 'El <1>barco</1> de {{name}}<2/>.';
  const { questions, restore } = prepareSegment(text, {
    from: 'es',
    glossary: compileGlossary(glossary),
    locksTerms: true,
    inlineCodes: true,
  });
  const [first, second] = [leg('es-en'), leg('en-de')];
  const shown = questions.map((question) => question.shown);
  const terms = questions.map((question) => question.terms);
  const options = { shown, terms, wholes: ['El barco'], tone: 'formal', glossary, urgent: true };
  const answers = await pivotSession(first, second).translate(
    questions.map((question) => question.text),
    options,
    never,
  );
  expect(restore(answers).text).toBe('en-de es-en El <1>Schiff</1> de {{name}}<2/>.');
  expect([...shown[0]!.values()].sort()).toEqual(['Schiff', '{{name}}']);
  expect([...terms[0]!.values()]).toEqual(['barco']);
  // The words of the source around a piece, and a glossary from its language, say nothing of the second leg's
  // texts.
  expect(first.told).toEqual([{ shown, terms, urgent: true }]);
  expect(second.told).toEqual([{ shown, urgent: true, tone: 'formal' }]);
});
