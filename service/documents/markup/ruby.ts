const FAMILY = /<\/?(?:ruby|rb|rt|rtc|rp)(?=[\s/>])[^>]*>/gi;
const PIECE = /<(\/?)([a-z][\w:-]*)[^>]*?(\/?)>|[^<]+|</gi;
/** Bases (b) with their readings (t), possibly in parentheses for browsers without ruby (p). */
const CONTENT = /^(?:b+(?:t+|(?:ptp)+))+$/;
const SIGNS: Readonly<Record<string, string>> = { rb: 'b', rt: 't', rtc: 't', rp: 'p' };

/**
 * If a translation lost a part of a ruby annotation, or moved one out of it, its ruby tags are dropped: the
 * text stays. Not if they have ids, or if the source is no better.
 */
export function withSoundRuby(written: string, source: string): string {
  if (!/<ruby[\s>]/i.test(source) || !isSound(source) || isSound(written)) return written;
  return /\s(?:id|name)\s*=/.test((source.match(FAMILY) ?? []).join(''))
    ? written
    : written.replace(FAMILY, '');
}

function isSound(markup: string): boolean {
  const open: { readonly name: string; content: string }[] = [];
  const add = (sign: string) => {
    const top = open.at(-1);
    if (top) top.content += sign;
  };
  for (const [piece, slash, tag] of markup.matchAll(PIECE)) {
    const name = tag?.toLowerCase() ?? '';
    const sign = SIGNS[name];
    if (sign === undefined && name !== 'ruby') {
      if (slash !== '/' && piece.trim() !== '') add('b');
    } else if (slash !== '/') {
      if (sign !== undefined && open.at(-1)?.name !== 'ruby' && open.at(-1)?.name !== 'rtc') return false;
      open.push({ name, content: '' });
    } else {
      const closed = open.pop();
      if (closed?.name !== name || (name === 'ruby' && !CONTENT.test(closed.content))) return false;
      add(sign ?? 'b');
    }
  }
  return open.length === 0;
}
