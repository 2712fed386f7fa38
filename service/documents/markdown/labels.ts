import { normalisedLabel } from './events.ts';
import type { Labels } from './events.ts';

/** A footnote, or a link with its address and optional title, either of which may be on the next line. */
const DEFINITION =
  /^\[(?:\^([^\s[\]]{1,999})\]:|((?=[^\]]*\S)(?:\\.|[^[\]\\]){1,999})\]:[ \t]*(?:(?:<[^<>]*>|[^\s<]\S*)[ \t]*(?:"[^]*|'[^]*|\([^]*)?)?$)/;
const HEADING = /^#{1,6}\s/;

/** Finds possible targets of references, line by line: a text is parsed in pieces. */
export function labelFinder() {
  const definitions = new Set<string>();
  const footnotes = new Set<string>();
  /** A definition cannot interrupt a paragraph: it follows a blank line, a heading or another definition. */
  let mayFollow = true;
  return {
    labels: { definitions, footnotes } satisfies Labels,
    blankLine(): void {
      mayFollow = true;
    },
    /** `line`: without its quotes and list markers. */
    line(line: string, isListItem: boolean): void {
      const [, note, label] = DEFINITION.exec(line) ?? [];
      if (note !== undefined) footnotes.add(normalisedLabel(note));
      else if (label !== undefined && (mayFollow || isListItem)) definitions.add(normalisedLabel(label));
      mayFollow = label !== undefined || HEADING.test(line);
    },
  };
}
