import { baseLanguage } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';

/** A server's own codes by our canonical tags: `en-US` → `EN-US`. */
export type LanguageCodes = ReadonlyMap<string, string>;

/** Codes that BCP 47 readers would misunderstand (Argos Translate's). */
const ODD: Readonly<Record<string, string>> = { pb: 'pt-BR', zt: 'zh-Hant' };

/**
 * Codes that are not language tags are left out. A language's likeliest region comes first (CLDR), so that a
 * request for English or Portuguese gets that one.
 */
export function languageCodes(codes: readonly string[]): LanguageCodes {
  const tags = codes.flatMap((code): [string, string][] => {
    const tag = canonical(ODD[code.toLowerCase()] ?? code);
    return tag === undefined ? [] : [[tag, code]];
  });
  return new Map(tags.sort(([one], [other]) => Number(isLikeliest(other)) - Number(isLikeliest(one))));
}

function canonical(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function isLikeliest(tag: string): boolean {
  const base = new Intl.Locale(baseLanguage(tag)).maximize();
  const { region, script } = new Intl.Locale(tag).maximize();
  return base.region === region && base.script === script;
}

/** Each source with each target of another language. */
export function allPairs(
  sources: Iterable<string>,
  targets: Iterable<string>,
): (EnginePair & { ready: boolean })[] {
  const into = [...targets];
  return [...sources].flatMap((from) =>
    into.filter((to) => baseLanguage(to) !== baseLanguage(from)).map((to) => ({ from, to, ready: true })),
  );
}
