import type { EngineSession, TranslateOptions } from './engine.ts';

/**
 * Two sessions in a row: the first one's answers are the second one's texts. Tone goes to the second leg
 * only, as it concerns the target. The words behind codes go to both: codes keep their numbers. The source
 * words of terms go to the first, in whose language they are. A glossary goes to neither: its terms are not
 * in the second's texts, nor its translations in the first's target. Engines without glossaries get terms as
 * locked codes.
 */
export function pivotSession(first: EngineSession, second: EngineSession): EngineSession {
  return {
    async translate(texts, options, signal) {
      const { alone, context, report, urgent, shown, terms, tone } = options;
      const both: TranslateOptions = {
        ...(alone === undefined ? {} : { alone }),
        ...(context === undefined ? {} : { context }),
        ...(report === undefined ? {} : { report }),
        ...(urgent === undefined ? {} : { urgent }),
        ...(shown === undefined ? {} : { shown }),
      };
      const between = await first.translate(texts, terms === undefined ? both : { ...both, terms }, signal);
      return second.translate(between, tone === undefined ? both : { ...both, tone }, signal);
    },
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}
