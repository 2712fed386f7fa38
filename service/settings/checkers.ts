import { fieldProblem, LANGUAGETOOL } from '../contract/index.ts';
import type { CheckerChange, CheckerResource, CheckerTest } from '../contract/index.ts';
import type { EngineConfiguration } from '../worker/engine-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import type { CheckerSettingsRecord, SettingsRecord } from '../records/settings-record.ts';
import { isNearAddress, isSafeAddress } from '../lib/safe-address.ts';
import type { Document } from '../store/store-port.ts';
import type { CheckerAdmin } from './settings-port.ts';
import { unsafe, unsafeSpecifics } from './settings.ts';

/** Right in English, so that a server has nothing to say and much to load. */
const TEST_SENTENCE = 'This is a test.';

/** The address to which translations may be sent now; undefined while the checker is off. */
export function checkerInUse({ checkers }: Pick<SettingsRecord, 'checkers'>): { url: string } | undefined {
  const { enabled, url, consent } = checkers[LANGUAGETOOL] ?? {};
  return enabled && url !== undefined && (consent || isNearAddress(url)) ? { url } : undefined;
}

/** `configuration`: of all engines and checkers, as it is after a change. */
export function createCheckerAdmin(
  document: Document<SettingsRecord>,
  configuration: () => EngineConfiguration,
  translation: Pick<TranslationPort, 'configure' | 'checker' | 'checkTexts'>,
): CheckerAdmin {
  const stored = (): CheckerSettingsRecord => document.data.checkers[LANGUAGETOOL] ?? {};
  const show = async (): Promise<CheckerResource> => {
    const { enabled = false, url = null, consent = false, ignored = [] } = stored();
    const { ready, reason, languages } = await translation.checker();
    return {
      ...{ id: LANGUAGETOOL, name: 'LanguageTool', enabled, url, consent, ready },
      ...(enabled && reason !== undefined ? { reason } : {}),
      languages: [...languages],
      ignored: [...ignored],
    };
  };
  return {
    show,
    async change(change) {
      const before = stored();
      const after = changed(before, change);
      refuse(after, change);
      await document.update(
        ({ checkers }) => void (checkers[LANGUAGETOOL] = after),
        ({ checkers }) => {
          if (checkers[LANGUAGETOOL] === after) checkers[LANGUAGETOOL] = before;
        },
      );
      await translation.configure(configuration());
      return show();
    },
    async test() {
      const begun = performance.now();
      const error = await translation
        .checkTexts({ language: 'en', texts: [TEST_SENTENCE], isCoded: false })
        .then(
          () => undefined,
          (failed: unknown) => (failed instanceof Error ? failed.message : String(failed)),
        );
      const millis = Math.round(performance.now() - begun);
      return {
        ok: error === undefined,
        millis,
        ...(error === undefined ? {} : { error }),
      } satisfies CheckerTest;
    },
  };
}

function changed(
  before: CheckerSettingsRecord,
  { enabled, url, consent, ignored }: CheckerChange,
): CheckerSettingsRecord {
  const after = { ...before };
  if (enabled !== undefined) after.enabled = enabled;
  if (ignored !== undefined)
    after.ignored = ignored.map(({ rule, text }) => ({ rule, ...(text === undefined ? {} : { text }) }));
  if (url === null) delete after.url;
  else if (url !== undefined) after.url = rootOf(url);
  if (originOf(after.url) !== originOf(before.url)) delete after.consent;
  if (consent !== undefined) after.consent = consent;
  return after;
}

/** Throws if texts would go where they may not, by the rules of remote engines. */
function refuse({ enabled, url, consent }: CheckerSettingsRecord, change: CheckerChange): void {
  if (typeof change.url === 'string' && !isSafeAddress(change.url))
    throw fieldProblem('url', 'invalid', unsafe(change.url), unsafeSpecifics(change.url));
  if (!enabled || url === undefined || consent || isNearAddress(url)) return;
  throw fieldProblem(
    'consent',
    'required',
    `Translations would be sent to ${new URL(url).hostname}, beyond this machine and private networks. Send consent: true if that may be.`,
  );
}

/** Strips the path of the API, which many people copy with the address. */
function rootOf(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/v2(\/(check|languages))?$/, '');
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}
