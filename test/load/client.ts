// Requests over kept connections, each timed under the name of its kind. Loopback only: the address is the
// service's own.
import { Agent, request } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Job } from '../../service/contract/index.ts';
import { API_KEY } from '../support/service-process.ts';

const TIMEOUT_MS = 60_000;
/** The service lets in 768 connections from one address. */
const MAX_SOCKETS = 500;

interface Content {
  body?: string | Buffer;
  headers?: OutgoingHttpHeaders;
}

interface Answer {
  status: number;
  body: Buffer;
}

export class LoadClient {
  readonly baseUrl: string;
  /** Milliseconds of each answer, by kind of request. */
  readonly times = new Map<string, number[]>();
  readonly errors: string[] = [];
  // The service lets go of one that is idle for a minute; Node 20 may ask over it in that very moment.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, timeout: 30_000 });

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Undefined for a refusal or a broken connection, which count as an error of the run. */
  async ask(kind: string, method: string, path: string, content: Content = {}): Promise<Answer | undefined> {
    const began = performance.now();
    try {
      const answer = await this.#send(method, path, content);
      const times = this.times.get(kind) ?? [];
      this.times.set(kind, times);
      times.push(performance.now() - began);
      if (answer.status >= 400) throw new Error(`${answer.status} ${answer.body.toString().slice(0, 300)}`);
      return answer;
    } catch (error) {
      this.errors.push(`${kind}: ${String(error)}`);
      return undefined;
    }
  }

  /** A job, of an answer that has one. */
  async job(kind: string, method: string, path: string, content?: Content): Promise<Job | undefined> {
    const answer = await this.ask(kind, method, path, content);
    return answer && (JSON.parse(answer.body.toString()) as { data: Job }).data;
  }

  batch(kind: string, texts: readonly string[]): Promise<Job | undefined> {
    const body = JSON.stringify({ from: 'en', to: 'en-XA', segments: texts.map((text) => ({ text })) });
    const headers = { 'content-type': 'application/json' };
    return this.job(kind, 'POST', '/v1/translate/batch', { body, headers });
  }

  upload(kind: string, text: string): Promise<Job | undefined> {
    return this.job(kind, 'POST', '/v1/translate/documents', uploadOf(text));
  }

  /** Breaks the connections. */
  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, path: string, { body, headers }: Content): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: this.#agent,
        timeout: TIMEOUT_MS,
        headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      };
      const sent = request(this.baseUrl + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
        response.on('error', reject);
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS / 1_000} s`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

const BOUNDARY = 'load-boundary';

/** A multipart upload of a text, English into pseudo-localised English. */
export function uploadOf(text: string): { body: Buffer; headers: Record<string, string> } {
  const part = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = part('file"; filename="load.txt', text);
  return {
    body: Buffer.from(`${part('from', 'en')}${part('to', 'en-XA')}${file}--${BOUNDARY}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
