import { detectLanguage } from '../api/detect.ts';
import type { DetectedLanguage } from '../api/detect.ts';
import { isTelling } from '../lib/told-language.ts';

/** What a look into a file tells before it is sent. */
export interface Found {
  segments: number;
  words: number;
  /** Whether that is all of it; else there is more. */
  isWhole: boolean;
  /** Best first; empty where there is too little text to tell. */
  languages: readonly DetectedLanguage[];
}

/** What the service is shown of a text. */
const SAMPLE = 20_000;
/** Nobody waits longer for a guess; the file goes without. */
const GUESS_MS = 4_000;
/** The service forgets its table in ten minutes' pause. */
const WARM_MS = 9 * 60_000;

const looked = new WeakMap<File, Promise<Found | undefined>>();

/** Looks into a file, once, however many languages it goes into. Undefined where it cannot be read: the service will say why. */
export function lookInto(file: File): Promise<Found | undefined> {
  const known = looked.get(file);
  if (known) return known;
  const found = look(file).catch(() => undefined);
  looked.set(file, found);
  return found;
}

async function look(file: File): Promise<Found | undefined> {
  // Only who sends files needs it.
  const [{ documentText }, { countWords }] = await Promise.all([
    import('../lib/inspect/document-text.ts'),
    import('../lib/inspect/words.ts'),
  ]);
  const text = await documentText(file);
  if (!text) return undefined;
  const { segments, isWhole } = text;
  const sample = segments.join('\n').slice(0, SAMPLE);
  const languages = isTelling(sample) ? await guess(sample) : [];
  const words = countWords(segments, languages[0]?.code ?? 'en');
  return { segments: segments.length, words, isWhole, languages };
}

async function guess(sample: string): Promise<DetectedLanguage[]> {
  try {
    return await detectLanguage(sample, AbortSignal.timeout(GUESS_MS));
  } catch {
    return [];
  }
}

let warmAt = -Infinity;

/** Has the service load its table of languages while files are still being dragged or chosen. */
export function warmUp(): void {
  if (performance.now() - warmAt < WARM_MS) return;
  warmAt = performance.now();
  void guess('a');
}
