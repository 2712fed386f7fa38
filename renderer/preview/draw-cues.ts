import { make, textOf } from './pages.ts';
import type { Draw } from './pages.ts';

const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;
const TAG = /<\/?(?:i|b|u|c|v|lang|ruby|rt|font)\b[^>]{0,200}>|<\d[\d:.]*>|\{\\[^}]{0,60}\}/gi;

/** Subtitles with their times, in the order of the film. */
export const drawCues: Draw = (source) => {
  const cues = textOf(source)
    .split(/\r?\n[ \t]*\r?\n|\r\r/)
    .flatMap((block) => {
      const lines = block.split(/\r\n|\r|\n/);
      const at = lines.findIndex((line) => TIMES.test(line));
      if (at === -1) return [];
      const [, from = '', to = ''] = TIMES.exec(lines[at]!)!;
      return [{ from, to, seconds: secondsOf(from), lines: lines.slice(at + 1) }];
    })
    .sort((a, b) => a.seconds - b.seconds);
  const rows = cues.map(({ from, to, lines }) =>
    make(
      'li',
      'cue',
      make('time', '', `${from} → ${to}`),
      make('p', '', ...lines.flatMap((line, n) => [...(n > 0 ? [make('br')] : []), line.replace(TAG, '')])),
    ),
  );
  return { root: make('main', 'sheet flows cues', make('ol', '', ...rows)) };
};

function secondsOf(time: string): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}
