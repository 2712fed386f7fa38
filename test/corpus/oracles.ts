// Other programs' readers as further witnesses (`--oracles`): exceljs, papaparse, and LibreOffice where it is
// installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { dialectOf } from './csv-model.ts';
import { decodeText, inOneOfItsEncodings } from './decode.ts';
import { excerpt } from './package.ts';
import type { Violation } from './package.ts';

const OFFICE = ['/usr/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find(existsSync);
const OFFICE_MS = 60_000;

export async function compareWithOracles(name: string, source: Buffer, result: Buffer): Promise<Violation[]> {
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

/** Values outside column A, as exceljs reads them. Workbooks it cannot read say nothing. */
async function compareWithExcelJs(source: Buffer, result: Buffer): Promise<Violation[]> {
  const before = await cellsOf(source);
  if (!before) return [];
  const after = await cellsOf(result);
  if (!after) return [{ rule: 'exceljs_cannot_read', detail: 'the result, though it reads the source' }];
  const other = [...before].find(([ref, value]) => after.get(ref) !== value);
  // More cells than before are some that exceljs had lost in the source, such as those after an inline string
  // with phonetics.
  if (!other) return [];
  return [{ rule: 'exceljs_differs', detail: `${other[0]}: ${excerpt(other[1])}` }];
}

async function cellsOf(bytes: Buffer): Promise<Map<string, string> | undefined> {
  const workbook = new ExcelJS.Workbook();
  try {
    await workbook.xlsx.load(new Uint8Array(bytes).buffer);
  } catch {
    return undefined;
  }
  const cells = new Map<string, string>();
  workbook.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        // The cells of a merged area all answer with the value of its first, which may be in column A.
        if (Number(cell.col) > 1 && cell.master.address === cell.address)
          cells.set(`${sheet.name}!${cell.address}`, JSON.stringify(cell.value));
      }),
    ),
  );
  return cells;
}

/** Cells outside the first column, as papaparse reads them. */
function compareWithPapa(source: Buffer, result: Buffer, name: string): Violation[] {
  return inOneOfItsEncodings(source, (legacy) => compareWithPapaIn(legacy, source, result, name));
}

function compareWithPapaIn(legacy: string, source: Buffer, result: Buffer, name: string): Violation[] {
  const { text } = decodeText(source, legacy);
  const { delimiter } = dialectOf(text, name);
  const read = (csv: string) => Papa.parse(csv, { delimiter });
  const before = read(text);
  // Unclosed quotes are closed in the result, and then read otherwise.
  if (before.errors.some((error) => error.type === 'Quotes')) return [];
  const after = read(decodeText(result, legacy).text);
  const rest = (rows: unknown[]) => rows.map((row) => JSON.stringify((row as string[]).slice(1)));
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
 * LibreOffice opens the result where it opens the source. Pseudo-localised text is a third longer, so the
 * result may have more pages, but neither fewer nor twice as many.
 */
function compareWithOffice(program: string, source: Buffer, result: Buffer): Promise<Violation[]> {
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

/** Pages of the PDF; 0 if there is none. */
function pages(program: string, bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-corpus-office-'));
  try {
    writeFileSync(join(folder, 'a.docx'), bytes);
    // A separate profile, gone with the folder: one that is open elsewhere makes LibreOffice hand the work
    // over and leave.
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
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
