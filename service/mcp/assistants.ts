import type { openMcpSessions, Sender } from './sessions.ts';

/** Assistants that connect over HTTP. */
export interface Assistants {
  /** Answers a request with its parsed body. */
  answer(request: Request, body: unknown, sender: Sender): Promise<Response>;
  /** Ends all sessions; later requests start new ones. */
  close(): Promise<void>;
}

/** Loads the protocol's code on first use: it is off by default. */
export function createAssistants(options: Parameters<typeof openMcpSessions>[0]): Assistants {
  let sessions: Promise<Assistants> | undefined;
  return {
    answer: async (request, body, sender) => {
      sessions ??= import('./sessions.ts').then((module) => module.openMcpSessions(options));
      return (await sessions).answer(request, body, sender);
    },
    close: async () => (await sessions)?.close(),
  };
}
