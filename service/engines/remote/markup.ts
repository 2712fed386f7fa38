import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { unescapeEntities } from '../entities.ts';

/** How inline codes are written for an engine that carries markup: `<g id="1">…</g>` and `<x id="2"/>`. */
export interface MarkupNames {
  readonly pair: string;
  readonly standalone: string;
  /** XML needs `<x id="2"/>`; in HTML a void element has no slash. */
  readonly xml: boolean;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot contain; they are invisible. */
// eslint-disable-next-line no-control-regex -- control characters are the subject
const UNCARRIED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

export function encodeMarkup(coded: string, { pair, standalone, xml }: MarkupNames): string {
  return parseCoded(coded)
    .map((token) => {
      if (token.kind === 'text') {
        return token.text.replace(UNCARRIED, '').replace(/[&<>]/g, (sign) => ESCAPES[sign]!);
      }
      if (token.kind === 'open') return `<${pair} id="${token.id}">`;
      if (token.kind === 'close') return `</${pair}>`;
      return `<${standalone} id="${token.id}"${xml ? '/>' : '>'}`;
    })
    .join('');
}

/**
 * The coded text of an answer. Only our own tags are codes; everything else is text, with or without
 * entities: LibreTranslate resolves them before it answers. Codes may come back lost, doubled or unbalanced:
 * `text/repair.ts` restores them.
 */
export function decodeMarkup(answer: string, { pair, standalone }: MarkupNames): string {
  const tag = new RegExp(`<(/?)(${pair}|${standalone})((?:\\s[^<>]*)?)(/?)>`, 'gi');
  const tokens: Token[] = [];
  const open: number[] = [];
  let end = 0;
  const text = (raw: string): void => {
    if (raw !== '') tokens.push({ kind: 'text', text: unescapeEntities(raw) });
  };
  for (const match of answer.matchAll(tag)) {
    const [whole, closing, name, attributes = ''] = match;
    const id = /\sid\s*=\s*["']?(\d{1,9})/i.exec(attributes)?.[1];
    const isStandalone = name!.toLowerCase() === standalone;
    if (!closing && id === undefined) continue;
    text(answer.slice(end, match.index));
    end = match.index + whole.length;
    if (isStandalone) {
      if (id !== undefined) tokens.push({ kind: 'standalone', id: Number(id) });
    } else if (!closing) {
      open.push(Number(id));
      tokens.push({ kind: 'open', id: Number(id) });
    } else {
      const last = open.pop();
      if (last !== undefined) tokens.push({ kind: 'close', id: last });
    }
  }
  text(answer.slice(end));
  for (const id of open.reverse()) tokens.push({ kind: 'close', id });
  return formatCoded(tokens);
}
