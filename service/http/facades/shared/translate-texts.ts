import { fieldProblem, languageName, ProblemError } from '../../../contract/index.ts';
import type { NewTexts } from '../../../jobs/jobs-port.ts';
import type { Route } from '../../../worker/engine-port.ts';
import type { HttpServices } from '../../handler.ts';
import { detectSources } from './detect-source.ts';
import type { DetectedSource } from './detect-source.ts';
import { isSameLanguage } from './ready-languages.ts';

export interface TextsToTranslate extends Pick<
  NewTexts,
  'accountId' | 'clientId' | 'keyId' | 'options' | 'markup' | 'to'
> {
  readonly texts: readonly string[];
  /** If absent, each text's language is detected. */
  readonly from?: string | undefined;
  readonly signal: AbortSignal;
  /** A further requirement on the route; throws if it is not met. */
  readonly check?: (route: Route) => void;
}

export interface TranslatedText {
  readonly text: string;
  /** Canonical tag. */
  readonly from: string;
  /** Confidence that the text is in that language, 0 to 1; 1 if the client named it. */
  readonly confidence: number;
  readonly chars: number;
}

type Services = Pick<HttpServices, 'jobs' | 'translation' | 'detector' | 'engines'>;

/**
 * Translates texts in any mix of languages; they are charged together or not at all. Every direction must be
 * ready before the first text is translated.
 */
export async function translateTexts(services: Services, asked: TextsToTranslate): Promise<TranslatedText[]> {
  const { accountId, clientId, keyId, texts, to, from, options, markup, signal, check } = asked;
  const detections = from === undefined ? await detected(services, asked) : undefined;
  const sources = texts.map((_, index) => detections?.[index]?.code ?? from!);
  const languages = [...new Set(sources)];
  const routes = new Map<string, Route>();
  for (const source of languages) {
    if (isSameLanguage(source, to)) continue;
    const route = await readyRoute(services, { from: source, to });
    check?.(route);
    routes.set(source, route);
  }
  const answers = await services.jobs.translateTexts(
    languages.map((source) => ({
      accountId,
      ...(clientId === undefined ? {} : { clientId }),
      ...(keyId === undefined ? {} : { keyId }),
      from: source,
      to,
      options,
      segments: texts.filter((_, index) => sources[index] === source).map((text) => ({ text })),
      ...(markup ? { markup } : {}),
      ...(isSameLanguage(source, to) ? { isInTarget: true } : {}),
      ...(routes.has(source) ? { route: routes.get(source) } : {}),
      signal,
    })),
  );
  const next = new Map(answers.map(({ segments }, n) => [languages[n]!, segments.values()]));
  return sources.map((source, index) => {
    const { text, chars } = next.get(source)!.next().value!;
    return { text, chars, from: source, confidence: detections?.[index]?.confidence ?? 1 };
  });
}

async function detected(services: Services, asked: TextsToTranslate): Promise<DetectedSource[]> {
  const { accountId: account, texts, to, markup, signal } = asked;
  const detection = { account, to, signal, hasMarkup: markup !== undefined };
  const sources = await detectSources(services, texts, detection);
  if (!sources) throw noWay(to);
  return sources;
}

export function noWay(to: string): ProblemError {
  return fieldProblem(
    'to',
    'unsupported_pair',
    `Nothing can be translated into ${languageName(to)} now. Install a model, or turn on an engine for it.`,
  );
}

/** The route of a direction. Without a ready engine the request is refused: retrying would not help. */
export async function readyRoute(
  { translation }: Pick<HttpServices, 'translation'>,
  direction: { from: string; to: string },
): Promise<Route> {
  try {
    return await translation.route(direction);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'engine_unavailable')
      throw fieldProblem('to', 'unsupported_pair', error.message);
    throw error;
  }
}
