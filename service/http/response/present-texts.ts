import type { z } from 'zod';
import type { translatedTextsSchema } from '../../contract/index.ts';
import type { TextsAnswer } from '../../jobs/jobs-port.ts';

export function presentTexts({
  segments,
  source_chars,
  engine,
  engine_pair,
  warnings,
}: TextsAnswer): z.infer<typeof translatedTextsSchema> {
  return {
    segments: segments.map(({ id, source, text, origin, match, memory, flags }) => ({
      ...(id === undefined ? {} : { id }),
      text: source,
      translated_text: text,
      origin,
      ...(match === undefined ? {} : { match }),
      ...(memory ? { memory } : {}),
      flags,
    })),
    source_chars,
    engine,
    engine_pair: { from: engine_pair.from, to: engine_pair.to },
    warnings,
  };
}
