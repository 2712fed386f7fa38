import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gate } from '../../support/gate.ts';
import type { Gate } from '../../support/gate.ts';

/** The service at another address, where the answers to uploads are held back. */
export interface HeldAnswers {
  readonly baseUrl: string;
  /** Passed once the service has answered an upload. */
  readonly answered: Gate;
  /** Opened by the test: answers go on to the window. */
  readonly release: Gate;
  close(): void;
}

export async function holdAnswers(baseUrl: string): Promise<HeldAnswers> {
  const answered = gate();
  const release = gate();
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const own = { ...headers, host: new URL(baseUrl).host, ...(headers.origin && { origin: baseUrl }) };
    const onward = ask(baseUrl + url, { method, headers: own }, (answer) => {
      const pass = (): void => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      };
      if (method !== 'POST' || url !== '/v1/translate/documents') {
        pass();
        return;
      }
      answered.open();
      void release.passed.then(pass);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    release,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
