import { Command } from 'commander';
import { resolveDataDir } from '../config.ts';
import { ServiceGoneError } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { onFirstSignal } from './signals.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface McpCommandOptions extends ServiceChoice {
  root?: string[];
  allJobs?: true;
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serves assistants over the Model Context Protocol on standard input and output.')
    .option(
      '--root <folder>',
      "a folder that assistants may read from and write to, as often as needed; without it the client's roots are used",
      (folder: string, all?: string[]) => [...(all ?? []), folder],
    )
    .option('--all-jobs', "let assistants work on the window's documents too")
    .action(serve);
}

/** Runs until standard input ends, or until a signal. */
async function serve({ root = [], allJobs, ...choice }: McpCommandOptions): Promise<void> {
  // Loaded lazily: other commands need none of it.
  const [{ createMcpServer }, { rootFolders }, { StdioServerTransport }] = await Promise.all([
    import('../mcp/server.ts'),
    import('../mcp/root-folders.ts'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const end = new AbortController();
  onFirstSignal(() => end.abort());
  process.stdin.once('end', () => end.abort()).once('close', () => end.abort());

  const running = createHolder();
  const server = createMcpServer({
    service: () => running.client(),
    folders: (connected) => rootFolders(connected, root, resolveDataDir(process.env, choice.dataDir)),
    allJobs: allJobs ?? false,
    onGone: () => running.lose(),
    report: (error) => console.error(error),
  });
  await server.connect(new StdioServerTransport());

  const ended = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  for (;;) {
    try {
      await withService(choice, (client) => Promise.race([ended, running.hold(client)]), end.signal);
    } catch (error) {
      // The service's owner has ended it: the next call starts one, or finds the next.
      if (error instanceof ServiceGoneError) continue;
      if (!end.signal.aborted) throw error;
    }
    break;
  }
  await server.close();
}

/** The current service; callers wait until there is one. */
function createHolder() {
  let present: Client | undefined;
  const waiting: ((client: Client) => void)[] = [];
  let onLost: (() => void) | undefined;
  return {
    client: async (): Promise<Client> => present ?? new Promise((resolve) => waiting.push(resolve)),
    lose: (): void => onLost?.(),
    /** Rejects with a ServiceGoneError once the service is lost. */
    async hold(client: Client): Promise<never> {
      present = client;
      for (const resolve of waiting.splice(0)) resolve(client);
      return new Promise((_resolve, reject) => {
        onLost = () => {
          present = undefined;
          reject(new ServiceGoneError(undefined));
        };
      });
    },
  };
}
