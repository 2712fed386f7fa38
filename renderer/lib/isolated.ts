/** Keeps a text of another script in its order within a sentence (Unicode's FSI and PDI). */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
