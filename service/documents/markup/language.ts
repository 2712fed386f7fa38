import { namesLanguage } from '../shared/language-tags.ts';
import type { Edit } from '../shared/spans.ts';
import { isRightToLeft } from '../shared/text-direction.ts';
import { attributeOf, attributeValue } from './attributes.ts';
import type { Markup } from './read-markup.ts';
import type { TagToken } from './tokens.ts';

/**
 * The edits that name a page's new language: `lang` of its root, content-language and og:locale if they name
 * the source language, and the direction of writing if the target has another one. Adds nothing if the page
 * names no language, and changes no other `lang` or `hreflang`.
 */
export function languageEdits(
  { text, tokens }: Markup,
  from: string,
  to: string,
  mayChangeDirection = true,
): Edit[] {
  const edits: Edit[] = [];
  const root = tokens.find((token): token is TagToken => token.kind === 'start' && token.name === 'html');
  if (root) edits.push(...rootEdits(text, root, from, to, mayChangeDirection));
  for (const tag of tokens) {
    if (tag.kind !== 'start' || tag.name !== 'meta') continue;
    const isLocale = attributeOf(text, tag, 'property')?.trim().toLowerCase() === 'og:locale';
    const isLanguage = attributeOf(text, tag, 'http-equiv')?.trim().toLowerCase() === 'content-language';
    const content = attributeOf(text, tag, 'content') ?? '';
    if ((isLocale || isLanguage) && namesLanguage(content, from))
      edits.push(...valueEdit(text, tag, 'content', isLocale ? localeOf(to) : to));
  }
  return edits;
}

/** Sets one attribute's value, in its existing quotes; nothing if the tag lacks it. */
function valueEdit(text: string, tag: TagToken, name: string, value: string): Edit[] {
  const found = attributeValue(text, tag, name);
  if (!found) return [];
  const quote = found.quote === '' ? '"' : found.quote;
  return [{ start: found.start, end: found.end, text: `${quote}${value}${quote}` }];
}

/** Adds or changes `dir` of a root element where source and target are written in different directions. */
function directionEdits(text: string, root: TagToken, from: string, to: string): Edit[] {
  const isRtl = isRightToLeft(to);
  if (isRtl === isRightToLeft(from)) return [];
  const given = attributeOf(text, root, 'dir');
  if (given !== undefined && /^auto$/i.test(given.trim())) return [];
  if (given !== undefined && given !== '') return valueEdit(text, root, 'dir', isRtl ? 'rtl' : 'ltr');
  if (!isRtl || given !== undefined) return [];
  const at = root.start + 1 + root.name.length;
  return [{ start: at, end: at, text: ' dir="rtl"' }];
}

function rootEdits(
  text: string,
  root: TagToken,
  from: string,
  to: string,
  mayChangeDirection: boolean,
): Edit[] {
  const edits = ['lang', 'xml:lang'].flatMap((name) =>
    namesLanguage(attributeOf(text, root, name) ?? '', from) ? valueEdit(text, root, name, to) : [],
  );
  return mayChangeDirection ? [...edits, ...directionEdits(text, root, from, to)] : edits;
}

/** `de` → `de_DE`, the form of Open Graph. */
function localeOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region === undefined ? language : `${language}_${region}`;
}
