import type { EngineSession, TranslateOptions } from './engine.ts';

/**
 * Two sessions in a row, the first's answers being the second's texts. Tone, context and glossary go to the second leg
 * only: they are about the target, which the first leg does not write.
 */
export function pivotSession(first: EngineSession, second: EngineSession): EngineSession {
  return {
    async translate(texts, options, signal) {
      const { context, urgent } = options;
      const firstOptions: TranslateOptions = {
        ...(context === undefined ? {} : { context }),
        ...(urgent === undefined ? {} : { urgent }),
      };
      const between = await first.translate(texts, firstOptions, signal);
      return second.translate(between, options, signal);
    },
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}
