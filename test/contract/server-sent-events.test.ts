import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEvents } from '../../service/contract/server-sent-events.ts';
import type { ServerSentEvent } from '../../service/contract/server-sent-events.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

async function read(chunks: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of parseEvents(body)) events.push(event);
  return events;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a stream of events', () => {
  it('gives each event its name and its data; comments and unknown fields are nothing', async () => {
    const text = ': still here\n\nevent: job\nid: 7\ndata: {"a":1}\n\ndata: one\ndata: two\n\n';
    expect(await read([bytes(text)])).toEqual([
      { event: 'job', data: '{"a":1}' },
      { event: 'message', data: 'one\ntwo' },
    ]);
  });

  it('leaves out an event that was cut off', async () => {
    expect(await read([bytes('event: job\ndata: {"half":')])).toEqual([]);
  });

  it('reads the same however the network cuts it, also within a character', async () => {
    const text = 'event: job\r\ndata: señal 信号 🚢\r\n\r\nevent: job\ndata: second\n\n';
    const whole = await read([bytes(text)]);
    expect(whole.map(({ data }) => data)).toEqual(['señal 信号 🚢', 'second']);
    const all = bytes(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(all.length), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), all.length];
        const chunks = places.slice(1).map((end, index) => all.slice(places[index], end));
        expect(await read(chunks)).toEqual(whole);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
