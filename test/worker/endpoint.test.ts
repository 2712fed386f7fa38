import { expose, wrap } from 'comlink';
import { describe, expect, it } from 'vitest';
import { endpointOf, onSignal, postSignal } from '../../service/worker/endpoint.ts';
import type { Channel } from '../../service/worker/endpoint.ts';

describe('the channel between host and engine process', () => {
  it("carries comlink's calls and our own signals side by side", async () => {
    const [host, worker] = pair();
    expose({ double: (n: number) => n * 2 }, endpointOf(worker));
    const remote = wrap<{ double(n: number): number }>(endpointOf(host));
    const heard: string[] = [];
    onSignal(host, 'ready', () => heard.push('ready'));
    onSignal(host, 'pong', () => heard.push('pong'));

    const answer = remote.double(21);
    postSignal(worker, 'ready');
    expect(await answer).toBe(42);
    expect(heard).toEqual(['ready']);
  });

  it('carries bytes as bytes', async () => {
    const [host, worker] = pair();
    expose({ reverse: (bytes: Uint8Array) => bytes.toReversed() }, endpointOf(worker));
    const remote = wrap<{ reverse(bytes: Uint8Array): Uint8Array }>(endpointOf(host));
    expect(await remote.reverse(Uint8Array.of(1, 2, 3))).toEqual(Uint8Array.of(3, 2, 1));
  });

  it('refuses what it cannot carry instead of losing it', () => {
    const [host] = pair();
    const { port1 } = new MessageChannel();
    expect(() => endpointOf(host).postMessage('x', [port1])).toThrow(TypeError);
    port1.close();
  });
});

/** Two ends in one process, with messages copied as processes copy them. */
function pair(): [Channel, Channel] {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const end = (own: number, other: number): Channel => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => listeners[other]!.forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => listeners[own]!.push(listener),
  });
  return [end(0, 1), end(1, 0)];
}
