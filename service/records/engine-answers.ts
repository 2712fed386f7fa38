import { parseJournal } from './journal.ts';
import { isOfEngine } from './resolve-lines.ts';
import { parseSegments } from './segments.ts';

/** The engine's own answers in a job, each beside its source; coded texts. */
export function engineAnswers(segments: Uint8Array, journal: Uint8Array): [source: string, answer: string][] {
  const sources = parseSegments(segments);
  return [...parseJournal(journal, sources.length).values()].flatMap((line): [string, string][] =>
    isOfEngine(line) ? [[sources[line.i]!.text, line.e ?? line.t]] : [],
  );
}
