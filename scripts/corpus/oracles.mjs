// @ts-check
// Other programs' readers as further witnesses (`--oracles`): exceljs, papaparse, and LibreOffice where it is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { dialectOf } from './csv-model.mjs';
import { decodeText, inOneOfItsEncodings } from './decode.mjs';
import { excerpt } from './package.mjs';

/** @typedef {import('./package.mjs').Violation} Violation */

const OFFICE = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find(existsSync);
const OFFICE_MS = 60_000;

/**
 * @param {string} name
 * @param {Buffer} source
 * @param {Buffer} result
 * @returns {Promise<Violation[]>}
 */
export async function compareWithOracles(name, source, result) {
  switch (extname(name).toLowerCase()) {
    case '.xlsx':
      return compareWithExcelJs(source, result);
    case '.csv':
    case '.tsv':
      return compareWithPapa(source, result, name);
    case '.docx':
      return OFFICE ? compareWithOffice(OFFICE, source, result) : [];
    default:
      return [];
  }
}

/** Values outside column A, as exceljs reads them. Workbooks it cannot read say nothing. @param {Buffer} source @param {Buffer} result @returns {Promise<Violation[]>} */
async function compareWithExcelJs(source, result) {
  const before = await cellsOf(source);
  if (!before) return [];
  const after = await cellsOf(result);
  if (!after) return [{ rule: 'exceljs_cannot_read', detail: 'the result, though it reads the source' }];
  const other = [...before].find(([ref, value]) => after.get(ref) !== value);
  // More cells than before are some that exceljs had lost in the source, such as those after an inline string with phonetics.
  if (!other) return [];
  return [{ rule: 'exceljs_differs', detail: `${other[0]}: ${excerpt(other[1])}` }];
}

/** @param {Buffer} bytes @returns {Promise<Map<string, string> | undefined>} */
async function cellsOf(bytes) {
  const workbook = new ExcelJS.Workbook();
  try {
    await workbook.xlsx.load(/** @type {any} */ (bytes));
  } catch {
    return undefined;
  }
  const cells = new Map();
  workbook.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        // The cells of a merged area all answer with the value of its first, which may stand in column A.
        if (Number(cell.col) > 1 && cell.master.address === cell.address)
          cells.set(`${sheet.name}!${cell.address}`, JSON.stringify(cell.value));
      }),
    ),
  );
  return cells;
}

/** Cells outside the first column, as papaparse reads them. @param {Buffer} source @param {Buffer} result @param {string} name @returns {Violation[]} */
function compareWithPapa(source, result, name) {
  return inOneOfItsEncodings(source, (legacy) => compareWithPapaIn(legacy, source, result, name));
}

/** @param {string} legacy @param {Buffer} source @param {Buffer} result @param {string} name @returns {Violation[]} */
function compareWithPapaIn(legacy, source, result, name) {
  const { text } = decodeText(source, legacy);
  const { delimiter } = dialectOf(text, name);
  const read = (/** @type {string} */ csv) => Papa.parse(csv, { delimiter });
  const before = read(text);
  // Quotes that do not close are mended in the result, and then read otherwise.
  if (before.errors.some((error) => error.type === 'Quotes')) return [];
  const after = read(decodeText(result, legacy).text);
  const rest = (/** @type {unknown[]} */ rows) =>
    rows.map((row) => JSON.stringify(/** @type {string[]} */ (row).slice(1)));
  const [old, now] = [rest(before.data), rest(after.data)];
  const at = old.findIndex((row, i) => row !== now[i]);
  if (at < 0 && old.length === now.length) return [];
  return [
    {
      rule: 'papaparse_differs',
      detail: `row ${at + 1}: ${excerpt(old[at] ?? '')} → ${excerpt(now[at] ?? '')}`,
    },
  ];
}

/** One conversion at a time: LibreOffice is hungry. */
let office = Promise.resolve();

/**
 * LibreOffice opens the result where it opens the source. Pseudo-localised text is a third longer, so the result may have more
 * pages, but neither fewer nor twice as many.
 * @param {string} program
 * @param {Buffer} source
 * @param {Buffer} result
 * @returns {Promise<Violation[]>}
 */
function compareWithOffice(program, source, result) {
  const compared = office.then(() => {
    const before = pages(program, source);
    if (before === 0) return [];
    const after = pages(program, result);
    if (after >= before && after <= before * 2 + 1) return [];
    return [{ rule: 'page_count', detail: `${before} → ${after}` }];
  });
  office = compared.then(() => undefined);
  return compared;
}

/** Pages of the PDF; 0 where there is none. @param {string} program @param {Buffer} bytes */
function pages(program, bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-corpus-office-'));
  try {
    writeFileSync(join(folder, 'a.docx'), bytes);
    // A profile of its own, gone with the folder: one that is open elsewhere makes LibreOffice hand the work over and leave.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, 'a.docx')];
    execFileSync(program, args, { timeout: OFFICE_MS, stdio: 'ignore' });
    const pdf = readFileSync(join(folder, 'a.pdf'), 'latin1');
    return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  } catch {
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
