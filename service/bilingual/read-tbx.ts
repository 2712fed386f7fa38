import { fieldProblem, parseLanguage, ProblemError } from '../contract/index.ts';
import { decodeChunks } from '../documents/xml/encoding.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { isCompatible } from '../lib/language-fallback.ts';
import type { GlossaryEntry, TermStatus } from '../text/glossary.ts';

/** What a concept says of one term: the two of a direction make an entry. */
interface TbxTerm {
  text: string;
  status?: TermStatus;
  note?: string;
}

interface Concept {
  readonly terms: Map<string, TbxTerm[]>;
  note?: string;
}

const MAX_TERMS = 10_000;
const MAX_CATEGORIES = 50;
/** ISO 12616's values, with and without the suffix of DatCatInfo, and those of `normativeAuthorization`. */
const STATUSES: ReadonlyMap<string, TermStatus> = new Map([
  ['preferredterm', 'preferred'],
  ['standardizedterm', 'preferred'],
  ['admittedterm', 'admitted'],
  ['supersededterm', 'deprecated'],
  ['deprecatedterm', 'forbidden'],
]);
const STATUS_CATEGORIES: readonly string[] = ['administrativeStatus', 'normativeAuthorization'];
/** The elements that name their data category in an attribute (DCA). */
const TYPED: readonly string[] = ['termNote', 'descrip', 'admin', 'transac', 'ref', 'xref'];
const NAMESPACE = 'urn:iso:std:iso:30042:ed-2';
const XML = 'http://www.w3.org/XML/1998/namespace';
/** Of a data category's element (DCT). */
const CATEGORY = 'category:';

/**
 * Reads TBX in one direction: version 2 (ISO 30042:2008, `martif`) and 3 (:2019, `tbx`), whose data categories
 * are attributes (DCA) or elements (DCT). Yields every term of the first language with every one of the second,
 * concept by concept; `undefined` for a concept that lacks one of them. A region counts only if both sides name
 * one. `deprecatedTerm` is `forbidden`, `supersededTerm` is `deprecated`. Of a concept's terms without a status the
 * first is the one to write, unless another is preferred; the others are its synonyms, `admitted`.
 *
 * @param leftOut takes the data categories that a glossary has no place for, such as `definition`
 *
 * Throws `invalid_request` (field `file`) if it is damaged.
 */
export function* readTbx(
  bytes: Uint8Array,
  { from, to }: { readonly from: string; readonly to: string },
  leftOut: Set<string>,
): Generator<GlossaryEntry | undefined> {
  const reader = new XmlReader(textOf(bytes), 'TBX', {
    names,
    allowDoctype: true,
    refusals: { malformed: damaged, hostile },
  });
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open' || (reader.name !== 'termEntry' && reader.name !== 'conceptEntry')) continue;
    yield* entriesOf(conceptIn(reader, leftOut), from, to);
  }
}

function names(uri: string, local: string): string {
  if (uri === XML) return `xml:${local}`;
  return uri === '' || uri === NAMESPACE ? local : CATEGORY + local;
}

function conceptIn(reader: XmlReader, leftOut: Set<string>): Concept {
  const concept: Concept = { terms: new Map() };
  reader.eachChild(() => {
    if (reader.name === 'langSet' || reader.name === 'langSec') readLanguage(reader, concept, leftOut);
    else if (reader.name === 'note') concept.note ??= reader.elementText().trim();
    else noteCategories(reader, leftOut);
  });
  return concept;
}

function readLanguage(reader: XmlReader, { terms }: Concept, leftOut: Set<string>): void {
  const given = reader.attribute('xml:lang') ?? reader.attribute('lang') ?? '';
  const language = parseLanguage(given) ?? given.toLowerCase();
  const own = terms.get(language) ?? [];
  terms.set(language, own);
  reader.eachChild(() => {
    if (!['tig', 'ntig', 'termSec'].includes(reader.name)) {
      noteCategories(reader, leftOut);
      return;
    }
    if (own.length >= MAX_TERMS) throw hostile(`has a concept with more than ${MAX_TERMS} terms`);
    const term: TbxTerm = { text: '' };
    own.push(term);
    readTerm(reader, term, leftOut);
  });
}

/** Of a `tig` or `termSec`, and the group of a term and its notes within. */
function readTerm(reader: XmlReader, term: TbxTerm, leftOut: Set<string>): void {
  reader.eachChild(() => {
    if (reader.name === 'term') term.text = reader.elementText().replace(/\s+/gu, ' ').trim();
    else if (reader.name === 'note') term.note ??= reader.elementText().trim();
    else if (/Gr(?:ou)?p$/.test(reader.name)) readTerm(reader, term, leftOut);
    else if (STATUS_CATEGORIES.includes(categoryOf(reader) ?? '')) {
      const status = STATUSES.get(
        reader
          .elementText()
          .trim()
          .toLowerCase()
          .replace(/-admn-sts$/, ''),
      );
      if (status) term.status = status;
    } else noteCategories(reader, leftOut);
  });
}

function categoryOf(reader: XmlReader): string | undefined {
  if (reader.name.startsWith(CATEGORY)) return reader.name.slice(CATEGORY.length);
  return TYPED.includes(reader.name) ? (reader.attribute('type') ?? reader.name) : undefined;
}

function noteCategories(reader: XmlReader, leftOut: Set<string>): void {
  const category = categoryOf(reader);
  if (category === undefined) reader.eachChild(() => noteCategories(reader, leftOut));
  else if (leftOut.size < MAX_CATEGORIES) leftOut.add(category.slice(0, 60));
}

function* entriesOf(
  { terms, note }: Concept,
  from: string,
  to: string,
): Generator<GlossaryEntry | undefined> {
  const sources = termsOf(terms, from) ?? [];
  const targets = termsOf(terms, to, sources) ?? [];
  if (sources.length === 0 || targets.length === 0) yield undefined;
  const main = targets.find(({ status }) => status === 'preferred') ?? targets.find(({ status }) => !status);
  for (const source of sources) {
    for (const target of targets) {
      const noted = target.note ?? source.note ?? note;
      const status = target.status ?? (target === main ? undefined : 'admitted');
      yield {
        term: source.text,
        translation: target.text,
        ...(status ? { status } : {}),
        ...(noted ? { note: noted } : {}),
        // TBX has no category for it: a term that is its own translation says the same.
        ...(source.text === target.text ? { do_not_translate: true } : {}),
      };
    }
  }
}

/** Those of exactly that language, else of one where only one of them names a region. */
function termsOf(
  terms: ReadonlyMap<string, TbxTerm[]>,
  language: string,
  other?: readonly TbxTerm[],
): readonly TbxTerm[] | undefined {
  const exact = terms.get(language);
  if (exact && exact !== other) return exact;
  return [...terms].find(([tag, own]) => own !== other && isCompatible(tag, language))?.[1];
}

function textOf(bytes: Uint8Array): string {
  try {
    return [...decodeChunks([bytes], 'TBX')].join('');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw damaged('its letters are not in the encoding that it names');
  }
}

function hostile(what: string): ProblemError {
  return fieldProblem(
    'file',
    'hostile_file',
    `This TBX file ${what}, which no program writes. Export it again and send the new file.`,
  );
}

function damaged(why: string): ProblemError {
  return fieldProblem(
    'file',
    'damaged_file',
    `This is no TBX file that can be read: ${why.slice(0, 200).replace(/[.\s]+$/, '')}. Export it again from the program it came from.`,
  );
}
