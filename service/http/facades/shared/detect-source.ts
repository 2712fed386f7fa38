import { baseLanguage } from '../../../contract/index.ts';
import type { HttpServices } from '../../handler.ts';
import { readyLanguages, sourcesFor } from './ready-languages.ts';

type Services = Pick<HttpServices, 'detector' | 'engines'>;

/** UTF-16 units read by the detector. */
const LOOKED_AT = 20_000;

export interface DetectedSource {
  /** Canonical tag. */
  readonly code: string;
  /** 0 to 1. */
  readonly confidence: number;
}

interface Detection {
  readonly account: string;
  /** Canonical tag. */
  readonly to: string;
  readonly hasMarkup?: boolean;
  readonly signal: AbortSignal;
}

/**
 * The language of each text, among the target and the languages that can be translated into it. Undefined if
 * nothing can be translated into the target now.
 */
export async function detectSources(
  services: Services,
  texts: readonly string[],
  { account, to, hasMarkup, signal }: Detection,
): Promise<DetectedSource[] | undefined> {
  const sources = sourcesFor(await readyLanguages(services), to);
  if (sources?.length === 0) return undefined;
  const among = sources && [...sources, to];
  const detect = async (text: string): Promise<DetectedSource> => {
    const start = text.slice(0, LOOKED_AT);
    const words = hasMarkup ? start.replace(/<[^<>]*>/g, ' ') : start;
    const [best] = await services.detector.detect(words, account, signal, among);
    return best ?? { code: sources?.[0] ?? (baseLanguage(to) === 'en' ? 'de' : 'en'), confidence: 0 };
  };
  const found: DetectedSource[] = [];
  for (const text of texts) found.push(await detect(text));
  return found;
}
