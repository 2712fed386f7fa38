import { baseLanguage, LANGUAGES } from '../contract/index.ts';
import type { EnginePair } from '../contract/index.ts';
import { EngineError } from './engine.ts';
import type { Engine, EngineSession, EngineState } from './engine.ts';

/** The outcome of a test sentence. */
export interface EngineTest {
  readonly ok: boolean;
  readonly millis: number;
  /** Present on success. */
  readonly translated_text?: string;
  /** See probeSpeed. */
  readonly words_per_second?: number;
  /** Why it failed. */
  readonly error?: string;
}

const LIMIT_MS = 60_000;
/** One sentence is enough: readers notice 7 against 70 words a second, but not 7 against 8. */
const PROBE = 'Visitors who arrive before noon may leave their bags and coats at the entrance.';
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'The museum opens at nine.',
  es: 'El museo abre a las nueve.',
  de: 'Das Museum öffnet um neun.',
  fr: 'Le musée ouvre à neuf heures.',
};

/** Translates a sentence in a ready direction, preferably English to Spanish. */
export async function testEngine(
  engine: Pick<Engine, 'name' | 'offline'>,
  { reason, pairs }: Pick<EngineState, 'reason' | 'pairs'>,
  open: (pair: EnginePair) => Promise<EngineSession>,
): Promise<EngineTest> {
  const began = performance.now();
  const millis = (): number => Math.round(performance.now() - began);
  const pair = pairToTest(pairs);
  if (!pair)
    return { ok: false, millis: 0, error: reason ?? `${engine.name} has no direction that is ready.` };
  try {
    const session = await open(pair);
    const late = new EngineError(`${engine.name} has not answered in ${LIMIT_MS / 1000} seconds.`, {
      retryable: true,
    });
    const limit = AbortSignal.timeout(LIMIT_MS);
    const [answer] = await session
      .translate([sentenceIn(pair.from)], { urgent: true }, limit)
      .catch((error: unknown) => {
        throw limit.aborted ? late : error;
      });
    if (answer !== undefined && answer.trim() !== '') {
      const took = millis();
      const speed = engine.offline ? undefined : await probeSpeed(session, pair.from, limit);
      return {
        ok: true,
        millis: took,
        translated_text: answer,
        ...(speed === undefined ? {} : { words_per_second: speed }),
      };
    }
    return { ok: false, millis: millis(), error: `${engine.name} gave an empty answer.` };
  } catch (error) {
    return { ok: false, millis: millis(), error: error instanceof Error ? error.message : String(error) };
  }
}

/** Words per second in one sentence, after a warm-up. Undefined unless English is a source. */
async function probeSpeed(
  session: EngineSession,
  from: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (baseLanguage(from) !== 'en') return undefined;
  const began = performance.now();
  try {
    const [answer = ''] = await session.translate([PROBE], { urgent: true }, signal);
    if (answer.trim() === '') return undefined;
    const words = PROBE.split(' ').length;
    return Number(((words * 1000) / Math.max(performance.now() - began, 1)).toPrecision(2));
  } catch {
    return undefined;
  }
}

function pairToTest(pairs: EngineState['pairs']): EnginePair | undefined {
  const ready = pairs.filter((pair) => pair.ready);
  const fits = (asked: string, has: string): boolean => has === '*' || has === asked;
  const usual = ready.find(({ from, to }) => fits('en', from) && fits('es', to)) ?? ready[0];
  return usual && { from: usual.from === '*' ? 'en' : usual.from, to: usual.to === '*' ? 'es' : usual.to };
}

/** The language's endonym, if no sentence of it is known here. */
function sentenceIn(language: string): string {
  const base = baseLanguage(language);
  return SENTENCES[base] ?? LANGUAGES.find(({ code }) => code === base)?.endonym ?? SENTENCES['en']!;
}
