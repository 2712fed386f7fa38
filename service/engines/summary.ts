import type { EnginePair, Warning } from '../contract/index.ts';
import type { Engine, EngineCapabilities, EngineState } from './engine.ts';

/** An engine and its current state in the form that crosses to the host and the wire. */
export interface EngineSummary {
  id: string;
  name: string;
  offline: boolean;
  capabilities: {
    inline_codes: boolean;
    glossary: boolean;
    tone: 'none' | 'formality' | 'free';
    context: boolean;
    terms?: true;
  };
  state: 'ready' | 'unavailable';
  reason?: string;
  help?: string;
  pairs: (EnginePair & { ready: boolean })[];
}

/** The engine chosen for a direction, and the direction it will actually translate (`es-MX` → `es`). */
export interface Route {
  engine: string;
  pair: EnginePair;
  capabilities: EngineSummary['capabilities'];
  /** Warnings about the choice, for the owner of a job. */
  warnings?: Warning[];
}

export function summariseCapabilities(capabilities: EngineCapabilities): EngineSummary['capabilities'] {
  const { inlineCodes, glossary, tone, context, terms } = capabilities;
  return { inline_codes: inlineCodes, glossary, tone, context, ...(terms ? { terms } : {}) };
}

export function summarise(engine: Engine, state: EngineState): EngineSummary {
  return {
    id: engine.id,
    name: engine.name,
    offline: engine.offline,
    capabilities: summariseCapabilities(engine.capabilities),
    state: state.state,
    ...(state.reason === undefined ? {} : { reason: state.reason }),
    ...(state.help === undefined ? {} : { help: state.help }),
    pairs: state.pairs.map((pair) => ({ ...pair })),
  };
}
