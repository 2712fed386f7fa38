import type { EngineSession, TranslateOptions } from './engine.ts';

/**
 * Two sessions in a row, the first's answers being the second's texts. Tone goes to the second leg only: it
 * is about the target, which the first leg does not write. What codes stand for goes to both: codes keep
 * their numbers. The words that terms have in the source go to the first, in whose language they are. A
 * glossary goes to neither: its terms are not in the texts of the second, nor its translations in the
 * language of the first. Engines without one of their own have terms locked.
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
