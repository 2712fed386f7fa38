import type { ShellWords } from '../language/words.ts';
import type { ServerTrouble } from './check-server.ts';

/** Why a team server cannot be used, and the remedy, in one or two sentences. */
export function serverSentence(words: ShellWords, trouble: ServerTrouble): string {
  const { t } = words;
  const { host } = trouble;
  switch (trouble.reason) {
    case 'expired':
      return t('serverExpired', { host, date: words.date(trouble.moment) });
    case 'early':
      return t('serverEarly', { host, date: words.date(trouble.moment) });
    case 'other-name':
      return t('serverOtherName', { host, names: trouble.names });
    case 'unknown':
      return t('serverUnknown', { host });
    case 'changed':
      return t('serverChanged', { host });
    case 'not-found':
      return t('serverNotFound', { name: host.replace(/:\d+$/, '') });
    case 'silent':
      return t('serverSilent', { host });
    case 'no-tls':
      return t('serverNoTls', { host });
    case 'stopped':
      return t('serverStopped', { host });
    case 'foreign':
      return t('serverForeign', { host });
    case 'key':
      return t('serverKey', { host });
    case 'name':
      return t('serverName', { name: trouble.name });
    case 'version':
      return t('serverVersion', { host, theirs: trouble.theirs, ours: trouble.ours });
    case 'failing':
      return t('serverFailing', { host, status: trouble.status });
  }
}
