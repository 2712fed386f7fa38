import type { Job, ModelResource } from '../../service/contract/index.ts';
import { authorised, send } from './client.ts';
import { ServiceUnreachable } from './errors.ts';
import { parseEvents } from '../../service/contract/server-sent-events.ts';

/**
 * All changes of the account's jobs, as they happen. Returns when the service ends the stream; throws
 * ServiceProblem, ServiceUnreachable, or the signal's reason.
 * @param onOpen called once the service has answered: all later events are reported
 */
export function jobChanges(signal: AbortSignal, onOpen: () => void): AsyncGenerator<Job> {
  return changes<Job>('/v1/events', 'job', signal, onOpen);
}

/** All changes of models and of their installs; otherwise like `jobChanges`. */
export function modelChanges(signal: AbortSignal, onOpen: () => void): AsyncGenerator<ModelResource> {
  return changes<ModelResource>('/v1/models/events', 'model', signal, onOpen);
}

/** Uses `fetch`, because an EventSource cannot send the key. */
async function* changes<T>(
  path: string,
  name: string,
  signal: AbortSignal,
  onOpen: () => void,
): AsyncGenerator<T> {
  const { url, headers } = authorised(path);
  const response = await send(url, { headers: { ...headers, Accept: 'text/event-stream' }, signal });
  onOpen();
  if (!response.body) return;
  try {
    for await (const { event, data } of parseEvents(response.body))
      if (event === name) yield JSON.parse(data) as T;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServiceUnreachable(cause);
  }
}
