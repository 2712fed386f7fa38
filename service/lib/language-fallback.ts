import { baseLanguage } from '../contract/index.ts';

/** Pairs of tags for one language, of which an engine or file may know only one. */
const SAME_LANGUAGE: Readonly<Record<string, string>> = { nb: 'no', no: 'nb' };

/** Requested again with every chunk, and slower in ICU than the rest of the routing. */
const maximisedTags = new Map<string, Intl.Locale | undefined>();
const MAX_TAGS = 1_000;

/** With script and region; where the tag names none, the likeliest: `zh-TW` → `zh-Hant-TW`. */
function maximised(tag: string): Intl.Locale | undefined {
  if (maximisedTags.has(tag)) return maximisedTags.get(tag);
  if (maximisedTags.size >= MAX_TAGS) maximisedTags.clear();
  const locale = maximise(tag);
  maximisedTags.set(tag, locale);
  return locale;
}

function maximise(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

/** The script that text in this language is written in unless the tag says otherwise: `zh-TW` → `Hant`. */
function likelyScript(tag: string): string | undefined {
  return maximised(tag)?.script;
}

/**
 * The tags that an engine or a glossary may know this language by, nearest first: `es-MX` → `es-MX`, `es`;
 * `zh-TW` → `zh-TW`, `zh-Hant`. Never a tag with another script: Simplified Chinese does not serve a request
 * for Traditional.
 */
export function fallbackTags(tag: string): string[] {
  const base = baseLanguage(tag);
  const script = likelyScript(tag);
  const tags = [tag];
  if (script !== undefined) tags.push(`${base}-${script}`);
  if (script === likelyScript(base))
    tags.push(base, ...(base in SAME_LANGUAGE ? [SAME_LANGUAGE[base]!] : []));
  return [...new Set(tags)];
}

/** Whether both name one variety, or one has no region: `es` and `es-MX`, but not `pt-BR` and `pt-PT`. */
export function isCompatible(tag: string, other: string): boolean {
  if (fallbackTags(tag).includes(other) || fallbackTags(other).includes(tag)) return true;
  const variety = maximised(tag)?.toString();
  return variety !== undefined && variety === maximised(other)?.toString();
}

/** The tag in `known` that serves `tag`: a fallback, else a region with the same language and script. */
export function nearestTag(tag: string, known: ReadonlySet<string>): string | undefined {
  const found = fallbackTags(tag).find((candidate) => known.has(candidate));
  if (found !== undefined) return found;
  if (tag !== baseLanguage(tag)) return undefined;
  return [...known].find(
    (candidate) => baseLanguage(candidate) === tag && likelyScript(candidate) === likelyScript(tag),
  );
}
