import { join } from 'node:path';
import { app, dialog } from 'electron';
import { createKeptLog } from '../../service/service.ts';
import type { Backend } from './backend.ts';
import { devServer } from './dev-server.ts';
import { createKeychain } from './keychain.ts';
import { spoken } from './language/spoken.ts';
import { localBackend } from './local-backend.ts';
import { pinCertificates } from './security/pin-certificates.ts';
import { checkServer, createCertificateJudge, troubleOf } from './server/check-server.ts';
import { keptServer } from './server/kept-server.ts';
import type { KeptServer } from './server/kept-server.ts';
import { serverBackend } from './server/server-backend.ts';
import { createServerClient } from './server/server-client.ts';
import { KEY_VARIABLE } from './server/server-choice.ts';
import { serverSentence } from './server/server-words.ts';
import { startService } from './start-service.ts';

const AGAIN = 0;
const HERE = 1;

/**
 * The chosen team server, or this machine's service. If the server cannot be used, the user decides whether
 * to try again or to work here for this run. Undefined if the program is to end.
 */
export async function openBackend(): Promise<Backend | undefined> {
  const kept = devServer() === undefined ? keptServer() : undefined;
  if (!kept) return localBackend(await startService());
  for (;;) {
    const opened = await openServer(kept);
    if (typeof opened !== 'string') return opened;
    const { t } = spoken();
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: opened,
      detail: t('serverLater', { app: app.name }),
      buttons: [t('tryAgain'), t('workHere'), t('menuQuit', { app: app.name }).replace('&', '')],
      defaultId: AGAIN,
      cancelId: HERE,
      noLink: true,
    });
    if (response === AGAIN) continue;
    return response === HERE ? localBackend(await startService()) : undefined;
  }
}

/** The server, or a user-facing sentence why it cannot be used. */
async function openServer({ origin, trust, sealedKey }: KeptServer): Promise<Backend | string> {
  const words = spoken();
  const { host } = new URL(origin);
  const given = process.env[KEY_VARIABLE] ?? '';
  const key = given === '' ? await unsealed(sealedKey) : given;
  if (key === undefined) return words.t('serverKeyLost', { host });
  const trouble = await checkServer(origin, { key, trust, version: app.getVersion() });
  if (trouble) return serverSentence(words, trouble);
  const client = createServerClient(origin, trust);
  const log = createKeptLog('info');
  const logFolder = join(app.getPath('userData'), 'logs');
  try {
    const backend = await serverBackend({ origin, key, client, log, logFolder });
    log.keepIn(logFolder, 'window');
    pinCertificates(origin, createCertificateJudge(client));
    return backend;
  } catch (error) {
    client.close();
    return serverSentence(words, troubleOf(host, error));
  }
}

async function unsealed(sealedKey: string | undefined): Promise<string | undefined> {
  try {
    return sealedKey === undefined ? undefined : await createKeychain().unseal(sealedKey);
  } catch {
    return undefined;
  }
}
