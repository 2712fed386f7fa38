// TXT and CSV: source against result.
import { dialectOf, readRows } from './csv-model.ts';
import { decodeAs, decodeText, inOneOfItsEncodings, isUtf8 } from './decode.ts';
import { excerpt } from './package.ts';
import { compareTexts, fold } from './pseudo.ts';
import type { Violation } from './package.ts';
import type { Field, Row } from './csv-model.ts';

/**
 * Both sides as text. The result is in the encoding of the source, or in UTF-8 where the translation does not
 * fit it. `legacy` is the encoding of the source where it is not Unicode; with `markNew` a file that becomes
 * UTF-8 gets a byte order mark.
 */
function decodeBoth(
  source: Buffer,
  result: Buffer,
  legacy: string,
  { markNew }: { markNew: boolean },
): { before: string; after: string; violations: Violation[] } {
  const before = decodeText(source, legacy);
  if (before.bom) {
    const after = decodeText(result);
    const isSame = after.bom && after.encoding === before.encoding;
    const detail = `${before.encoding} with mark → ${after.encoding}`;
    return {
      before: before.text,
      after: after.text,
      violations: isSame ? [] : [{ rule: 'encoding', detail }],
    };
  }
  if (before.encoding === 'utf-8' || !isUtf8(result)) {
    return { before: before.text, after: decodeAs(result, before.encoding), violations: [] };
  }
  const after = decodeText(result);
  const violations =
    after.encoding !== before.encoding && /[^\0-\x7f]/.test(after.text) && after.bom !== markNew
      ? [{ rule: 'encoding', detail: `${before.encoding} → ${after.encoding}, mark: ${after.bom}` }]
      : [];
  return { before: before.text, after: after.text, violations };
}

function lines(text: string): { line: string; ending: string }[] {
  const found = [];
  for (const [, line = '', ending = ''] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (line !== '' || ending !== '') found.push({ line, ending });
  }
  return found;
}

export function countTxtSegments(source: Buffer): { least: number; most: number; chars: number } {
  const segments = lines(decodeText(source).text)
    .map(({ line }) => line.trim())
    .filter((line) => line !== '');
  const chars = segments.reduce((sum, line) => sum + Array.from(line).length, 0);
  return { least: segments.length, most: segments.length, chars };
}

export function countCsvSegments(source: Buffer, name: string): { least: number; most: number } {
  const { text } = decodeText(source);
  const { delimiter, start } = dialectOf(text, name);
  const values = readRows(text.slice(start), delimiter).map((row) => row.fields[0]?.value ?? '');
  return {
    least: values.filter((value) => value.trim() !== '').length,
    most: values.filter((value) => value !== '').length,
  };
}

export function checkTxt(source: Buffer, result: Buffer): Violation[] {
  return inOneOfItsEncodings(source, (legacy) => checkTxtIn(legacy, source, result));
}

function checkTxtIn(legacy: string, source: Buffer, result: Buffer): Violation[] {
  const { before, after, violations } = decodeBoth(source, result, legacy, { markNew: false });
  const old = lines(before);
  const now = lines(after);
  if (old.length !== now.length)
    violations.push({ rule: 'line_count', detail: `${old.length} → ${now.length}` });
  const homes = new Map(old.map(({ line }, i) => [fold(line.trim()), i]));
  old.forEach(({ line, ending }, i) => {
    const other = now[i];
    if (!other) return;
    if (ending !== other.ending) {
      violations.push({
        rule: 'line_ending',
        detail: `line ${i + 1}: ${excerpt(ending)} → ${excerpt(other.ending)}`,
      });
    }
    const outer = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]].join('|');
    const found = compareTexts(line.trim(), other.line.trim(), homes);
    if (!found && outer(line) !== outer(other.line))
      violations.push({ rule: 'outer_space', detail: `line ${i + 1}` });
    if (found) violations.push({ rule: found.rule, detail: `line ${i + 1}: ${found.detail}` });
  });
  return violations;
}

export function checkCsv(source: Buffer, result: Buffer, name: string): Violation[] {
  return inOneOfItsEncodings(source, (legacy) => checkCsvIn(legacy, source, result, name));
}

function checkCsvIn(legacy: string, source: Buffer, result: Buffer, name: string): Violation[] {
  const { before, after, violations } = decodeBoth(source, result, legacy, { markNew: true });
  const { delimiter, start } = dialectOf(before, name);
  if (before.slice(0, start) !== after.slice(0, start)) violations.push({ rule: 'sep_line', detail: '' });
  const old = readRows(before.slice(start), delimiter);
  const now = readRows(after.slice(start), delimiter);
  if (old.length !== now.length)
    violations.push({ rule: 'row_count', detail: `${old.length} → ${now.length}` });
  const homes = new Map(old.map((row, i) => [fold(row.fields[0]?.value ?? ''), i]));
  const isIds = holdsIds(old.map((row) => row.fields[0]?.value ?? ''));
  old.forEach((row, i) => {
    const other = now[i];
    if (!other) return;
    for (const v of compareRows(row, other, homes)) {
      if (isIds && v.rule === 'untranslated') continue;
      violations.push({ rule: v.rule, detail: `row ${i + 1}: ${v.detail}` });
    }
  });
  return violations;
}

/** A column of handles: `white-bread`, `dcl`; single words in it are ids as well. */
function holdsIds(values: readonly string[]): boolean {
  const filled = values.filter((value) => value.trim() !== '');
  return (
    filled.every((value) => /^[\w-]+$/.test(value)) && filled.some((value) => /[a-z][-_][a-z]/.test(value))
  );
}

function compareRows(before: Row, after: Row, homes: Map<string, number>): Violation[] {
  const violations = [];
  if (before.ending !== after.ending) {
    violations.push({ rule: 'line_ending', detail: `${excerpt(before.ending)} → ${excerpt(after.ending)}` });
  }
  const rest = (row: Row) => row.fields.slice(1).map((field) => field.raw);
  const at = rest(before).findIndex((raw, i) => raw !== rest(after)[i]);
  if (at >= 0 || before.fields.length !== after.fields.length) {
    const detail = `${excerpt(rest(before)[at] ?? '')} → ${excerpt(rest(after)[at] ?? '')}`;
    violations.push({ rule: 'other_field_changed', detail });
  }
  const [first, other] = [before.fields[0], after.fields[0]];
  if (first && other) violations.push(...compareFirst(first, other, homes));
  return violations;
}

function compareFirst(before: Field, after: Field, homes: Map<string, number>): Violation[] {
  if (before.raw === after.raw || before.value === '') {
    const found = compareTexts(before.raw, after.raw, homes);
    return found ? [found] : [];
  }
  if (before.isQuoted && !after.isQuoted)
    return [{ rule: 'quoting', detail: `${excerpt(before.raw)} → ${excerpt(after.raw)}` }];
  if (/^[=+\-@\t\r]/.test(after.value) && !/^[=+\-@\t\r]/.test(before.value)) {
    return [{ rule: 'formula_not_escaped', detail: excerpt(after.raw) }];
  }
  if (before.isBroken) return compareBroken(before, after, homes);
  const found = compareTexts(before.value, after.value, homes);
  return found ? [found] : [];
}

/**
 * Quotes that do not close may be read in more than one way, and be written well-formed: only the words
 * count.
 */
function compareBroken(before: Field, after: Field, homes: Map<string, number>): Violation[] {
  const bare = (field: Field) => field.raw.replaceAll('"', '').trim();
  const found = compareTexts(bare(before), bare(after), homes);
  return found ? [found] : [];
}
