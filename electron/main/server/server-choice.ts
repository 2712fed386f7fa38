import { app } from 'electron';
import type { ServerOutcome, ServerRequest } from '../../../service/contract/index.ts';
import { saveErrorSentence } from '../files/file-errors.ts';
import { createKeychain } from '../keychain.ts';
import { spoken } from '../language/spoken.ts';
import { checkServer, readServerAddress } from './check-server.ts';
import { forgetServer, keepServer } from './kept-server.ts';
import { serverSentence } from './server-words.ts';
import { isAuthority } from './trust.ts';
import type { Trust } from './trust.ts';

/** An alternative to the keychain for the team server's key, as on the command line. */
export const KEY_VARIABLE = 'INTERLINEAR_SERVER_KEY';

/** Switches between a team's server and this machine, at the next start, which it requests. */
export interface ServerChoice {
  connect(request: ServerRequest): Promise<ServerOutcome>;
  /** Back to this machine. Forgets the server's key. Resolves with a sentence if that fails. */
  leave(): Promise<string | undefined>;
}

export function createServerChoice(parts: {
  isServer: boolean;
  /** Asks about what would be lost. */
  mayEnd: () => Promise<boolean>;
  restart: () => void;
  /** Called when the stored server was removed and the program goes on. */
  onForgotten: () => void;
}): ServerChoice {
  const { isServer, mayEnd, restart, onForgotten } = parts;
  return {
    async connect({ address, key, authority, fingerprint }) {
      // Attack: the page of one team's server redirects its users to another.
      if (isServer) throw new Error('The page of a server may not choose another server.');
      const words = spoken();
      const failed = (message: string): ServerOutcome => ({ outcome: 'failed', message });
      const origin = readServerAddress(address);
      if (origin === undefined) return failed(words.t('serverNoAddress'));
      if (authority !== undefined && !isAuthority(authority)) return failed(words.t('serverNoAuthority'));
      const trust: Trust =
        authority !== undefined
          ? { by: 'authority', pem: authority }
          : fingerprint !== undefined
            ? { by: 'pin', fingerprint }
            : { by: 'system' };
      const trouble = await checkServer(origin, { key, trust, version: app.getVersion() });
      if (trouble?.reason === 'unknown') {
        const { host } = trouble;
        return authority === undefined
          ? { outcome: 'unknown', host, fingerprint: trouble.fingerprint }
          : failed(words.t('serverOtherAuthority', { host }));
      }
      if (trouble) return failed(serverSentence(words, trouble));
      const sealedKey = await seal(key);
      if (sealedKey === undefined && process.env[KEY_VARIABLE] !== key) {
        return failed(words.t('serverNoKeychain', { app: app.name }));
      }
      if (!(await mayEnd())) return { outcome: 'cancelled' };
      try {
        keepServer({ origin, trust, ...(sealedKey === undefined ? {} : { sealedKey }) });
      } catch (error) {
        return failed(saveErrorSentence(words, error));
      }
      restart();
      return { outcome: 'restarts' };
    },
    async leave() {
      if (isServer && !(await mayEnd())) return undefined;
      try {
        forgetServer();
      } catch (error) {
        return saveErrorSentence(spoken(), error);
      }
      if (isServer) restart();
      else onForgotten();
      return undefined;
    },
  };
}

async function seal(key: string): Promise<string | undefined> {
  try {
    return await createKeychain().seal(key);
  } catch {
    return undefined;
  }
}
