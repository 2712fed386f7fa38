import { escapeXml } from '../documents/xml/scan.ts';
import { tokensOf, xmlText } from './markup.ts';

export interface TmxHeader {
  /** Canonical tags. */
  readonly from: string;
  /** The version of this program. */
  readonly version: string;
  /** The kind of unit; `sentence` by default. */
  readonly segtype?: 'sentence' | 'paragraph';
}

export interface TmxRow {
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly target: string;
  /** Whether the texts carry inline codes (the default); else they are plain, whatever they look like. */
  readonly coded?: boolean;
  readonly id?: string;
  /** RFC 3339 UTC. */
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly changedAt?: string;
  /** Plain texts of the source's neighbours; '' where there is none. */
  readonly context?: { readonly pre?: string; readonly post?: string };
  readonly notes?: readonly string[];
  /** By type; in TMX, types private to a tool begin with `x-`. */
  readonly props?: Readonly<Record<string, string>>;
}

/** The parts of a TMX 1.4b file, level 2; joined they are the file, in UTF-8. */
export function tmxStart({ from, version, segtype = 'sentence' }: TmxHeader): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n' +
    `<header creationtool="Interlinear" creationtoolversion="${escapeXml(version)}" segtype="${segtype}" ` +
    `o-tmf="Interlinear" adminlang="en" srclang="${escapeXml(from)}" datatype="plaintext"/>\n<body>\n`
  );
}

export function tmxUnit(row: TmxRow): string {
  const { id, createdAt, createdBy, changedAt, context = {}, notes = [], props = {}, coded = true } = row;
  const tuid = id === undefined ? '' : ` tuid="${escapeXml(id)}"`;
  const attributes = [
    createdAt === undefined ? '' : ` creationdate="${tmxDate(createdAt)}"`,
    createdBy === undefined ? '' : ` creationid="${escapeXml(createdBy)}"`,
    changedAt === undefined ? '' : ` changedate="${tmxDate(changedAt)}"`,
  ].join('');
  const before = [
    ...notes.map((note) => `<note>${xmlText(note)}</note>`),
    ...Object.entries(props).map(
      ([type, value]) => `<prop type="${escapeXml(type)}">${xmlText(value)}</prop>`,
    ),
  ].join('');
  const neighbours = (['pre', 'post'] as const)
    .filter((side) => context[side] !== undefined)
    .map((side) => `<prop type="x-context-${side}">${xmlText(context[side]!)}</prop>`)
    .join('');
  const variant = (language: string, text: string, own = ''): string =>
    `<tuv xml:lang="${escapeXml(language)}">${own}<seg>${content(text, coded)}</seg></tuv>`;
  const variants = variant(row.from, row.source, neighbours) + variant(row.to, row.target);
  return `<tu${tuid}${attributes}>${before}${variants}</tu>\n`;
}

/** TMX dates have no separators (ISO 8601 basic format, in UTC). */
function tmxDate(at: string): string {
  return at.replace(/[-:]|\.\d+/g, '');
}

export const TMX_END = '</body>\n</tmx>\n';

/** Pairs as `bpt` and `ept`, standalone codes as `ph`. `i` pairs within a text, `x` across languages. */
function content(text: string, coded: boolean): string {
  return tokensOf(text, coded)
    .map((token) => {
      switch (token.kind) {
        case 'text':
          return xmlText(token.text);
        case 'open':
          return `<bpt i="${token.id}" x="${token.id}">&lt;${token.id}&gt;</bpt>`;
        case 'close':
          return `<ept i="${token.id}">&lt;/${token.id}&gt;</ept>`;
        case 'standalone':
          return `<ph x="${token.id}">&lt;${token.id}/&gt;</ph>`;
      }
    })
    .join('');
}
