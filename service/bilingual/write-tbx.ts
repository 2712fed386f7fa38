import { escapeXml } from '../documents/xml/scan.ts';
import type { GlossaryEntry, TermStatus } from '../text/glossary.ts';

/** The version of ISO 30042, and for version 3 how data categories are written. */
export interface TbxForm {
  readonly version: '2' | '3';
  readonly style: 'dca' | 'dct';
}

export interface TbxHead {
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  /** The version of this program. */
  readonly program: string;
}

/** The element names of both versions. */
const NAMES = {
  2: { root: 'martif', head: 'martifHeader', concept: 'termEntry', language: 'langSet', term: 'tig' },
  3: { root: 'tbx', head: 'tbxHeader', concept: 'conceptEntry', language: 'langSec', term: 'termSec' },
} as const;

const STATUS: Readonly<Record<TermStatus, string>> = {
  preferred: 'preferredTerm-admn-sts',
  admitted: 'admittedTerm-admn-sts',
  deprecated: 'supersededTerm-admn-sts',
  forbidden: 'deprecatedTerm-admn-sts',
};

/**
 * A dictionary as TBX-Basic, in UTF-8: a concept for each term of the source, with its translations, their
 * status and notes.
 */
export function writeTbx(
  { from, to, program }: TbxHead,
  entries: readonly GlossaryEntry[],
  { version, style }: TbxForm,
): string {
  const names = NAMES[version];
  const byTerm = new Map<string, GlossaryEntry[]>();
  for (const entry of entries) {
    const own = byTerm.get(entry.term);
    if (own) own.push(entry);
    else byTerm.set(entry.term, [entry]);
  }
  const status = (value: TermStatus): string =>
    version === '3' && style === 'dct'
      ? `<min:administrativeStatus>${STATUS[value]}</min:administrativeStatus>`
      : `<termNote type="administrativeStatus">${STATUS[value]}</termNote>`;
  const term = (text: string, more = ''): string =>
    `<${names.term}><term>${escapeXml(text)}</term>${more}</${names.term}>`;
  const language = (tag: string, terms: string): string =>
    `<${names.language} xml:lang="${escapeXml(tag)}">${terms}</${names.language}>`;
  const translation = (entry: GlossaryEntry): string =>
    term(
      entry.translation,
      (entry.status ? status(entry.status) : '') +
        (entry.note ? `<note>${escapeXml(entry.note)}</note>` : ''),
    );
  const concepts = [...byTerm].map(
    ([source, own], n) =>
      `<${names.concept} id="c${n + 1}">${language(from, term(source))}` +
      `${language(to, own.map(translation).join(''))}</${names.concept}>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n${rootTag({ version, style }, from)}\n<${names.head}><fileDesc><sourceDesc>` +
    `<p>Interlinear ${escapeXml(program)}</p></sourceDesc></fileDesc></${names.head}>\n<text><body>\n` +
    `${concepts.join('')}</body></text>\n</${names.root}>\n`
  );
}

function rootTag({ version, style }: TbxForm, from: string): string {
  if (version === '2') return `<martif type="TBX-Basic" xml:lang="${escapeXml(from)}">`;
  const categories = style === 'dct' ? ' xmlns:min="http://www.tbxinfo.net/ns/min"' : '';
  return `<tbx type="TBX-Basic" style="${style}" xml:lang="${escapeXml(from)}" xmlns="urn:iso:std:iso:30042:ed-2"${categories}>`;
}
