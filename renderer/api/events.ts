import type { Job } from '../../service/contract/index.ts';
import { authorised, send } from './client.ts';
import { ServiceUnreachable } from './errors.ts';
import { parseEvents } from './server-sent-events.ts';

/**
 * All changes of the account's jobs, as they happen. By `fetch`, as an EventSource cannot carry the key. Returns when the service
 * ends the stream; throws ServiceProblem, ServiceUnreachable, or the signal's reason.
 * @param onOpen called once the service has answered: what happens from then on is told.
 */
export async function* jobChanges(signal: AbortSignal, onOpen: () => void): AsyncGenerator<Job> {
  const { url, headers } = authorised('/v1/events');
  const response = await send(url, { headers: { ...headers, Accept: 'text/event-stream' }, signal });
  onOpen();
  if (!response.body) return;
  try {
    for await (const { event, data } of parseEvents(response.body))
      if (event === 'job') yield JSON.parse(data) as Job;
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServiceUnreachable(cause);
  }
}
