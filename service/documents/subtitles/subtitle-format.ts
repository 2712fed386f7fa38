import type { Warning } from '../../contract/index.ts';
import type { Format, Recognition } from '../format.ts';
import type { Look } from '../look.ts';
import { lettersOf } from '../../text/scripts.ts';
import { spanFormat } from '../spans/span-format.ts';
import type { Span } from '../spans/span.ts';
import { cueSpan } from './cue-spans.ts';
import type { CueOptions } from './write-cues.ts';
import type { Cue, Dialect } from './cues.ts';
import { cueGroups, cuesInGroups, rolls } from './groups.ts';
import type { CueReading, ReadCue, SourceCue } from './groups.ts';

/** SRT or WebVTT: speech, sentence by sentence; numbers, times, settings and the rest stay. */
export function subtitleFormat(dialect: Dialect, recognise: (look: Look) => Recognition): Format {
  return spanFormat({
    fileType: dialect,
    recognise,
    read(text, { from, to = 'und', options }) {
      const linesAreTexts = rolls(text, dialect);
      const reading: CueReading = {
        dialect,
        joins: options['subtitles.join'] && !linesAreTexts,
        linesAreTexts,
        letters: from === undefined ? undefined : lettersOf(from, to),
      };
      const written = new Map<number, { cue: Cue; isTooLong: boolean }>();
      const how: CueOptions = {
        dialect,
        to,
        isBilingual: options.bilingual,
        onWritten: (cue, isTooLong) => written.set(cue.start, { cue, isTooLong }),
      };
      const groups: SourceCue[][] = [];
      return {
        spans: spansOf(text, cueGroups(text, reading), how, groups),
        readBack: (finished) =>
          spansOf(finished, cuesInGroups(finished, reading, groups), { ...how, isBilingual: false }),
        closing: () => ({ warnings: tooLongWarnings([...written.values()]) }),
      };
    },
  });
}

/** `groups`: called with the cues of each segment. */
function* spansOf(
  text: string,
  all: Iterable<readonly ReadCue[]>,
  options: CueOptions,
  groups?: SourceCue[][],
): Generator<Span> {
  for (const group of all) {
    const span = cueSpan(text, group, options);
    if (!span) continue;
    groups?.push(group.map(({ index, content }) => ({ index, keepsLines: content.keepsLines })));
    yield span;
  }
}

function tooLongWarnings(written: readonly { cue: Cue; isTooLong: boolean }[]): Warning[] {
  const long = written.filter(({ isTooLong }) => isTooLong);
  if (long.length === 0) return [];
  const time = long[0]!.cue.times.split('-->')[0]!.trim();
  return [
    {
      code: 'cue_too_long',
      message:
        `Some translations are longer than two lines of 42 characters, or too long to be read (over 21 characters a second); the first is at ${time}. ` +
        'Shorten them, or let them stay on the screen longer.',
      count: long.length,
      details: { time },
    },
  ];
}
