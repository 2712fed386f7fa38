import { LIMITS } from '../contract/index.ts';
import { mainPart } from '../documents/ooxml/kind.ts';
import type { OoxmlPackage } from '../documents/ooxml/package.ts';
import { XmlReader } from '../documents/xml/reader.ts';
import { JOB_PROPERTY, PRIVATE_NOTE_TITLE } from './docx-write.ts';
import { MAX_UNITS, notAnExport, tooManyUnits } from './unit.ts';
import type { ReadFile, ReadUnit } from './unit.ts';
import { readMarks } from './word-marks.ts';

/** Reads the tables of a `writeDocx` document saved by Word or LibreOffice. Rows are identified by number. */
export function readDocx(pkg: OoxmlPackage, coded: boolean): ReadFile {
  const main = mainPart(pkg)!;
  const margin = marginComments(pkg, main);
  const jobId = jobOf(pkg);
  const units: ReadUnit[] = [];
  let hasPrivateNotes = false;
  for (const { cells, comments, isMerged } of rowsOf(new XmlReader(pkg.text(main), main))) {
    hasPrivateNotes ||= units.length === 0 && cells[4]?.trim() === PRIVATE_NOTE_TITLE;
    const privateNote = hasPrivateNotes ? (cells[4]?.trim() ?? '') : undefined;
    const [number = '', source = '', target = '', ...others] = hasPrivateNotes
      ? cells.toSpliced(4, 1)
      : cells;
    if (!/^\s*\d{1,9}[.)]?\s*$/.test(number)) {
      const before = units.at(-1);
      const hasText = cells.slice(1, 3).some((text) => text.trim() !== '');
      // Part of a divided cell: the words belong to the row above.
      if (before && number.trim() === '' && hasText)
        units[units.length - 1] = { ...before, isRowChanged: true };
      continue;
    }
    if (units.length === MAX_UNITS) throw tooManyUnits();
    const notes = [...others, ...comments.map((id) => margin.get(id) ?? '')].map((note) => note.trim());
    const comment = notes.filter((note) => note !== '').join('\n');
    units.push({
      index: Number.parseInt(number, 10) - 1,
      source: readMarks(source, coded),
      target: readMarks(target, coded),
      comment: comment.slice(0, LIMITS.comment),
      ...(privateNote === undefined ? {} : { privateNote: privateNote.slice(0, LIMITS.comment) }),
      ...((isMerged || cells.length < 3) && { isRowChanged: true }),
    });
  }
  if (units.length === 0) throw notAnExport('it has no table whose rows begin with the numbers of segments');
  return { ...(jobId === undefined ? {} : { jobId }), units };
}

interface Row {
  readonly cells: string[];
  /** Word's own comments, by id. */
  readonly comments: string[];
  isDeleted: boolean;
  /** One of its cells is merged with another row's or column's. */
  isMerged: boolean;
}

/** Not part of the row's current text: deletions, moves, formatting, older renderings, pictures. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['w:del', 'w:moveFrom', 'w:pPr', 'w:rPr', 'w:tblPr', 'w:tblGrid', 'w:sectPr'],
  ...['mc:Fallback', 'w:drawing', 'w:pict', 'w:object', 'w:rt', 'w:instrText'],
]);
const CHARACTERS: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
  'w:softHyphen': '\u00ad',
};

/** The rows of all outermost tables, without deleted ones. */
function* rowsOf(reader: XmlReader): Generator<Row> {
  let tables = 0;
  let row: Row | undefined;
  let paragraphs = 0;
  for (let event = reader.next(); event; event = reader.next()) {
    const { name } = reader;
    if (event === 'close') {
      if (name === 'w:tbl') tables--;
      if (name === 'w:tr' && tables === 1 && row?.isDeleted === false) yield row;
      continue;
    }
    if (event !== 'open') continue;
    if (name === 'w:tcPr') {
      reader.eachChild(() => {
        const isWide = reader.name === 'w:gridSpan' && Number(reader.attribute('w:val') ?? 1) > 1;
        if (!row || tables > 1 || row.cells.length > 3) return;
        if (isWide || reader.name === 'w:vMerge') row.isMerged = true;
      });
    } else if (name === 'w:trPr') {
      reader.eachChild(() => {
        if (tables === 1 && row && reader.name === 'w:del') row.isDeleted = true;
      });
    } else if (LEFT_OUT.has(name)) reader.skipElement();
    else if (name === 'w:tbl') tables++;
    else if (tables === 0) continue;
    else if (name === 'w:tr' && tables === 1) {
      row = { cells: [], comments: [], isDeleted: false, isMerged: false };
    } else if (name === 'w:tc' && tables === 1) {
      row?.cells.push('');
      paragraphs = 0;
    } else if (row && row.cells.length > 0) {
      const { cells } = row;
      const add = (text: string): void => {
        cells.push(`${cells.pop() ?? ''}${text}`);
      };
      if (name === 'w:p' && paragraphs++ > 0) add('\n');
      else if (name === 'w:t') add(reader.elementText());
      else if (name === 'w:commentReference') row.comments.push(reader.attribute('w:id') ?? '');
      else add(CHARACTERS[name] ?? '');
    }
  }
}

/** The texts of Word's comments, with their authors. */
function marginComments(pkg: OoxmlPackage, main: string): Map<string, string> {
  const part = pkg.relationships(main).find(({ kind }) => kind === 'comments')?.part;
  const found = new Map<string, string>();
  if (part === undefined) return found;
  const reader = new XmlReader(pkg.text(part), part);
  let id = '';
  let author = '';
  let text = '';
  for (let event = reader.next(); event; event = reader.next()) {
    const { name } = reader;
    if (event === 'open' && name === 'w:comment') {
      id = reader.attribute('w:id') ?? '';
      author = reader.attribute('w:author')?.trim() ?? '';
      text = '';
    } else if (event === 'open' && name === 'w:p' && text !== '') text += '\n';
    else if (event === 'open' && name === 'w:t') text += reader.elementText();
    else if (event === 'open' && (name === 'w:del' || name === 'w:moveFrom')) reader.skipElement();
    else if (event === 'close' && name === 'w:comment' && text.trim() !== '')
      found.set(id, author === '' ? text : `${author}: ${text}`);
  }
  return found;
}

function jobOf(pkg: OoxmlPackage): string | undefined {
  const part = pkg.relationships('/').find(({ kind }) => kind === 'custom-properties')?.part;
  if (part === undefined) return undefined;
  const reader = new XmlReader(pkg.text(part), part);
  for (let event = reader.next(); event; event = reader.next())
    if (event === 'open' && reader.attribute('name') === JOB_PROPERTY) return reader.elementText().trim();
  return undefined;
}
