// @ts-check
// The lists of formats and their options in docs/formats.md, from the contract and the headings of docs/formats/.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { slugOf } from './markdown-links.mjs';
import { root } from './steps.mjs';
import './typescript.mjs';

const { FILE_TYPES, formatFacts, FORMAT_OPTIONS, optionsOfFormat } =
  await import('../../service/contract/index.ts');

const BEGIN = '<!-- Written by `npm run docs:formats` from service/contract. -->';
const END = '<!-- End of what is written. -->';

/** @param {string} page */
export async function withFormatTables(page) {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start === -1 || end < start) throw new Error('The marks around the tables are not in docs/formats.md.');
  const tables = await format(`${formatTable()}\n\n${optionList()}`, {
    parser: 'markdown',
    printWidth: 135,
    proseWrap: 'always',
  });
  return `${page.slice(0, start)}${BEGIN}\n\n${tables}\n${page.slice(end)}`;
}

function formatTable() {
  const sections = sectionsOfFormats();
  const rows = FILE_TYPES.map((fileType) => {
    const { label, extensions } = formatFacts(fileType);
    return [
      `[${label}](${sectionOf(extensions, sections)})`,
      quoted(extensions.map((extension) => `.${extension}`)),
      `\`${fileType}\``,
      quoted(optionsOfFormat(fileType)),
    ];
  });
  return table([['format', 'endings', '`file_type`', 'options'], ...rows]);
}

function optionList() {
  return Object.entries(FORMAT_OPTIONS)
    .map(([name, { values, schema, description }]) => {
      const byDefault = JSON.stringify(schema.parse(undefined));
      return `- \`${name}\`: ${values}; \`${byDefault}\` by default. ${description}`;
    })
    .join('\n');
}

/** The headings of the formats' pages, and what leads to them from docs/formats.md. */
function sectionsOfFormats() {
  const folder = join(root, 'docs', 'formats');
  return readdirSync(folder).flatMap((file) =>
    Array.from(readFileSync(join(folder, file), 'utf8').matchAll(/^## (.+)$/gm), ([, heading = '']) => ({
      heading,
      address: `formats/${file}#${slugOf(heading)}`,
    })),
  );
}

/**
 * @param {readonly string[]} extensions
 * @param {ReturnType<typeof sectionsOfFormats>} sections
 */
function sectionOf(extensions, sections) {
  const found = sections.find(({ heading }) =>
    extensions.some((extension) => new RegExp(String.raw`\.${extension}\b`).test(heading)),
  );
  if (!found)
    throw new Error(`No heading in docs/formats/*.md names .${extensions[0]}: write a section for it.`);
  return found.address;
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
