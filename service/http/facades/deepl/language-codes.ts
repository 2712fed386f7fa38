import { baseLanguage, languageName } from '../../../contract/index.ts';
import { languageTag } from '../shared/fields.ts';
import { languagesOf } from '../shared/ready-languages.ts';
import type { ReadyLanguages } from '../shared/ready-languages.ts';

/** DeepL's targets with regions; clients refuse the bare language. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  en: ['en-GB', 'en-US'],
  pt: ['pt-BR', 'pt-PT'],
};

export const targetLanguage = languageTag();
/** Targets with a formality at DeepL, without regions; `more` and `less` are refused for all others. */
const FORMAL = new Set(['de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru']);

export function takesFormality(target: string): boolean {
  return FORMAL.has(baseLanguage(target));
}

/** Sources have no region. */
export const sourceLanguage = languageTag().transform(withoutRegion);

/** `pt-BR` → `pt`, `zh-Hant-TW` → `zh-Hant`. */
export function withoutRegion(tag: string): string {
  return tag
    .split('-')
    .filter((part, index) => index === 0 || part.length === 4)
    .join('-');
}

/** DeepL's code for the language of a text: `EN`, `ZH`. */
export function detectedCode(tag: string): string {
  return baseLanguage(tag).toUpperCase();
}

export interface DeeplLanguage {
  /** BCP 47. */
  readonly tag: string;
  readonly name: string;
  readonly isSource: boolean;
  readonly isTarget: boolean;
  /** Targets only. */
  readonly hasFormality: boolean;
}

/** The ready languages in DeepL's form: English and Portuguese as sources, regions as targets. */
export function deeplLanguages(ready: ReadyLanguages): DeeplLanguage[] {
  const sources = new Set(languagesOf(ready, 'from').map(withoutRegion));
  const targets = new Set(
    languagesOf(ready, 'to').flatMap((tag) => {
      const regions = REGIONS[baseLanguage(tag)];
      if (!regions) return [tag];
      return regions.includes(tag) ? [tag] : regions;
    }),
  );
  return [...new Set([...sources, ...targets])].sort().map((tag) => ({
    tag,
    name: languageName(tag),
    isSource: sources.has(tag),
    isTarget: targets.has(tag),
    hasFormality: targets.has(tag) && hasFormality(ready, tag),
  }));
}

/** Whether an engine into this language supports formality; the source is known only later. */
function hasFormality({ pairs }: ReadyLanguages, target: string): boolean {
  if (!takesFormality(target)) return false;
  const into = pairs.filter(({ to }) => to === target || to === '*' || to === baseLanguage(target));
  return into.some(({ engine }) => engine.capabilities.tone !== 'none');
}
