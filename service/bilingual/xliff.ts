import { decodePart } from '../documents/xml/encoding.ts';
import { escapeXml } from '../documents/xml/scan.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { xmlText } from './markup.ts';
import { MOST_UNITS, notAnExport, tooManyUnits } from './unit.ts';
import type { BilingualJob, BilingualUnit, ReadFile, ReadUnit } from './unit.ts';
import { charOfHex, readContent, writeContent } from './xliff-content.ts';
import type { XliffDialect } from './xliff-content.ts';
import { isXliff12, readXliff12 } from './xliff12.ts';

/** Of 2.1 as well as of 2.0 (XLIFF 2.1 §2.1). */
const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';
const X = `{${NAMESPACE}}`;
const FILE_ID = 'job-';
const UNIT_ID = 's';
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

/** XLIFF 2.1: a file a job, a unit a segment; pairs as `pc`, standalone codes as `ph`, flags as notes. */
export function writeXliff(job: BilingualJob): Uint8Array {
  const units = job.units.map((unit) => writeUnit(unit, job.coded));
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

function writeUnit(unit: BilingualUnit, coded: boolean): string {
  const { index, id, origin, flags } = unit;
  const notes = flags.map(({ code, message }) => `<note category="${code}">${xmlText(message)}</note>`);
  const content = (text: string): string => writeContent(text, coded, DIALECT);
  return [
    `<unit id="${UNIT_ID}${index}"${id === undefined ? '' : ` name="${escapeXml(id)}"`}${origin === 'copied' ? ' translate="no"' : ''} xml:space="preserve">`,
    ...(notes.length === 0 ? [] : [`<notes>${notes.join('')}</notes>`]),
    `<segment id="seg${index}" state="${origin === 'edited' ? 'reviewed' : 'translated'}" subState="interlinear:${origin}">`,
    `<source xml:space="preserve">${content(unit.source)}</source>`,
    `<target xml:space="preserve">${content(unit.target)}</target>`,
    '</segment>',
    '</unit>',
  ].join('\n');
}

/** Reads an XLIFF file that came from `writeXliff` or `writeXliff12`, whatever program has written it since. */
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
    const unit = readUnit(reader, coded);
    if (Number.isNaN(index) || unit === undefined) continue;
    if (units.length === MOST_UNITS) throw tooManyUnits();
    units.push({ index, ...unit });
  }
}

/** The source and target of a unit, its segments and what is between them joined; undefined where one has no target. */
function readUnit(reader: XmlReader, coded: boolean): Omit<ReadUnit, 'index'> | undefined {
  const { depth } = reader;
  let source = '';
  let target: string | undefined = '';
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open' || (reader.name !== `${X}segment` && reader.name !== `${X}ignorable`)) continue;
    let own: string | undefined;
    let ownSource = '';
    const isSegment = reader.name === `${X}segment`;
    reader.eachChild(() => {
      if (reader.name === `${X}source`) ownSource = readContent(reader, coded, DIALECT);
      else if (reader.name === `${X}target`) own = readContent(reader, coded, DIALECT);
    });
    source += ownSource;
    const written = own ?? (isSegment ? undefined : ownSource);
    target = target === undefined || written === undefined ? undefined : target + written;
  }
  return target === undefined ? undefined : { source, target };
}
