/** Whether all characters of a text are in another, in their order, with others between them. */
export function isWithin(text: string, longer: string): boolean {
  const wanted = Array.from(text);
  let at = 0;
  for (const letter of longer) if (letter === wanted[at]) at++;
  return at === wanted.length;
}
