import { normalisedLabel } from './events.ts';
import type { Labels } from './events.ts';

/** A footnote, or a link with its address, which may be on the next line, and its title, which may be too. */
const DEFINITION =
  /^\[(?:\^([^\s[\]]{1,999})\]:|((?=[^\]]*\S)(?:\\.|[^[\]\\]){1,999})\]:[ \t]*(?:(?:<[^<>]*>|[^\s<]\S*)[ \t]*(?:"[^]*|'[^]*|\([^]*)?)?$)/;
const HEADING = /^#{1,6}\s/;

/** Finds what references may lead to, line by line: pieces of a text are parsed one by one. */
export function labelFinder() {
  const definitions = new Set<string>();
  const footnotes = new Set<string>();
  /** A definition ends no paragraph: it follows a blank line, a heading or another one. */
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
