/** One line of a combobox's list. */
export interface Choice {
  /** Unique in the list; the value of the choice. */
  value: string;
  label: string;
  /** A hint at the end of the line. */
  hint?: string;
  /** Further search terms: endonym, code. */
  keywords?: readonly string[];
  /** Heading above the first choice of a group. */
  group?: string;
}

/** Case and accents don't matter when searching: `francais` finds Français. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * The choices that match a query: those whose label or keyword starts with it come before those that contain
 * it. Without a query all, in the given order.
 */
export function matching(choices: readonly Choice[], query: string): Choice[] {
  const wanted = folded(query.trim());
  if (wanted === '') return [...choices];
  const rank = (choice: Choice): number => {
    const words = [choice.label, ...(choice.keywords ?? [])].map(folded);
    if (words.some((word) => word.startsWith(wanted))) return 2;
    return words.some((word) => word.includes(wanted)) ? 1 : 0;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map((one) => one.choice);
}
