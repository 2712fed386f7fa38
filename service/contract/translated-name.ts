import { formatFacts, formatsOfExtension } from './formats.ts';
import type { FormatFamily } from './formats.ts';

/** `en`, `pt-BR`, `zh_Hant`: the language in a file name, at its end or as a whole. */
const LANGUAGE = /(^|[._-])([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)$/;
/** Files that programs and sites find by their language. */
const NAMED_BY_LANGUAGE = new Set<FormatFamily>(['web', 'subtitles', 'strings']);

/**
 * The name of a translated file: `contract.docx` into Spanish is `contract.es.docx`, and so is `contract.pdf`. In pages,
 * subtitles and string files the source language in the name is replaced: `messages.en.json` becomes `messages.es.json`.
 * Never the source's own name. `extension`: the ending, where the name does not tell it.
 */
export function translatedName(
  name: string,
  { from, to, extension: given }: { from: string; to: string; extension?: string },
): string {
  const dot = name.lastIndexOf('.');
  const [stem, own] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const formats = formatsOfExtension(own.slice(1));
  const result = given ?? resultOf(own.slice(1).toLowerCase());
  const extension = result === undefined ? own : `.${result}`;
  const [said = '', separator = '', language = ''] = LANGUAGE.exec(stem) ?? [];
  if (
    formats.some((format) => NAMED_BY_LANGUAGE.has(formatFacts(format).family)) &&
    baseOf(language) === baseOf(from)
  ) {
    const tag = separator === '_' || language.includes('_') ? to.replaceAll('-', '_') : to;
    const renamed = `${stem.slice(0, stem.length - said.length)}${separator}${tag}${extension}`;
    if (renamed !== name) return renamed;
  }
  return `${stem}.${to}${extension}`;
}

/** The ending of translations of files with this one, where it is another. */
function resultOf(extension: string): string | undefined {
  const [type] = formatsOfExtension(extension);
  return type && formatFacts(type).result;
}

/** What reviewers get, which must not be taken for the translation beside it. */
const TABLES = new Set(['docx', 'xlsx', 'csv']);

/**
 * The name of a job's export: `contract.docx` into Spanish is `contract – review es.docx` as a table, and
 * `contract.docx.es.xlf` for other programs.
 */
export function exportName(name: string, to: string, format: string): string {
  const dot = name.lastIndexOf('.');
  if (TABLES.has(format)) return `${dot > 0 ? name.slice(0, dot) : name} – review ${to}.${format}`;
  return `${name}.${to}.${format.startsWith('xliff') ? 'xlf' : format}`;
}

function baseOf(tag: string): string {
  return tag.split(/[-_]/, 1)[0]!.toLowerCase();
}
