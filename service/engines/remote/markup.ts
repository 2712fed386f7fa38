import { parseCoded } from '../../text/codes.ts';
import { decodeCodes, encodeToken, escapeMarkup } from '../carrier.ts';
import type { Carrier } from '../carrier.ts';
import { unescapeEntities } from '../entities.ts';

/** How inline codes are written for an engine that carries markup: `<g id="1">…</g>` and `<x id="2"/>`. */
export interface MarkupNames {
  readonly pair: string;
  readonly standalone: string;
  /** XML needs `<x id="2"/>`; in HTML a void element has no slash. */
  readonly xml: boolean;
}

export function encodeMarkup(coded: string, names: MarkupNames): string {
  const carrier = carrierOf(names);
  return parseCoded(coded)
    .map((token) => encodeToken(token, carrier))
    .join('');
}

/** The coded text of an answer, with or without entities: LibreTranslate resolves them before it answers. */
export function decodeMarkup(answer: string, names: MarkupNames): string {
  return decodeCodes(answer, carrierOf(names));
}

function carrierOf({ pair, standalone, xml }: MarkupNames): Carrier {
  return {
    open: (id) => `<${pair} id="${id}">`,
    close: () => `</${pair}>`,
    standalone: (id) => `<${standalone} id="${id}"${xml ? '/>' : '>'}`,
    escape: (text) => escapeMarkup(text),
    unescape: unescapeEntities,
    closesLast: true,
    mark: new RegExp(`<(/?)(${pair}|${standalone})((?:\\s[^<>]*)?)(/?)>`, 'gi'),
    read([, closing, name, attributes = '']) {
      const id = /\sid\s*=\s*["']?(\d{1,9})/i.exec(attributes)?.[1];
      const isStandalone = name!.toLowerCase() === standalone;
      if (closing) return isStandalone ? 'nothing' : { kind: 'close' };
      return id === undefined ? 'text' : { kind: isStandalone ? 'standalone' : 'open', id: Number(id) };
    },
  };
}
