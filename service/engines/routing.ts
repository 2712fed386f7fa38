import { fieldProblem, languageName, ProblemError, PSEUDO_LANGUAGE } from '../contract/index.ts';
import type { EnginePair } from '../contract/index.ts';
import { fallbackTags, nearestTag } from '../lib/language-fallback.ts';
import type { EngineState } from './engine.ts';

/** The engine of pseudo-localisation. It serves other targets only when named. */
export const PSEUDO_ENGINE = 'pseudo';
/** The legs of a pivot meet here: every offline engine has most of its directions to and from English. */
const PIVOT_LANGUAGE = 'en';

export interface RouteRequest {
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  /** An engine named by the client. */
  readonly engine?: string;
}

export interface EngineWithState {
  readonly id: string;
  readonly name: string;
  /** Whether its texts leave this machine. */
  readonly remote?: boolean;
  readonly state: EngineState;
}

export interface ChosenEngine {
  readonly engine: string;
  readonly pair: EnginePair;
  /** Local engines ahead of the chosen one that only need to be made ready. */
  readonly passedOver?: readonly EngineWithState[];
}

type Leg = EnginePair & { readonly ready: boolean };

/** How an engine would serve a direction: as one leg, or as two through English. */
interface Way {
  readonly pair: EnginePair;
  readonly ready: boolean;
}

/** The engine's direct leg for this request, with region fallback; ready ones first. */
export function directLeg(pairs: readonly Leg[], { from, to }: EnginePair): Leg | undefined {
  return (
    matchLeg(
      pairs.filter((leg) => leg.ready),
      from,
      to,
    ) ?? matchLeg(pairs, from, to)
  );
}

function matchLeg(pairs: readonly Leg[], from: string, to: string): Leg | undefined {
  for (const source of candidates(
    pairs.map((leg) => leg.from),
    from,
  )) {
    const onward = pairs.filter((leg) => leg.from === source || leg.from === '*');
    const target = candidates(
      onward.map((leg) => leg.to),
      to,
    )[0];
    const leg = onward.find((one) => one.to === target) ?? onward.find((one) => one.to === '*');
    if (leg) return { from: source, to: target ?? to, ready: leg.ready };
  }
  return undefined;
}

/**
 * The tags by which an engine may know the requested one; the requested one itself if the engine takes any.
 */
function candidates(tags: readonly string[], asked: string): string[] {
  const known = new Set(tags);
  const fallback = fallbackTags(asked).filter((tag) => known.has(tag));
  const nearest = nearestTag(asked, known);
  return [
    ...new Set([
      ...fallback,
      ...(nearest === undefined ? [] : [nearest]),
      ...(known.has('*') ? [asked] : []),
    ]),
  ];
}

/** The two legs through English, if the engine has both. */
export function pivotLegs(pairs: readonly Leg[], { from, to }: EnginePair): [Leg, Leg] | undefined {
  const first = directLeg(pairs, { from, to: PIVOT_LANGUAGE });
  const second = directLeg(pairs, { from: PIVOT_LANGUAGE, to });
  return first && second ? [first, second] : undefined;
}

/** Whether an engine can translate the direction now. */
export function isReadyFor(engine: EngineWithState, request: RouteRequest): boolean {
  return wayOf(engine, request)?.ready === true;
}

function wayOf(engine: EngineWithState, request: RouteRequest): Way | undefined {
  const { pairs } = engine.state;
  // `pseudo`'s listed pair is its purpose; when named, it serves any other too.
  if (engine.id === PSEUDO_ENGINE) return { pair: pairOf(request), ready: engine.state.state === 'ready' };
  const direct = directLeg(pairs, request);
  if (direct?.ready) return { pair: { from: direct.from, to: direct.to }, ready: true };
  const legs = pivotLegs(pairs, request);
  const pivot = legs && legs[0].from !== legs[1].to ? legs : undefined;
  if (pivot && ((pivot[0].ready && pivot[1].ready) || !direct)) {
    return { pair: { from: pivot[0].from, to: pivot[1].to }, ready: pivot[0].ready && pivot[1].ready };
  }
  return direct && { pair: { from: direct.from, to: direct.to }, ready: false };
}

/**
 * Chooses the engine for a direction: the named one, else the first *ready* one of `preference`. An engine
 * that could be made ready is suggested in the error, never chosen. Pseudo-localisation is always and only
 * `pseudo`'s.
 *
 * Throws `invalid_request` (field `engine`: `unknown_engine`; field `to`: `unsupported_pair`) if no engine
 * knows the pair, and `engine_unavailable` with the remedy if one does but none is ready.
 */
export function routeEngine(
  request: RouteRequest,
  engines: readonly EngineWithState[],
  preference: readonly string[],
): ChosenEngine {
  const asked = enginesFor(request, engines, preference);
  const ways = asked.flatMap((engine) => {
    const way = wayOf(engine, request);
    return way ? [{ engine, way }] : [];
  });
  const chosen = ways.find(({ way }) => way.ready);
  if (chosen) {
    const before = ways.slice(0, ways.indexOf(chosen)).map(({ engine }) => engine);
    const passedOver = chosen.engine.remote ? before.filter(({ remote }) => !remote) : [];
    return {
      engine: chosen.engine.id,
      pair: chosen.way.pair,
      ...(passedOver.length > 0 ? { passedOver } : {}),
    };
  }
  if (ways.length > 0)
    throw notReady(
      request,
      ways.map(({ engine }) => engine),
    );
  throw unsupported(request, asked);
}

/** The engines whose state decides, in order. Pseudo-localisation is always and only `pseudo`'s. */
export function candidateIds({ to, engine }: RouteRequest, preference: readonly string[]): readonly string[] {
  if (to === PSEUDO_LANGUAGE) return [PSEUDO_ENGINE];
  return engine === undefined ? preference.filter((id) => id !== PSEUDO_ENGINE) : [engine];
}

function enginesFor(
  request: RouteRequest,
  engines: readonly EngineWithState[],
  preference: readonly string[],
): EngineWithState[] {
  const named = request.engine;
  const find = (id: string) => engines.filter((engine) => engine.id === id);
  if (named !== undefined && find(named).length === 0) {
    const known = engines.map((engine) => engine.id).join(', ');
    throw fieldProblem('engine', 'unknown_engine', `There is no engine "${named}". Use one of: ${known}.`, {
      details: { engine: named },
    });
  }
  return candidateIds(request, preference).flatMap(find);
}

function pairOf({ from, to }: RouteRequest): EnginePair {
  return { from, to };
}

function describe({ from, to }: EnginePair): string {
  return `from ${languageName(from)} to ${languageName(to)}`;
}

/** How to make an engine ready for a direction, in a sentence. */
export function remedyFor({ name, state }: EngineWithState, request: RouteRequest): string {
  const legs = directLeg(state.pairs, request) ? undefined : pivotLegs(state.pairs, request);
  const missing = legs?.filter((leg) => !leg.ready) ?? [];
  if (missing.length === 0) return `${name}: ${legRemedy(state, request)}`.replace(/\.?$/, '.');
  const which = missing.length === 1 ? 'the half' : 'both halves,';
  const names = missing.map((leg) => describe(leg)).join(' and ');
  const remedies = missing.map((leg) => legRemedy(state, leg).replace(/\.?$/, '.'));
  return `${name} goes through English and lacks ${which} ${names}. ${[...new Set(remedies)].join(' ')}`;
}

function legRemedy(state: EngineState, pair: EnginePair): string {
  return state.remedy?.(pair) ?? state.reason ?? 'this direction is not installed';
}

function notReady(request: RouteRequest, engines: readonly EngineWithState[]): ProblemError {
  const remedies = engines.map((engine) => remedyFor(engine, request));
  return new ProblemError(
    'engine_unavailable',
    `No engine is ready to translate ${describe(request)}. ${remedies.join(' ')}`,
    { details: { from: request.from, to: request.to } },
  );
}

function unsupported(request: RouteRequest, asked: readonly EngineWithState[]): ProblemError {
  const who =
    request.engine === undefined ? 'No engine here translates' : `${asked[0]!.name} does not translate`;
  return fieldProblem(
    'to',
    'unsupported_pair',
    `${who} ${describe(request)}. GET /v1/languages lists the pairs that can be translated.`,
    {
      ...(request.engine === undefined ? {} : { reason: 'engine_lacks_pair' }),
      details: {
        ...(request.engine === undefined ? {} : { engine: asked[0]!.name }),
        from: request.from,
        to: request.to,
      },
    },
  );
}
