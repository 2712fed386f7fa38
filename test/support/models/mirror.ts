import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request in place of the mirror; returns false to let the mirror answer. */
export type Misbehaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer | undefined,
) => boolean;

/**
 * A server that offers files as a mirror of models does, with ranges, and does wrong where a test says so.
 */
export interface Mirror {
  readonly url: string;
  /** `METHOD path range` of each request so far. */
  readonly requests: { path: string; range: string | undefined }[];
  misbehave: Misbehaviour | undefined;
  close(): Promise<void>;
}

export async function startMirror(files: ReadonlyMap<string, Buffer>): Promise<Mirror> {
  const requests: Mirror['requests'] = [];
  const mirror: { misbehave: Misbehaviour | undefined } = { misbehave: undefined };
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    const { range } = request.headers;
    requests.push({ path, range });
    const file = files.get(path);
    if (mirror.misbehave?.(request, response, file)) return;
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(range === undefined ? 200 : 206, {
      'Content-Length': file.length - start,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${file.length - 1}/${file.length}` }),
    });
    response.end(file.subarray(start));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(mirror, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
