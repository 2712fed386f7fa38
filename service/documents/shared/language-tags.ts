/** Whether a file's tag (`de`, `pt-BR`, `zh_Hans_CN`) names a language, in any region. */
export function namesLanguage(tag: string, language: string): boolean {
  return tag.trim() !== '' && primary(tag) === primary(language);
}

/** The primary language of a tag, lower case. */
export function primary(tag: string): string {
  return tag.trim().split(/[-_]/, 1)[0]!.toLowerCase();
}
