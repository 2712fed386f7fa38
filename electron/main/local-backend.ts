import { join } from 'node:path';
import type { Service } from '../../service/service.ts';
import type { Backend } from './backend.ts';

/** The service in this process, which also serves other programs' accounts. */
export function localBackend(service: Service): Backend {
  const { baseUrl, dataDir, log, settings, accounts } = service;
  const key = accounts.sessionKey;
  const own = accounts.authenticate(key)?.accountId;
  return {
    baseUrl,
    key,
    isServer: false,
    dataDir,
    logFolder: join(dataDir, 'logs'),
    log,
    settings,
    fetch: (path) => fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } }),
    runningJobs: () => service.runningJobs(),
    watchJobs: (listener) => service.watchJobs((accountId, job) => listener(job, accountId === own)),
    close: () => service.close(),
  };
}
