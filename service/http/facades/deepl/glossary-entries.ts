import Papa from 'papaparse';
import { fieldProblem, LIMITS } from '../../../contract/index.ts';
import type { Dictionary } from '../../../memory/memory-port.ts';

type Entries = Dictionary['entries'];

/** Entries as DeepL's clients send them: a term and its translation a line, a tab or a comma between. */
export function readEntries(text: string, format: 'tsv' | 'csv', field: string): Entries {
  const rows = format === 'tsv' ? tsvRows(text) : csvRows(text, field);
  const terms = new Map<string, string>();
  for (const [n, row] of rows.entries()) {
    const [term = '', translation = ''] = row.map((cell) => cell.trim());
    if (term === '' && translation === '') continue;
    if (term === '' || translation === '' || (format === 'tsv' && row.length > 2))
      throw fieldProblem(field, 'bad_glossary', `Line ${n + 1} is not a term and its translation.`);
    if (term.length > LIMITS.glossaryWord || translation.length > LIMITS.glossaryWord)
      throw fieldProblem(
        field,
        'too_long',
        `Line ${n + 1} has more than ${LIMITS.glossaryWord} characters in a term or translation.`,
      );
    if (terms.has(term)) throw fieldProblem(field, 'bad_glossary', `Line ${n + 1} has a term a second time.`);
    terms.set(term, translation);
  }
  if (terms.size === 0) throw fieldProblem(field, 'bad_glossary', 'There are no entries.');
  if (terms.size > LIMITS.dictionaryEntries)
    throw fieldProblem(field, 'too_many', `There are more than ${LIMITS.dictionaryEntries} entries.`);
  return [...terms].map(([term, translation]) => ({ term, translation }));
}

function tsvRows(text: string): string[][] {
  return text.split(/\r\n|\n|\r/).map((line) => line.split('\t'));
}

/** A third and fourth column name the languages, which the request does too. */
function csvRows(text: string, field: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: 'greedy' });
  const [fault] = errors;
  if (fault) throw fieldProblem(field, 'bad_glossary', `It is no CSV: ${fault.message}.`);
  return data;
}

/** A tab or a line break within a term would be read as the end of it. */
export function writeTsv(entries: Entries): string {
  const cell = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  return entries.map(({ term, translation }) => `${cell(term)}\t${cell(translation)}`).join('\n');
}
