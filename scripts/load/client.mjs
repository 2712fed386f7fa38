// Requests over kept connections, each timed under the name of its kind. Loopback only: the address is the service's own.
import { Agent, request } from 'node:http';

const TIMEOUT_MS = 60_000;

export class LoadClient {
  constructor(baseUrl, key) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
    this.times = new Map();
    this.errors = [];
  }

  /** Resolves with status and body; a refusal or a broken connection is counted as an error of the run. */
  async ask(kind, method, path, { body, headers } = {}) {
    const began = performance.now();
    try {
      const answer = await this.#send(method, path, body, headers);
      if (!this.times.has(kind)) this.times.set(kind, []);
      this.times.get(kind).push(performance.now() - began);
      if (answer.status >= 400) throw new Error(`${answer.status} ${answer.body.toString().slice(0, 300)}`);
      return answer;
    } catch (error) {
      this.errors.push(`${kind}: ${error.message}`);
      return undefined;
    }
  }

  async data(kind, method, path, init) {
    const answer = await this.ask(kind, method, path, init);
    return answer && JSON.parse(answer.body.toString()).data;
  }

  batch(kind, texts) {
    const body = JSON.stringify({ from: 'en', to: 'en-XA', segments: texts.map((text) => ({ text })) });
    const headers = { 'content-type': 'application/json' };
    return this.data(kind, 'POST', '/v1/translate/batch', { body, headers });
  }

  upload(kind, text) {
    return this.data(kind, 'POST', '/v1/translate/documents', uploadOf(text));
  }

  #send(method, path, body, headers) {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        agent: this.agent,
        timeout: TIMEOUT_MS,
        headers: { authorization: `Bearer ${this.key}`, ...headers },
      };
      const sent = request(this.baseUrl + path, options, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
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
export function uploadOf(text) {
  const part = (name, value) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="load.txt"\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
  return {
    body: Buffer.from(part('from', 'en') + part('to', 'en-XA') + file),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
