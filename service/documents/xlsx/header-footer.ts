import { readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines, Inline } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { Span } from '../spans/span.ts';
import { readText } from '../xml/chars.ts';
import { escapeXml, scanXml } from '../xml/scan.ts';

/** Excel's limit for the characters of a header or footer, including codes and all three sections. */
export const MAX_HEADER = 255;

const ELEMENT = /^s:(?:odd|even|first)(?:Header|Footer)$/;

interface At {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

/** A sheet's header or footer: the texts of its sections. Offsets are those of the part. */
export interface HeaderFooter {
  /** The content of its element. */
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Span[];
}

/** Headers and footers (CT_HeaderFooter, ECMA-376 part 1 §18.3.1.46). Fields are inline codes. */
export function readHeadersFooters(xml: string, part: string): HeaderFooter[] {
  const found: HeaderFooter[] = [];
  if (!/[<:](?:odd|even|first)(?:Header|Footer)[\s>]/.test(xml)) return found;
  let start = 0;
  scanXml(xml, part, {
    open(tag) {
      if (ELEMENT.test(tag.name)) start = tag.end;
    },
    close(tag) {
      if (!ELEMENT.test(tag.name)) return;
      const { start: end } = tag;
      const raw = xml.slice(start, end);
      // Comments and CDATA: no program writes them here.
      if (raw !== '' && !raw.includes('<')) found.push({ start, end, spans: sectionsOf(raw, start) });
    },
  });
  return found;
}

const AMP = '&(?:amp|#38|#x26);';
const QUOTE = '(?:"|&(?:quot|#34|#x22);)';
/** A code: font, colour, size, ampersand, section, field with an addition, or change of format. */
const CODE = new RegExp(
  `${AMP}(?:${QUOTE}.*?${QUOTE}|K(?:[\\da-fA-F]{6}|\\d\\d[+-]\\d{3})|\\d{1,3}|${AMP}|[PN](?:[+-]\\d+)?|[A-Za-z])`,
  'gs',
);
const SECTION = new RegExp(`^${AMP}[LCR]$`);
const FIELD = new RegExp(`^${AMP}(?:[PN](?:[+-]\\d+)?|[DTFAZG])$`);
const AMPERSAND = new RegExp(`^${AMP}${AMP}$`);

function sectionsOf(raw: string, offset: number): Span[] {
  const sections: Inline<At>[][] = [[]];
  let at = 0;
  const add = (start: number, end: number, kind: Inline<At>['kind']): void => {
    if (start === end) return;
    const piece: At = { start: offset + start, end: offset + end, raw: raw.slice(start, end) };
    const text = readText(piece.raw);
    if (kind === 'text') sections.at(-1)!.push({ kind, text, format: '', at: piece });
    else if (kind === 'standalone' || kind === 'marker') sections.at(-1)!.push({ kind, at: piece });
  };
  for (const match of raw.matchAll(CODE)) {
    const [code] = match;
    const end = match.index + code.length;
    if (AMPERSAND.test(code)) continue;
    add(at, match.index, 'text');
    at = end;
    if (SECTION.test(code)) sections.push([]);
    else add(match.index, end, FIELD.test(code) ? 'standalone' : 'marker');
  }
  add(at, raw.length, 'text');
  return sections.flatMap((inlines) => spanOf(inlines.map(withAmpersands)) ?? []);
}

/** Doubles ampersands. */
function withAmpersands(inline: Inline<At>): Inline<At> {
  return inline.kind === 'text' ? { ...inline, text: inline.text.replaceAll('&&', '&') } : inline;
}

function spanOf(inlines: readonly Inline<At>[]): Span | undefined {
  const coded = codeInlines(inlines);
  if (!coded) return undefined;
  return {
    start: coded.core[0]!.at.start,
    end: coded.core.at(-1)!.at.end,
    segment: {
      text: coded.text,
      ...(coded.rules && { rules: coded.rules }),
      ...(!isTranslatable(readableText(coded.text)) && { copy: true }),
    },
    write: (target) => written(coded, target),
  };
}

function written(coded: CodedInlines<At>, target: string): string {
  const before = coded.lead.at(-1)?.at.raw ?? '';
  // White space beside codes belongs to them.
  const [lead] = /^\s*/.exec(coded.text)!;
  const [trail] = /\s*$/.exec(coded.text.slice(lead.length))!;
  let last = before;
  const noted = (text: string): string => {
    if (text !== '') last = text;
    return text;
  };
  return renderTarget(lead + target.trim() + trail, coded, {
    text: (text) => noted(escaped(text, last)),
    standalone: ({ raw }) => noted(raw),
    marker: ({ raw }) => noted(raw),
    open: () => '',
    close: () => '',
  });
}

/** A digit after a size, or after a page number's added sign, would become part of the code. */
function escaped(text: string, before: string): string {
  const apart = /;\d+$|;[PN]$/.test(before) && /^[\d+-]/.test(text) ? ' ' : '';
  return apart + escapeXml(text.replaceAll('&', '&&'));
}
