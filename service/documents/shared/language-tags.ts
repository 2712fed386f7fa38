/**
 * Whether a tag, as a file writes it (`de`, `pt-BR`, `zh_Hans_CN`), names a language, whatever its region.
 */
export function namesLanguage(tag: string, language: string): boolean {
  return tag.trim() !== '' && primary(tag) === primary(language);
}

/** The primary language of a tag, lower case. */
function primary(tag: string): string {
  return tag.trim().split(/[-_]/, 1)[0]!.toLowerCase();
}
