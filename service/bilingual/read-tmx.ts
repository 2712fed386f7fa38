import { fieldProblem, parseLanguage, ProblemError } from '../contract/index.ts';
import { readText } from '../documents/xml/chars.ts';
import { decodeChunks } from '../documents/xml/encoding.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { isCompatible } from '../lib/language-fallback.ts';
import { formatCoded } from '../text/codes.ts';
import { completeCodes } from '../text/complete-codes.ts';
import type { Token } from '../text/codes.ts';

/** A unit of a TMX file in one direction, as coded texts whose codes are the same on both sides. */
export interface TmxUnit {
  readonly source: string;
  readonly target: string;
  /** Plain texts of the neighbours; '' where there is none, absent where the file does not say. */
  readonly context?: { readonly pre?: string; readonly post?: string };
  /** RFC 3339 UTC, and names; as the file gives them. */
  readonly created_at?: string;
  readonly created_by?: string;
  readonly updated_at?: string;
}

/** A piece of a segment before its codes are numbered. `key`: identifies the same code on both sides. */
export type Piece =
  { readonly text: string } | { readonly kind: 'open' | 'close' | 'standalone'; readonly key: string };

interface Variant {
  readonly language: string | undefined;
  readonly pieces: Piece[];
  readonly props: Props;
}

/** What a unit or a variant says of itself. */
interface Props {
  pre?: string;
  post?: string;
  created_at?: string | undefined;
  created_by?: string | undefined;
  updated_at?: string | undefined;
}

const SLICE = 65_536;
const MAX_PIECES = 100_000;
const MAX_VARIANTS = 1_000;
/** Maximum characters between two end tags. */
const MAX_TEXT = 16_777_216;
/** Elements whose content is another program's code, not text (TMX 1.4b, §4.2). */
const NATIVE: readonly string[] = ['bpt', 'ept', 'ph', 'it', 'ut'];
/**
 * Control characters, raw and as references, that XML forbids but Trados and others write for Word's line
 * breaks and hyphens: one of them would make a whole memory unreadable. So would an emoji that Java's XML
 * writers split into two references.
 */
const FORBIDDEN_BREAK = /[\v\f]|&#(?:0*1[12]|x0*[bc]);/gi;
const FORBIDDEN =
  /[^\P{Cc}\t\n\r\u007f-\u009f]|[\p{Cs}\ufffe\uffff]|&#(?:0*(?:[0-8]|1[4-9]|2\d|3[01]|6553[45])|x0*(?:[0-8ef]|1[\da-f]|fff[ef]));/giu;
const SURROGATE = /&#(?:x0*(d[89a-f][\da-f]{2})|0*(5[5-7]\d{3}));/gi;
/** The content of those elements in our own export. */
const OURS = /^<(\/?)(\d{1,6})(\/?)>$/;

/**
 * The units of a TMX file that have both languages; `undefined` for a unit without them. A region counts only
 * if both the file and the direction name one. Reads 1.1 to 1.4, in any XML encoding. A DOCTYPE that names a
 * DTD is skipped and never fetched; one with declarations, as in XML bombs, is refused. Only a chunk of the
 * file and the current unit are in memory.
 *
 * Throws `invalid_request` (field `file`) if it is not TMX, or damaged.
 */
export function* readTmx(
  chunks: Iterable<Uint8Array>,
  from: string,
  to: string,
): Generator<TmxUnit | undefined> {
  const slices = slicesOf(chunks);
  const more = (): string | undefined => {
    const next = slices.next();
    return next.done ? undefined : cleaned(next.value);
  };
  const reader = new XmlReader(more() ?? '', 'TMX', {
    names,
    allowDoctype: true,
    more,
    refusals: { malformed: damaged, hostile },
  });
  const fits = createFits();
  let sawRoot = false;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (!sawRoot && reader.name !== 'tmx') throw otherRoot(reader.name);
    sawRoot = true;
    if (reader.name !== 'tu') continue;
    const props = attributesOf(reader);
    yield unitOf(variantsIn(reader, props), props, { from, to, fits });
  }
}

const XML = 'http://www.w3.org/XML/1998/namespace';

/** TMX has no namespace, but some programs declare one, such as `http://www.lisa.org/tmx14`. */
function names(uri: string, local: string): string {
  if (uri === XML) return `xml:${local}`;
  return uri === '' || /tmx/i.test(uri) ? local : `{${uri}}${local}`;
}

/**
 * The languages of a TMX file: that of its sources, without a region, and those of its targets. `undefined`
 * if it names no known language. `readTmx` checks whether the file is complete.
 */
export function readTmxLanguages(chunks: Iterable<Uint8Array>): { from: string | undefined; to: string[] } {
  let source: string | undefined;
  const found = new Set<string>();
  for (const slice of slicesOf(chunks)) {
    for (const [tag] of slice.matchAll(/<(?:header|tuv)\s[^<>]*>/g)) {
      const [, named] = /\s(?:srclang|(?:xml:)?lang)\s*=\s*["']([^"'<>]{1,60})["']/.exec(tag) ?? [];
      const language = named === undefined ? undefined : parseLanguage(named);
      if (language === undefined) continue;
      if (tag.startsWith('<header')) source = language;
      else if (found.size < MAX_VARIANTS) found.add(language);
    }
  }
  const [first] = found;
  const from = (source ?? first)
    ?.split('-')
    .filter((part, n) => n === 0 || part.length === 4)
    .join('-');
  return { from, to: [...found].filter((language) => from === undefined || !isCompatible(from, language)) };
}

/** Each ends after an end tag, a comment, an instruction or a CDATA section, so that no token is cut. */
function* slicesOf(chunks: Iterable<Uint8Array>): Generator<string> {
  let text = '';
  let at = 0;
  for (const piece of decoded(chunks)) {
    text += piece;
    let start = 0;
    for (let end = tokenEnd(text, at); end !== undefined; end = tokenEnd(text, at)) {
      at = end;
      if (end - start < SLICE) continue;
      yield text.slice(start, end);
      start = end;
    }
    text = text.slice(start);
    at -= start;
    if (text.length > MAX_TEXT)
      throw hostile(`has more than ${MAX_TEXT.toLocaleString('en')} characters without an end tag`);
  }
  yield text;
}

const TOKEN = /<(?:\/[^<>]*>|!--|!\[CDATA\[|\?)/g;
const CLOSINGS = new Map([
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]);

/** The end of the next such token; undefined if it is not in the text yet. */
function tokenEnd(text: string, from: number): number | undefined {
  TOKEN.lastIndex = from;
  const [token] = TOKEN.exec(text) ?? [];
  if (token === undefined) return undefined;
  const closing = CLOSINGS.get(token);
  if (closing === undefined) return TOKEN.lastIndex;
  const at = text.indexOf(closing, TOKEN.lastIndex);
  return at === -1 ? undefined : at + closing.length;
}

function* decoded(chunks: Iterable<Uint8Array>): Generator<string> {
  try {
    yield* decodeChunks(chunks, 'TMX');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw damaged('its letters are not in the encoding that it names');
  }
}

function cleaned(text: string): string {
  return withSurrogates(text).replace(FORBIDDEN_BREAK, ' ').replace(FORBIDDEN, '');
}

/** References to surrogates become these surrogates; FORBIDDEN handles lone ones. */
function withSurrogates(text: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: reference, 1: hex, 2: decimal, index } of text.matchAll(SURROGATE)) {
    const unit = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    parts.push(text.slice(end, index), String.fromCharCode(unit));
    end = index + reference.length;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(end);
}

/** The variants of the unit at whose start tag the reader is; properties of the unit join `props`. */
function variantsIn(reader: XmlReader, props: Props): Variant[] {
  const variants: Variant[] = [];
  reader.eachChild(() => {
    if (reader.name === 'prop') readProp(reader, props);
    if (reader.name !== 'tuv') return;
    if (variants.length >= MAX_VARIANTS) throw hostile(`has a unit with more than ${MAX_VARIANTS} variants`);
    const variant: Variant = { language: languageOf(reader), pieces: [], props: attributesOf(reader) };
    variants.push(variant);
    reader.eachChild(() => {
      if (reader.name === 'seg') readSegment(reader, variant.pieces);
      if (reader.name === 'prop') readProp(reader, variant.props);
    });
  });
  return variants;
}

/** Names and dates of a unit or a variant. */
function attributesOf(reader: XmlReader): Props {
  const created_at = dateOf(reader.attribute('creationdate'));
  // Who changed it stands for who made it, where only that is said.
  const [by = ''] = ['creationid', 'changeid']
    .map((name) => reader.attribute(name)?.trim() ?? '')
    .filter((name) => name !== '');
  return {
    created_at,
    created_by: by === '' ? undefined : by.slice(0, MAX_NAME),
    updated_at: dateOf(reader.attribute('changedate')) ?? created_at,
  };
}

const MAX_NAME = 200;
const DATE = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?Z?$/;

/** Undefined for a date that is none, or in the future: it would stay the newest for ever. */
function dateOf(written: string | undefined): string | undefined {
  const [, year, month, day, hour, minute, second] = DATE.exec(written?.trim() ?? '') ?? [];
  if (year === undefined) return undefined;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) || time > Date.now() ? undefined : new Date(time).toISOString();
}

/**
 * The neighbours: `x-context-pre` and `-post` of a variant, as memoQ and we write them (memoQ: as a segment), and
 * `x-ContextContent` of a unit, as Trados does: the text before comes first of four fields, and any text may follow.
 */
function readProp(reader: XmlReader, props: Props): void {
  const type = reader.attribute('type')?.toLowerCase();
  if (type === 'x-context-pre') props.pre ??= neighbourIn(reader.elementText());
  else if (type === 'x-context-post') props.post ??= neighbourIn(reader.elementText());
  else if (type === 'x-contextcontent') props.pre ??= reader.elementText().split(' | ')[0]!.trim();
}

function neighbourIn(text: string): string {
  const segment = /^\s*<seg>(.*)<\/seg>\s*$/s.exec(text)?.[1];
  if (segment === undefined) return text.trim();
  const native = new RegExp(`<(${NATIVE.join('|')})(?:\\s[^<>]*)?(?:/>|>[^<]*</\\1>)`, 'g');
  return readText(segment.replace(native, '').replace(/<[^<>]*>/g, '')).trim();
}

function readSegment(reader: XmlReader, pieces: Piece[]): void {
  /** The keys of the pairs opened in this segment, by their `i`. */
  const pairs = new Map<string, string>();
  const { depth } = reader;
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event === 'text') pieces.push({ text: reader.text() });
    else if (event === 'open' && NATIVE.includes(reader.name)) pieces.push(readCode(reader, pairs));
    if (pieces.length > MAX_PIECES)
      throw hostile(`has a segment with more than ${MAX_PIECES.toLocaleString('en')} inline elements`);
  }
}

function hostile(what: string): ProblemError {
  return fieldProblem(
    'file',
    'hostile_file',
    `This TMX file ${what}, which no program writes. Export it again and send the new file.`,
  );
}

function languageOf(reader: XmlReader): string | undefined {
  const given = reader.attribute('xml:lang') ?? reader.attribute('lang');
  return given === undefined ? undefined : (parseLanguage(given) ?? given.toLowerCase());
}

function readCode(reader: XmlReader, pairs: Map<string, string>): Piece {
  // `i` pairs a beginning with its end on one side, `x` a code with its counterpart on the other side.
  const { name } = reader;
  const x = reader.attribute('x');
  const pair = reader.attribute('i') ?? x ?? '';
  const content = reader.elementText();
  const ours = OURS.exec(content);
  if (ours) {
    const [, slash, id, standalone] = ours;
    return { kind: slash ? 'close' : standalone ? 'standalone' : 'open', key: `ours ${id}` };
  }
  if (name === 'bpt') {
    const key = x === undefined ? `pair ${pair}` : `pair x ${x}`;
    pairs.set(pair, key);
    return { kind: 'open', key };
  }
  if (name === 'ept') return { kind: 'close', key: pairs.get(pair) ?? `pair ${pair}` };
  return { kind: 'standalone', key: x === undefined ? `text ${content}` : `x ${x}` };
}

function unitOf(
  variants: readonly Variant[],
  props: Props,
  { from, to, fits }: { from: string; to: string; fits: Fits },
): TmxUnit | undefined {
  const source = variantOf(variants, from, fits);
  const target = variantOf(
    variants.filter((variant) => variant !== source),
    to,
    fits,
  );
  if (!source || !target) return undefined;
  const unit = unitOfPieces(source.pieces, target.pieces);
  return unit && { ...unit, ...saidOf(source, target, { unit: props, isFirst: variants[0] === source }) };
}

/** The two sides of a unit as coded texts; bare where their codes differ, and undefined where one has no text. */
export function unitOfPieces(source: readonly Piece[], target: readonly Piece[]): TmxUnit | undefined {
  const ids = new Map<string, number>();
  const [coded, other] = [numbered(source, ids), numbered(target, ids)];
  const unit =
    coded && other && hasCodesOf(coded, other)
      ? { source: formatCoded(coded), target: formatCoded(other) }
      : { source: formatCoded(bare(source)), target: formatCoded(bare(target)) };
  return unit.source.trim() === '' || unit.target.trim() === '' ? undefined : unit;
}

/** Context and dates. What stands at the unit is said of its first variant. */
function saidOf(
  source: Variant,
  target: Variant,
  { unit, isFirst }: { unit: Props; isFirst: boolean },
): Omit<TmxUnit, 'source' | 'target'> {
  const { pre = isFirst ? unit.pre : undefined, post } = source.props;
  const [made, by, changed] = (['created_at', 'created_by', 'updated_at'] as const).map(
    (name) => unit[name] ?? target.props[name] ?? source.props[name],
  );
  const neighbours = { ...(pre === undefined ? {} : { pre }), ...(post === undefined ? {} : { post }) };
  return {
    ...(pre === undefined && post === undefined ? {} : { context: neighbours }),
    ...(made === undefined ? {} : { created_at: made }),
    ...(by === undefined ? {} : { created_by: by }),
    ...(changed === undefined ? {} : { updated_at: changed }),
  };
}

/** The variant of exactly that language, else one where only one of them names a region. */
function variantOf(variants: readonly Variant[], language: string, fits: Fits): Variant | undefined {
  return (
    variants.find((variant) => variant.language === language) ??
    variants.find((variant) => variant.language !== undefined && fits(variant.language, language))
  );
}

/** Whether one language variant may replace another. Results are cached: each takes 20 µs. */
type Fits = (variant: string, language: string) => boolean;

function createFits(): Fits {
  const known = new Map<string, boolean>();
  return (variant, language) => {
    const key = `${variant} ${language}`;
    const fits = known.get(key) ?? isCompatible(variant, language);
    known.set(key, fits);
    return fits;
  };
}

/** Codes numbered by appearance, same key on both sides; undefined if they do not nest or repeat. */
function numbered(pieces: readonly Piece[], ids: Map<string, number>): Token[] | undefined {
  const open: number[] = [];
  const seen = new Map<string, number>();
  const used = new Set<string>();
  const tokens: Token[] = [];
  for (const piece of pieces) {
    if ('text' in piece) {
      tokens.push({ kind: 'text', text: piece.text });
      continue;
    }
    // Equal codes without a name are distinguished by their order.
    const count = piece.kind === 'standalone' ? (seen.get(piece.key) ?? 0) : 0;
    seen.set(piece.key, count + 1);
    const key = `${piece.key} ${count}`;
    const id = ids.get(key) ?? freeId(piece.key, ids);
    ids.set(key, id);
    if (piece.kind === 'close' ? open.pop() !== id : used.has(key)) return undefined;
    used.add(key);
    if (piece.kind === 'open') open.push(id);
    tokens.push({ kind: piece.kind, id });
  }
  return open.length === 0 ? tokens : undefined;
}

/** Codes that we wrote keep their numbers, so that the unit is found again. */
function freeId(key: string, ids: ReadonlyMap<string, number>): number {
  const ours = /^ours (\d+)$/.exec(key)?.[1];
  return ours === undefined ? ids.size + 1 : Number(ours);
}

/** Whether a target fits this source: like an edited one, it may leave out formats. */
function hasCodesOf(source: readonly Token[], target: readonly Token[]): boolean {
  return formatCoded(completeCodes(source, target).tokens) === formatCoded(target);
}

function bare(pieces: readonly Piece[]): Token[] {
  return pieces.flatMap((piece): Token[] => ('text' in piece ? [{ kind: 'text', text: piece.text }] : []));
}

/** Terminology programs export TBX (ISO 30042; `martif` before 2019), whose name resembles TMX. */
function otherRoot(name: string): ProblemError {
  const local = name.replace(/^\{.*\}/, '').slice(0, 40);
  if (!/^(?:martif|tbx)$/i.test(local)) return damaged(`its root element is “${local}”`);
  return fieldProblem(
    'file',
    'unsupported_file_type',
    'This is a TBX termbase: terms, not translations. Import it as a glossary.',
  );
}

function damaged(why: string): ProblemError {
  return fieldProblem(
    'file',
    'damaged_file',
    `This is no TMX file that can be read: ${why.slice(0, 200).replace(/[.\s]+$/, '')}. Export it again from the program it came from.`,
  );
}
