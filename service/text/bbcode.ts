import type { Span } from './spans.ts';

/** Tags of forums that are no words a text would put in brackets. */
const ALWAYS = /^\[(?:[bius]|url|img|hr|br|tr|td|th|ul|ol|li|sub|sup|h[1-6]|\*)\]$/i;
/** Others, which may be alone in a line, or begin it right before its first word. */
const OFTEN =
  /^\[(?:code|quote|list|center|left|right|table|spoiler|color|size|font|email|video|youtube|noparse|more)\]$/i;
/**
 * [b], [/b], [color=red], [gallery ids="1,2"], [*]: BBCode, and shortcodes of WordPress. Captures the name,
 * and whether more follows it in the brackets.
 */
const TAG =
  /\[(\/?)((?!data-)[A-Za-z][\w-]{0,40}|\*)(=(?:"[^"\n]{0,300}"|[^\]\n]{1,300})|(?:\s{1,9}[A-Za-z][\w-]{0,40}=(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s\]"']{1,300})){1,20})?\s{0,9}\/?\]/g;

/** What these hold is an address, a name or code. */
const RAW = /^(?:code|img|youtube|video|media|attach|audio|noparse|php|html|embed)$/i;
/** Tags in one of RAW. */
const MAX_WITHIN = 50;

/** Whether there may be one. */
export const BBCODE_SIGN = '\\[[A-Za-z/*]';

/** The tags in a text, in order. A word in brackets is none, unless its end tag is there too. */
export function bbcodeSpans(text: string): Span[] {
  if (!text.includes('[')) return [];
  const found = Array.from(text.matchAll(TAG));
  const closed = new Set(found.flatMap(([, slash, name = '']) => (slash ? [name.toLowerCase()] : [])));
  let end = 0;
  return found.flatMap(({ 0: tag, 1: slash, 2: name = '', 3: value, index }, n): Span[] => {
    if (index < end) return [];
    end = index + tag.length;
    const isTag =
      slash !== '' ||
      value !== undefined ||
      closed.has(name.toLowerCase()) ||
      ALWAYS.test(tag) ||
      (OFTEN.test(tag) && isAtEdge(text, index, index + tag.length));
    if (!isTag) return [];
    if (slash === '' && RAW.test(name) && closed.has(name.toLowerCase())) {
      const close = found
        .slice(n + 1, n + MAX_WITHIN)
        .find(([, ends, of = '']) => ends && of.toLowerCase() === name.toLowerCase());
      if (close) end = close.index + close[0].length;
    }
    return [{ start: index, end }];
  });
}

/** At the start of the text and right before a word, or the whole text. */
function isAtEdge(text: string, start: number, end: number): boolean {
  return (
    text.slice(0, start).trim() === '' &&
    (text.slice(end).trim() === '' || /^[\p{L}\p{N}]/u.test(text.slice(end, end + 2)))
  );
}
