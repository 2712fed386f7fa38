import { hasTimes } from '../subtitles/cues.ts';
import { subtitleFormat } from '../subtitles/subtitle-format.ts';

const FIRST_CUE = /^\s*(?:-?\d{1,9}[ \t]*(?:\r\n|\n|\r)\s*)?\d{1,4}:\d{1,2}:\d{1,2}[.,]\d{1,9}[ \t]*-->/;

/** SubRip subtitles. */
export const srtFormat = subtitleFormat('srt', ({ text, extension }) => {
  if (text === undefined) return 'no';
  if (FIRST_CUE.test(text)) return 'yes';
  return extension === 'srt' && (hasTimes(text) || text.trim() === '') ? 'maybe' : 'no';
});
