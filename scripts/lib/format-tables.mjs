// @ts-check
// The tables of formats and their options in docs/formats.md, from the contract.
import { format } from 'prettier';
import './typescript.mjs';

const { FILE_TYPES, formatFacts, FORMAT_OPTIONS, optionsOfFormat } =
  await import('../../service/contract/index.ts');

const BEGIN = '<!-- Written by `npm run docs:formats` from service/contract. -->';
const END = '<!-- End of what is written. -->';

/** @param {string} page */
export async function withFormatTables(page) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end < start) throw new Error('The marks around the tables are not in docs/formats.md.');
  const tables = await format(`${formatTable()}\n\n${optionTable()}`, {
    parser: 'markdown',
    printWidth: 110,
  });
  return `${page.slice(0, start)}${BEGIN}\n\n${tables}\n${page.slice(end)}`;
}

function formatTable() {
  const rows = FILE_TYPES.map((fileType) => {
    const { label, extensions } = formatFacts(fileType);
    return [
      label,
      quoted(extensions.map((extension) => `.${extension}`)),
      `\`${fileType}\``,
      quoted(optionsOfFormat(fileType)),
    ];
  });
  return table([['format', 'endings', '`file_type`', 'options'], ...rows]);
}

function optionTable() {
  const rows = Object.entries(FORMAT_OPTIONS).map(([name, { values, schema, description }]) => [
    `\`${name}\``,
    values,
    `\`${JSON.stringify(schema.parse(undefined))}\``,
    description,
  ]);
  return table([['option', 'values', 'default', 'what it does'], ...rows]);
}

/** @param {readonly string[]} names */
function quoted(names) {
  return names.map((name) => `\`${name}\``).join(' ');
}

/** @param {readonly (readonly string[])[]} rows */
function table([head = [], ...rows]) {
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '-')), ...rows.map(line)].join('\n');
}
