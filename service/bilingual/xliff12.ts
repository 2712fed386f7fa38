import { LIMITS, segmentFlagCodeSchema } from '../contract/index.ts';
import type { SegmentState } from '../contract/index.ts';
import { escapeXml } from '../documents/xml/scan.ts';
import type { XmlReader } from '../documents/xml/reader.ts';
import { VERSION } from '../version.ts';
import { xmlText } from './markup.ts';
import { MAX_UNITS, notAnExport, tooManyUnits } from './unit.ts';
import type { BilingualJob, BilingualUnit, ReadFile, ReadUnit } from './unit.ts';
import { charOfHex, readContent, writeContent } from './xliff-content.ts';
import type { XliffDialect } from './xliff-content.ts';

const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';
const X = `{${NAMESPACE}}`;
/** XLIFF 1.2 has no element for characters that XML cannot hold. */
const CONTROL_ID = 'cp-';

/** `from` of notes: who wrote them. */
const COMMENT = 'reviewer';
const PRIVATE_NOTE = 'private';

const DIALECT: XliffDialect = {
  namespace: NAMESPACE,
  pair: 'g',
  standalone: 'x',
  control: (code) => `<x id="${CONTROL_ID}${code.toString(16).padStart(4, '0')}"/>`,
  codes: {
    g: { kind: 'pair' },
    x: {
      kind: 'standalone',
      char: (attribute) => {
        const id = attribute('id') ?? '';
        return id.startsWith(CONTROL_ID) ? charOfHex(id.slice(CONTROL_ID.length)) : undefined;
      },
    },
    bx: { kind: 'open', id: pairId },
    ex: { kind: 'close', id: pairId },
    bpt: { kind: 'open', id: pairId, isNative: true },
    ept: { kind: 'close', id: pairId, isNative: true },
    ph: { kind: 'standalone', isNative: true },
    it: { kind: 'standalone', isNative: true },
  },
};

/** The attribute that links the two ends of a pair (XLIFF 1.2, `rid`); without it their `id` does. */
function pairId(attribute: (name: string) => string | undefined): string | undefined {
  return attribute('rid') ?? attribute('id');
}

/** `approved` marks a confirmed one. */
function stateOf({ origin, state }: BilingualUnit): string {
  if (origin === 'copied') return '';
  if (state === 'confirmed') return ' state="final"';
  if (origin === 'edited')
    return state === 'draft' ? ' state="needs-review-translation"' : ' state="translated"';
  const qualifier = origin === 'memory' ? 'leveraged-tm' : 'leveraged-mt';
  return ` state="needs-review-translation" state-qualifier="${qualifier}"`;
}

/** XLIFF 1.2 for older programs: a trans-unit a segment, `g` pairs, `x` standalone codes, flags as notes. */
export function writeXliff12(job: BilingualJob): Uint8Array {
  const { id, name, from, to, coded } = job;
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="${NAMESPACE}" version="1.2">`,
    `<file original="${escapeXml(name)}" source-language="${escapeXml(from)}" target-language="${escapeXml(to)}" datatype="plaintext">`,
    '<header>',
    `<phase-group><phase phase-name="translation" process-name="translation" job-id="${id}" tool-id="interlinear"/></phase-group>`,
    `<tool tool-id="interlinear" tool-name="Interlinear" tool-version="${escapeXml(VERSION)}"/>`,
    '</header>',
    '<body>',
    ...job.units.map((unit) => writeUnit(unit, coded)),
    '</body>',
    '</file>',
    '</xliff>',
    '',
  ].join('\n');
  return new TextEncoder().encode(xml);
}

function writeUnit(unit: BilingualUnit, coded: boolean): string {
  const { index, id, source, target, origin, flags } = unit;
  const notes = [
    ...flags.map(({ code, message }) => `<note>${code}: ${xmlText(message)}</note>`),
    ...(unit.comment === undefined ? [] : [`<note from="${COMMENT}">${xmlText(unit.comment)}</note>`]),
    ...(unit.privateNote === undefined
      ? []
      : [`<note from="${PRIVATE_NOTE}">${xmlText(unit.privateNote)}</note>`]),
  ];
  const name = id === undefined ? '' : ` resname="${escapeXml(id)}"`;
  const rights =
    origin === 'copied' ? ' translate="no"' : unit.state === 'confirmed' ? ' approved="yes"' : '';
  return [
    `<trans-unit id="${index}"${name}${rights} xml:space="preserve">`,
    `<source>${writeContent(source, coded, DIALECT)}</source>`,
    `<target${stateOf(unit)}>${writeContent(target, coded, DIALECT)}</target>`,
    ...notes,
    '</trans-unit>',
  ].join('\n');
}

/** Whether the root under `reader` is that of an XLIFF 1.2. */
export function isXliff12({ name }: XmlReader): boolean {
  return name === `${X}xliff`;
}

/** Reads a `writeXliff12` file that any program may have saved since. `reader` is at its root. */
export function readXliff12(reader: XmlReader, coded: boolean): ReadFile {
  const units: ReadUnit[] = [];
  let jobId: string | undefined;
  let files = 0;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === `${X}file` && ++files > 1) throw notAnExport('it was not exported from one job');
    // Programs that keep no header leave the sources to tell whose it is.
    if (reader.name === `${X}phase`) jobId = reader.attribute('job-id') ?? jobId;
    if (reader.name !== `${X}trans-unit`) continue;
    const index = Number(/^\d{1,9}$/.exec(reader.attribute('id') ?? '')?.[0] ?? NaN);
    const unit = readUnit(reader, coded);
    if (Number.isNaN(index) || unit === undefined) continue;
    if (units.length === MAX_UNITS) throw tooManyUnits();
    units.push({ index, ...unit });
  }
  return { ...(jobId === undefined ? {} : { jobId }), units };
}

/** Undefined without a target; those of `alt-trans` do not count. */
function readUnit(reader: XmlReader, coded: boolean): Omit<ReadUnit, 'index'> | undefined {
  let source = '';
  let target: string | undefined;
  let state: SegmentState | undefined;
  const isApproved = reader.attribute('approved') === 'yes';
  const comments: string[] = [];
  let privateNote: string | undefined;
  reader.eachChild(() => {
    if (reader.name === `${X}source`) source = readContent(reader, coded, DIALECT);
    else if (reader.name === `${X}target`) {
      state = stateRead(reader.attribute('state'));
      target = readContent(reader, coded, DIALECT);
    } else if (reader.name === `${X}note`) {
      const from = reader.attribute('from');
      const text = reader.elementText();
      if (from === PRIVATE_NOTE) privateNote = text;
      else if (!FLAG_NOTE.test(text)) comments.push(text);
    }
  });
  if (target === undefined) return undefined;
  if (isApproved) state = 'confirmed';
  const comment = comments.join('\n').slice(0, LIMITS.comment);
  return {
    ...{ source, target, ...(state && { state }) },
    ...(comments.length === 0 ? {} : { comment }),
    ...(privateNote === undefined ? {} : { privateNote: privateNote.slice(0, LIMITS.comment) }),
  };
}

/** A note as we write flags. */
const FLAG_NOTE = new RegExp(`^(?:${segmentFlagCodeSchema.options.join('|')}): `);

/** `needs-review-translation` is left out: our exports use it for drafts and for an engine's answers. */
function stateRead(written: string | undefined): SegmentState | undefined {
  switch (written) {
    case 'final':
    case 'signed-off':
      return 'confirmed';
    case 'translated':
      return 'translated';
    case 'new':
    case 'needs-translation':
    case 'needs-l10n':
    case 'needs-adaptation':
    case 'needs-review-l10n':
    case 'needs-review-adaptation':
      return 'draft';
    default:
      return undefined;
  }
}
