import { hasTimes } from '../subtitles/cues.ts';
import { subtitleFormat } from '../subtitles/subtitle-format.ts';

/** WebVTT subtitles, captions and chapters. */
export const vttFormat = subtitleFormat('vtt', ({ text, extension }) => {
  if (text === undefined) return 'no';
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(text)) return 'yes';
  return extension === 'vtt' && hasTimes(text) ? 'maybe' : 'no';
});
