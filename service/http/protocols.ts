import { bindProtocol } from './bind-protocol.ts';
import type { BoundProtocol } from './bind-protocol.ts';
import type { ProtocolServices } from './protocol.ts';
import { V1 } from './v1.ts';

/** The APIs that the service speaks; the first answers for paths that are nobody's. */
export function bindProtocols(services: ProtocolServices): readonly [BoundProtocol, ...BoundProtocol[]] {
  return [bindProtocol(services, V1)];
}
