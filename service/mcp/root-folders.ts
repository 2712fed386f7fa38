import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { createFolders } from './folders.ts';
import type { Folders } from './folders.ts';

/** The folders of the command line, else the client's roots. `closed` is never opened. */
export function rootFolders(
  { server }: Pick<McpServer, 'server'>,
  roots: readonly string[],
  closed: string,
): Folders {
  let clientRoots: Promise<string[]> | undefined;
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    clientRoots = undefined;
  });
  return createFolders(async () => {
    if (roots.length > 0) return roots;
    if (!server.getClientCapabilities()?.roots) return [];
    clientRoots ??= server
      .listRoots()
      .then((answer) =>
        answer.roots.filter(({ uri }) => uri.startsWith('file://')).map(({ uri }) => fileURLToPath(uri)),
      );
    return clientRoots.catch(() => {
      clientRoots = undefined;
      return [];
    });
  }, closed);
}
