import { fieldProblem } from '../contract/index.ts';
import type { Reason } from '../contract/index.ts';
import { normalForm } from '../text/normal-form.ts';
import { refuseForeignArchive } from '../documents/detect/archives.ts';
import { mainPart } from '../documents/ooxml/kind.ts';
import { openPackage } from '../documents/ooxml/package.ts';
import { readCsv } from './csv.ts';
import { readDocx } from './docx-read.ts';
import { NO_XML } from './markup.ts';
import type { ReadFile, ReadUnit } from './unit.ts';
import { notAnExport, refusedImport } from './unit.ts';
import { readXliff } from './xliff.ts';
import { readXlsx } from './xlsx-read.ts';

interface ExpectedJob {
  readonly id: string;
  readonly coded: boolean;
  /** The source of a segment in wire form; undefined if the job has no such segment. */
  readonly sourceOf: (index: number) => string | undefined;
  /** After a split or join: all current sources, in which segments of an older file are looked up. */
  readonly sources?: readonly string[];
  /** Its current translation, likewise. */
  readonly targetOf: (index: number) => string | undefined;
}

/** A unit that does not belong to the job, in a file that does. */
export interface RefusedUnit {
  readonly index: number;
  readonly message: string;
  readonly reason: Reason;
}

/**
 * Reads a bilingual file exported from the job and changed by any program; the content reveals its format. It
 * is identified by the job's id, if the format has a place for it, and by its sources: a file with mostly
 * different sources belongs to another job (`other_job`), and a unit with a different source is refused.
 */
export async function readBilingual(
  bytes: Uint8Array,
  job: ExpectedJob,
): Promise<{ units: ReadUnit[]; refused: RefusedUnit[] }> {
  const { jobId, units: found } = await read(bytes, job.coded).catch((error: unknown) => {
    throw refusedImport(error);
  });
  const units = job.sources ? movedUnits(found, job.sources) : found;
  if (jobId !== undefined && jobId !== job.id) throw otherJob();
  if (units.length === 0) throw notAnExport('none of its segments has a translation');
  const isOurs = ({ index, source }: ReadUnit): boolean => {
    const own = job.sourceOf(index);
    return own !== undefined && typed(folded(own)) === typed(folded(source));
  };
  const whole = units.filter(({ isRowChanged }) => isRowChanged !== true);
  const changed = units.filter(({ isRowChanged }) => isRowChanged === true);
  const ours = whole.filter(isOurs);
  if (ours.length * 2 < whole.length) throw otherJob();
  if (ours.some(({ index, target }) => hasLostLetters(job.targetOf(index) ?? '', target)))
    throw notAnExport(
      'letters in it have become question marks, as they do where a file is saved in an encoding that lacks them; save it as UTF-8',
      'lost_letters',
    );
  const isEmptied = ({ source, target }: ReadUnit): boolean => target.trim() === '' && source.trim() !== '';
  const refuse =
    (reason: Reason, message: string) =>
    ({ index }: ReadUnit): RefusedUnit => ({ index, message, reason });
  return {
    units: ours
      .filter((unit) => !isEmptied(unit))
      .map((unit) => ({ ...unit, target: spacedAsBefore(unit, job) })),
    refused: [
      ...changed.map(
        refuse(
          'row_changed',
          'The row was divided or merged with another, or there is one without a number below it. Put the whole translation into the one cell beside its number and source.',
        ),
      ),
      ...whole
        .filter((unit) => !isOurs(unit))
        .map(refuse('other_source', 'The source is not that of the job. Leave it as it is.')),
      ...ours.filter(isEmptied).map(refuse('empty_translation', 'The translation is empty.')),
    ],
  };
}

/** Units from before a split or join, moved to the nearest segment that now has their source. */
function movedUnits(units: readonly ReadUnit[], sources: readonly string[]): ReadUnit[] {
  const keys = sources.map(folded);
  const inPlace = new Set(
    units.flatMap(({ index, source }) => (keys[index] === folded(source) ? [index] : [])),
  );
  const free = new Map<string, number[]>();
  for (const [index, key] of keys.entries()) {
    if (inPlace.has(index)) continue;
    const indexes = free.get(key);
    if (indexes) indexes.push(index);
    else free.set(key, [index]);
  }
  return units.map((unit) => {
    if (inPlace.has(unit.index)) return unit;
    const places = free.get(folded(unit.source)) ?? [];
    const at = places.findIndex((index) => index >= unit.index - 1);
    const [index] = places.splice(at, 1);
    return index === undefined ? unit : { ...unit, index };
  });
}

async function read(bytes: Uint8Array, coded: boolean): Promise<ReadFile> {
  const [a, b] = bytes;
  if (a === 0x50 && b === 0x4b) return readPackage(bytes, coded);
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1').replace(/\0/g, '');
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(head)) return readCsv(bytes);
  if (/<tmx[\s>]/.test(head)) throw notAnExport('a TMX is imported into the memory, not into a job');
  return readXliff(bytes, coded);
}

async function readPackage(bytes: Uint8Array, coded: boolean): Promise<ReadFile> {
  const pkg = openPackage(bytes);
  const main = mainPart(pkg);
  if (main === undefined) throw refuseForeignArchive(pkg);
  const isWord = pkg.contentType(main)?.includes('wordprocessingml') === true;
  return isWord ? readDocx(pkg, coded) : readXlsx(bytes);
}

/**
 * Whether the only changes are letters replaced by question marks, as in an encoding that lacks them. One at
 * the end, with other letters of its script before it, is a question that somebody has made of the sentence
 * (`元気です?`).
 */
function hasLostLetters(before: string, after: string): boolean {
  const [from, to] = [Array.from(before), Array.from(after)];
  if (from.length !== to.length) return false;
  const lost = [...from.keys()].filter((i) => from[i] !== to[i]);
  const [first] = lost;
  if (first === undefined || lost.some((i) => to[i] !== '?' || !FOREIGN_LETTER.test(from[i]!))) return false;
  if (lost.length > 1 || to.slice(first + 1).some((char) => /\p{L}/u.test(char))) return true;
  const script = SCRIPTS.find((one) => one.test(from[first]!));
  return script === undefined || !to.some((char) => FOREIGN_LETTER.test(char) && script.test(char));
}

const FOREIGN_LETTER = /[^\P{L}A-Za-z]/u;
const SCRIPTS = [
  /\p{sc=Han}/u,
  /\p{sc=Hiragana}/u,
  /\p{sc=Katakana}/u,
  /\p{sc=Hangul}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Latin}/u,
];

/**
 * The target without white space that a program has added, like those that indent XML: the source shows
 * whether it did. Different line ends do not count as a change.
 */
function spacedAsBefore(
  { index, source, target }: ReadUnit,
  { sourceOf, targetOf }: Pick<ExpectedJob, 'sourceOf' | 'targetOf'>,
): string {
  const [own = '', present = ''] = [sourceOf(index), targetOf(index)];
  if (withLineFeeds(source) === withLineFeeds(own))
    return withLineFeeds(target) === withLineFeeds(present) ? present : target;
  if (folded(target) === folded(present)) return present;
  if (/[\r\n]/.test(own)) return target;
  const start = own.slice(0, own.length - own.trimStart().length);
  const end = own.trimStart().slice(own.trim().length);
  return start + target.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '') + end;
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Programs normalise line ends and spaces, and no file can contain a lone surrogate. */
function folded(text: string): string {
  return normalForm(text.replace(/\p{Cs}/gu, '\ufffd'))
    .replace(NO_XML, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Reverts Word's autoformat: curly quotes, and single characters for dashes and dots, even in sources. */
function typed(text: string): string {
  return text
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replaceAll('…', '...')
    .replace(/--|[–—]/g, '-');
}

function otherJob() {
  return fieldProblem(
    'file',
    'other_job',
    'This file is of another job: its sources are others. Import it into the job from which it was exported.',
  );
}
