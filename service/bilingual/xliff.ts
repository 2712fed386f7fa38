import { LIMITS, segmentFlagCodeSchema } from '../contract/index.ts';
import type { SegmentState } from '../contract/index.ts';
import { paragraphsOf } from '../documents/sentences/join-sentences.ts';
import { decodePart } from '../documents/xml/encoding.ts';
import { escapeXml } from '../documents/xml/scan.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { plainText } from '../text/codes.ts';
import { xmlText } from './markup.ts';
import { MAX_UNITS, notAnExport, tooManyUnits } from './unit.ts';
import type { BilingualJob, BilingualUnit, ReadFile, ReadUnit } from './unit.ts';
import { charOfHex, readContent, writeContent } from './xliff-content.ts';
import type { XliffDialect } from './xliff-content.ts';
import { isXliff12, readXliff12 } from './xliff12.ts';

/** XLIFF 2.1 has the namespace of 2.0 (XLIFF 2.1 §2.1). */
const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';
const X = `{${NAMESPACE}}`;
const FILE_ID = 'job-';
const UNIT_ID = 's';
const SEGMENT_ID = 'seg';
const PART = 'XLIFF';

const DIALECT: XliffDialect = {
  namespace: NAMESPACE,
  pair: 'pc',
  standalone: 'ph',
  control: (code) => `<cp hex="${code.toString(16).padStart(4, '0')}"/>`,
  codes: {
    pc: { kind: 'pair' },
    sc: { kind: 'open' },
    ec: { kind: 'close', id: (attribute) => attribute('startRef') ?? attribute('id') },
    ph: { kind: 'standalone' },
    cp: { kind: 'standalone', char: (attribute) => charOfHex(attribute('hex')) },
  },
};

/**
 * XLIFF 2.1: a unit a paragraph, a segment a segment, `pc` pairs, `ph` standalone codes, flags and comments as
 * notes. A note belongs to its unit (§4.2.2.9): ours say in their ids which segment they are about.
 */
export function writeXliff(job: BilingualJob): Uint8Array {
  const units = paragraphsOf(job.units).map((indexes) =>
    writeUnit(
      indexes.map((index) => job.units[index]!),
      job.coded,
    ),
  );
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="2.1" srcLang="${escapeXml(job.from)}" trgLang="${escapeXml(job.to)}">`,
    `<file id="${FILE_ID}${job.id}" original="${escapeXml(job.name)}" canResegment="no">`,
    ...units,
    '</file>',
    '</xliff>',
    '',
  ].join('\n');
  return new TextEncoder().encode(xml);
}

const STATES: Record<SegmentState, string> = {
  draft: 'initial',
  translated: 'translated',
  confirmed: 'final',
};

/** A paragraph: one segment, or its sentences. */
function writeUnit(sentences: readonly BilingualUnit[], coded: boolean): string {
  const { index, id } = sentences[0]!;
  const isCopied = sentences.every(({ origin }) => origin === 'copied');
  const notes = sentences.flatMap((sentence) => [
    ...sentence.flags.map(({ code, message }) => `<note category="${code}">${xmlText(message)}</note>`),
    ...commentsOf(sentence).map(
      ({ category, text }) =>
        `<note id="${category}-${sentence.index}" category="${category}">${xmlText(text)}</note>`,
    ),
  ]);
  return [
    `<unit id="${UNIT_ID}${index}"${id === undefined ? '' : ` name="${escapeXml(id)}"`}${isCopied ? ' translate="no"' : ''} xml:space="preserve">`,
    ...(notes.length === 0 ? [] : [`<notes>${notes.join('')}</notes>`]),
    ...sentences.map((sentence) => writeSegment(sentence, coded, sentences.length > 1)),
    '</unit>',
  ].join('\n');
}

function commentsOf({ comment, privateNote }: Pick<BilingualUnit, 'comment' | 'privateNote'>) {
  return [
    { category: 'comment', text: comment },
    { category: 'private', text: privateNote },
  ].flatMap(({ category, text }) => (text === undefined ? [] : [{ category, text }]));
}

function writeSegment(unit: BilingualUnit, coded: boolean, isSentence: boolean): string {
  const { index, origin, state = 'translated', source, target, sentence } = unit;
  const prefix = isSentence ? `${index + 1}-` : '';
  const content = (text: string): string => writeContent(text, coded, DIALECT, prefix);
  return [
    ...ignorable(sentence?.before),
    `<segment id="${SEGMENT_ID}${index}" state="${STATES[state]}" subState="interlinear:${origin}">`,
    `<source xml:space="preserve">${content(source)}</source>`,
    `<target xml:space="preserve">${content(target)}</target>`,
    '</segment>',
    ...ignorable(sentence?.after),
  ].join('\n');
}

/** The text between sentences. Its codes stay where they are, so no program has to keep them. */
function ignorable(between: string | undefined): string[] {
  const text = between === undefined ? '' : plainText(between);
  return text === ''
    ? []
    : [`<ignorable><source xml:space="preserve">${xmlText(text, DIALECT.control)}</source></ignorable>`];
}

/** Reads XLIFF from `writeXliff` or `writeXliff12`, whichever program has saved it since. */
export function readXliff(bytes: Uint8Array, coded: boolean): ReadFile {
  const reader = new XmlReader(decodePart(bytes, PART).text, PART);
  reader.next();
  if (isXliff12(reader)) return readXliff12(reader, coded);
  if (reader.name !== `${X}xliff`) throw notAnExport('it is no XLIFF 1.2 or 2');
  const units: ReadUnit[] = [];
  let jobId: string | undefined;
  reader.eachChild(() => {
    if (reader.name !== `${X}file`) return;
    const id = reader.attribute('id') ?? '';
    if (!id.startsWith(FILE_ID) || jobId !== undefined) throw notAnExport('it was not exported from a job');
    jobId = id.slice(FILE_ID.length);
    readFile(reader, coded, units);
  });
  while (reader.next());
  if (jobId === undefined) throw notAnExport('it was not exported from a job');
  return { jobId, units };
}

function readFile(reader: XmlReader, coded: boolean, units: ReadUnit[]): void {
  const { depth } = reader;
  // Groups that a program has put around units are looked into.
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open' || reader.name !== `${X}unit`) continue;
    const index = Number(/^s(\d{1,9})$/.exec(reader.attribute('id') ?? '')?.[1] ?? NaN);
    const notes: Note[] = [];
    const read = readUnit(reader, coded, notes);
    for (const [n, unit] of read.entries()) {
      const own = unit.index ?? index;
      if (Number.isNaN(own)) continue;
      if (units.length === MAX_UNITS) throw tooManyUnits();
      const comment = noteTextOf(notes, 'comment', own, n === 0);
      const privateNote = noteTextOf(notes, 'private', own, false);
      units.push({
        ...unit,
        index: own,
        ...(comment === undefined ? {} : { comment }),
        ...(privateNote === undefined ? {} : { privateNote }),
      });
    }
  }
}

/** A `note` of a unit. */
interface Note {
  readonly category: string | undefined;
  /** Of the segment that we wrote it for. */
  readonly index: number | undefined;
  readonly text: string;
}

/** The notes of a kind on a segment; with `hasOthers` those that another program has added to its unit, too. */
function noteTextOf(
  notes: readonly Note[],
  category: 'comment' | 'private',
  index: number,
  hasOthers: boolean,
): string | undefined {
  const wanted = notes.filter((note) =>
    note.category === category && note.index !== undefined
      ? note.index === index
      : hasOthers && isForeign(note),
  );
  const text = wanted.map((note) => note.text).join('\n');
  return wanted.length === 0 ? undefined : text.slice(0, LIMITS.comment);
}

function isForeign({ category, index }: Note): boolean {
  const isFlag = segmentFlagCodeSchema.options.some((code) => code === category);
  return !isFlag && index === undefined && category !== 'private';
}

/** A `segment` or `ignorable`. */
interface Piece extends Omit<ReadUnit, 'index' | 'target'> {
  readonly target: string | undefined;
  readonly isSegment: boolean;
  /** Set for a segment that we wrote. */
  readonly index: number | undefined;
}

/**
 * The segments of a unit. Its sentences are known by their ids; others, as of a program that has split our
 * segment, are joined with the one before and what is between. One without a target is left out.
 */
function readUnit(
  reader: XmlReader,
  coded: boolean,
  notes: Note[],
): (Omit<ReadUnit, 'index'> & { readonly index: number | undefined })[] {
  const pieces = readPieces(reader, coded, notes);
  const own = new Set(pieces.flatMap(({ index }) => index ?? []));
  const groups: Piece[][] = [[]];
  for (const piece of pieces) {
    if (own.size > 1 && piece.index !== undefined) groups.push([piece]);
    else groups.at(-1)!.push(piece);
  }
  return groups.flatMap((group) => {
    const end = own.size > 1 ? group.findLastIndex(({ isSegment }) => isSegment) + 1 : group.length;
    const [first, ...more] = group.slice(0, end);
    if (!first) return [];
    const joined = more.reduce(
      (whole, { source, target }) => ({
        ...whole,
        source: whole.source + source,
        target: whole.target === undefined || target === undefined ? undefined : whole.target + target,
      }),
      first,
    );
    const { source, target, state } = joined;
    const index = own.size > 1 ? first.index : undefined;
    return target === undefined ? [] : [{ index, source, target, ...(state && { state }) }];
  });
}

function readPieces(reader: XmlReader, coded: boolean, notes: Note[]): Piece[] {
  const { depth } = reader;
  const pieces: Piece[] = [];
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event === 'open' && reader.name === `${X}note`) notes.push(readNote(reader));
    if (event !== 'open' || (reader.name !== `${X}segment` && reader.name !== `${X}ignorable`)) continue;
    const isSegment = reader.name === `${X}segment`;
    const id = new RegExp(`^${SEGMENT_ID}(\\d{1,9})$`).exec(reader.attribute('id') ?? '')?.[1];
    const state = stateOf(reader.attribute('state'));
    let source = '';
    let target: string | undefined;
    reader.eachChild(() => {
      if (reader.name === `${X}source`) source = readContent(reader, coded, DIALECT);
      else if (reader.name === `${X}target`) target = readContent(reader, coded, DIALECT);
    });
    pieces.push({
      source,
      target: target ?? (isSegment ? undefined : source),
      isSegment,
      index: isSegment && id !== undefined ? Number(id) : undefined,
      ...(isSegment && state && { state }),
    });
  }
  return pieces;
}

function readNote(reader: XmlReader): Note {
  const category = reader.attribute('category');
  const index = /^(?:comment|private)-(\d{1,9})$/.exec(reader.attribute('id') ?? '')?.[1];
  return { category, index: index === undefined ? undefined : Number(index), text: reader.elementText() };
}

function stateOf(written: string | undefined): SegmentState | undefined {
  switch (written) {
    case 'initial':
      return 'draft';
    case 'translated':
      return 'translated';
    case 'reviewed':
    case 'final':
      return 'confirmed';
    default:
      return undefined;
  }
}
