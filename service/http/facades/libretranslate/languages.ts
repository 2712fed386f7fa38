import { z } from 'zod';
import { languageName } from '../../../contract/index.ts';
import { languageTag } from '../shared/fields.ts';
import { languagesOf, targetsOf } from '../shared/ready-languages.ts';
import type { ReadyLanguages } from '../shared/ready-languages.ts';

/** Names of earlier releases, which Subtitle Edit still sends. */
const OLD_NAMES = { pb: 'pt-BR', zt: 'zh-Hant' };

export const language = languageTag(OLD_NAMES, (asked) => `${asked} is not supported`);

/** A source that may be `auto`: then it is undefined. */
export const languageOrAuto = z.string().transform((text, context) => {
  if (text.trim().toLowerCase() === 'auto') return undefined;
  const found = language.safeParse(text);
  if (found.success) return found.data;
  context.addIssue({ code: 'custom', message: found.error.issues[0]!.message });
  return z.NEVER;
});

export function listLanguages(ready: ReadyLanguages): { code: string; name: string; targets: string[] }[] {
  return languagesOf(ready, 'from').map((code) => ({
    code,
    name: languageName(code),
    targets: [...targetsOf(ready, code), code].sort(),
  }));
}
