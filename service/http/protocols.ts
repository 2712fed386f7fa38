import { bindProtocol } from './bind-protocol.ts';
import type { BoundProtocol } from './bind-protocol.ts';
import { DEEPL } from './facades/deepl/deepl.ts';
import { CONNECT } from './facades/libretranslate/connect.ts';
import { LIBRETRANSLATE } from './facades/libretranslate/libretranslate.ts';
import { MCP } from './facades/mcp/mcp.ts';
import type { ProtocolServices } from './protocol.ts';
import { V1 } from './v1.ts';

/** The APIs that the service speaks; the first one answers for unknown paths. */
export function bindProtocols(services: ProtocolServices): readonly [BoundProtocol, ...BoundProtocol[]] {
  const { settings } = services;
  return [
    bindProtocol(services, V1),
    whileOn(bindProtocol(services, DEEPL), () => settings.values().facades.deepl),
    whileOn(bindProtocol(services, LIBRETRANSLATE), () => settings.values().facades.libretranslate),
    whileOn(bindProtocol(services, CONNECT), () => settings.values().facades.libretranslate),
    whileOn(bindProtocol(services, MCP), () => settings.values().facades.mcp),
  ];
}

/** A protocol that can be turned on and off in the settings. */
function whileOn(protocol: BoundProtocol, isOn: () => boolean): BoundProtocol {
  return {
    owns: (path) => isOn() && protocol.owns(path),
    routes: (ctx, next) => (isOn() ? (protocol.routes(ctx, next) as Promise<unknown>) : next()),
    problem: (problem, ctx) => protocol.problem(problem, ctx),
  };
}
