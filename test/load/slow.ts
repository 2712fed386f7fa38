// Clients on a bad line: 10 kB a second, in either direction. They must hold nobody up.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_KEY } from '../support/service-process.ts';
import { uploadOf } from './client.ts';

const BYTES_PER_SECOND = 10_000;
const STEP_MS = 100;
const STEP_BYTES = (BYTES_PER_SECOND * STEP_MS) / 1_000;

/** Reads a download drop by drop until `isOver`. Resolves with how many bytes came. */
export async function readSlowly(baseUrl: string, path: string, isOver: () => boolean): Promise<number> {
  const socket = await open(baseUrl);
  socket.write(head(baseUrl, 'GET', path));
  let bytes = 0;
  while (!isOver() && !socket.destroyed) {
    bytes += (socket.read(STEP_BYTES) as Buffer | null)?.length ?? 0;
    await sleep(STEP_MS);
  }
  socket.destroy();
  return bytes;
}

/** Sends a text drop by drop. Resolves with the status of the answer, 0 if there is none. */
export async function writeSlowly(baseUrl: string, text: string): Promise<number> {
  const socket = await open(baseUrl);
  const { body, headers } = uploadOf(text);
  const length = { 'content-length': String(body.length) };
  socket.write(head(baseUrl, 'POST', '/v1/translate/documents', { ...headers, ...length }));
  const answered = new Promise<string>((resolve) => {
    socket
      .once('data', (chunk: Buffer) => resolve(chunk.toString()))
      .once('close', () => resolve('HTTP/1.1 000'));
  });
  for (let sent = 0; sent < body.length && !socket.destroyed; sent += STEP_BYTES) {
    socket.write(body.subarray(sent, sent + STEP_BYTES));
    await sleep(STEP_MS);
  }
  const status = Number((await answered).slice(9, 12));
  socket.destroy();
  return status;
}

async function open(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  // A small buffer, so that the line is as slow as its reader; the types do not know it.
  const options = { host: hostname, port: Number(port), highWaterMark: STEP_BYTES };
  const socket = connect(options);
  await once(socket, 'connect');
  // A later break shows in the bytes read or answered.
  return socket.on('error', () => undefined);
}

function head(baseUrl: string, method: string, path: string, headers: Record<string, string> = {}): string {
  const all = { host: new URL(baseUrl).host, authorization: `Bearer ${API_KEY}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
