import { z } from 'zod';
import { FILE_TYPES, formatFacts, PARAGRAPH_FORMATS } from './formats.ts';
import type { FileType } from './formats.ts';
import { SYNTAX_NAMES } from './syntaxes.ts';

/** One option of `format_options`. */
interface FormatOption {
  /** The formats that take it. */
  readonly formats: readonly FileType[];
  /** Has a default, for requests without the option. */
  readonly schema: z.ZodType;
  /** The values in words, for refusals and the OpenAPI document: "true or false". */
  readonly values: string;
  readonly description: string;
}

/** A header name or a letter, or a number from 1. */
const columnSchema = z.union([z.string().trim().min(1).max(1_000), z.int().min(1)]);
const columnListSchema = z.array(columnSchema).min(1).max(1_000);

const keyPathsSchema = z.array(z.string().min(1).max(500)).max(100).default([]);
const KEY_PATHS = 'a list of up to 100 paths of keys, such as ["*.title", "meta.**"]';

/** Texts of office files that are not on their pages. The first ones are visible to an audience. */
const SHOWN = ['notes', 'hidden', 'charts', 'diagrams', 'masters'] as const;
export const INCLUDED = [...SHOWN, 'comments', 'alt_text', 'properties'] as const;
export type Included = (typeof INCLUDED)[number];

/** Format options by their wire names. Names with a dot are one word (`"subtitles.join": false`). */
export const FORMAT_OPTIONS = {
  segmentation: {
    formats: PARAGRAPH_FORMATS,
    schema: z.enum(['paragraph', 'sentence']).default('paragraph'),
    values: '"paragraph" or "sentence"',
    description:
      'Whether a segment is a whole paragraph or one sentence of it; the limit of segments then counts sentences. Formatting that spans sentences is opened and closed in each, links are never cut, and the white space between sentences stays.',
  },
  include: {
    formats: ['docx', 'pdf', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
    schema: z
      .array(z.enum(INCLUDED))
      .max(100)
      .default([...SHOWN]),
    values: `a list of ${INCLUDED.map((name) => `"${name}"`).join(', ')}`,
    description:
      'Further texts to translate, where the format has them: speaker notes, hidden slides and shapes, charts, SmartArt, loose text on layouts and masters, comments, descriptions of pictures, title and keywords of the file.',
  },
  escape_formulas: {
    formats: ['csv'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description:
      'Whether a translation that newly begins like a formula gets an apostrophe. `INTERLINEAR_ESCAPE_FORMULAS` sets the default.',
  },
  columns: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: z.union([z.enum(['first', 'all']), columnListSchema]).default('first'),
    values: '"first", "all" or a list of letters, numbers and header names',
    description:
      'The columns to translate. With "all", a segment is each distinct text of a workbook, or each cell of a CSV.',
  },
  header: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: z.union([z.literal('auto'), z.boolean()]).default('auto'),
    values: '"auto", true or false',
    description:
      'Whether the first row holds the names of the columns; choosing a column by name implies it. Names are translated only with `columns` as "first" and without `into`.',
  },
  into: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: columnListSchema.nullable().default(null),
    values: 'null or a list with one column for each in `columns`',
    description:
      'Where the translations go: into the empty cells of existing columns, or into new columns after the last one, named by the target language. The source stays.',
  },
  attributes: {
    formats: ['html', 'markdown'],
    schema: z
      .array(
        z
          .string()
          .regex(/^[a-z][a-z\d:._-]*$/)
          .max(60),
      )
      .max(50)
      .default([]),
    values: 'a list of up to 50 attribute names in lower case, such as ["data-label"]',
    description:
      'Further attributes to translate besides `alt`, `title` and the like; in MDX also those of components.',
  },
  front_matter: {
    formats: ['markdown'],
    schema: z
      .array(
        z
          .string()
          .regex(/^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u)
          .max(200),
      )
      .max(50)
      .default([]),
    values: 'a list of up to 50 keys, such as ["hero.tagline", "features.title"]',
    description:
      'Further keys of the YAML front matter to translate besides `title`, `description`, `summary` and `subtitle`. A dot leads into a key, or into each entry of a list.',
  },
  book_title: {
    formats: ['epub'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description:
      'Whether to translate the title in the metadata of the book. Its description is always translated.',
  },
  anchors: {
    formats: ['markdown'],
    schema: z.enum(['keep', 'ids']).default('keep'),
    values: '"keep" or "ids"',
    description:
      'Sites make the anchor of a heading from its text. With "ids", a translated heading keeps its old anchor (`## Inicio {#start}`), so that links to it still work on sites that support this syntax.',
  },
  'json.include': {
    formats: ['json', 'yaml'],
    schema: keyPathsSchema,
    values: KEY_PATHS,
    description:
      'The keys whose texts are translated; all if the list is empty. `*` matches a key or part of one, `**` any number of keys.',
  },
  'json.exclude': {
    formats: ['json', 'yaml'],
    schema: keyPathsSchema,
    values: KEY_PATHS,
    description: 'The keys whose texts stay as they are, even if `json.include` matches them.',
  },
  'json.plurals': {
    formats: ['json', 'yaml'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description:
      'Whether to add keys for plural forms of the target language that the file lacks (`car_few`), with the text of `car_other`.',
  },
  'po.mark': {
    formats: ['po'],
    schema: z.enum(['none', 'fuzzy']).default('none'),
    values: '"none" or "fuzzy"',
    description:
      'Whether to mark new translations as fuzzy, for a translator to check, unless they were confirmed in Review. gettext does not use fuzzy ones.',
  },
  'subtitles.join': {
    formats: ['srt', 'vtt'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description: 'Whether a sentence that spans several cues is translated as one and divided again.',
  },
  bilingual: {
    formats: ['srt', 'vtt'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description: 'Whether to keep the source under its translation.',
  },
  'xliff.refill': {
    formats: ['xliff'],
    schema: z.enum(['unfinished', 'missing', 'all']).default('unfinished'),
    values: '"unfinished", "missing" or "all"',
    description:
      'The targets to translate: those that are missing, unfinished or a copy of their source; only missing ones; or all.',
  },
  'xliff.finished': {
    formats: ['xliff'],
    schema: z.enum(['hidden', 'shown']).default('hidden'),
    values: '"hidden" or "shown"',
    description:
      'With "shown", each unit is a segment, with the translation and state that it has; an engine fills the empty ones. What nobody changes stays as it is, byte for byte. Locked ones cannot be changed. `xliff.refill` and `xliff.state` then have no effect.',
  },
  'xliff.state': {
    formats: ['xliff'],
    schema: z.enum(['auto', 'always', 'never']).default('auto'),
    values: '"auto", "always" or "never"',
    description:
      'Whether a new target has a state: `needs-review-translation` in XLIFF 1.2 (`auto`: only if the file has states), `translated` in XLIFF 2, `final` once it is confirmed in Review.',
  },
  'pdf.pages': {
    formats: ['pdf'],
    schema: z
      .string()
      .trim()
      .max(500)
      .regex(/^[1-9]\d{0,3}(?:-[1-9]\d{0,3})?(?:\s*,\s*[1-9]\d{0,3}(?:-[1-9]\d{0,3})?)*$/)
      .nullable()
      .default(null),
    values: 'null or pages and ranges such as "1-20, 25"',
    description: 'The pages to translate, counted from 1; null: all. The others are left out.',
  },
  'pdf.order': {
    formats: ['pdf'],
    schema: z.enum(['auto', 'tags', 'places']).default('auto'),
    values: '"auto", "tags" or "places"',
    description:
      'What the order of reading is taken from: the tags of the PDF, or the places of its letters, for files whose tags are wrong. "auto": its tags, if they cover the text.',
  },
  'pdf.running_heads': {
    formats: ['pdf'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description: 'Whether lines that repeat at the top or bottom of pages are kept, once.',
  },
  'pdf.result': {
    formats: ['pdf'],
    schema: z.enum(['docx']).default('docx'),
    values: '"docx"',
    description: 'What the translation is: a Word document in reading order.',
  },
  'pdf.rights': {
    formats: ['pdf'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description:
      'Whether you have the right to copy from a PDF whose author forbids copying. Without it such a PDF is refused.',
  },
  syntaxes: {
    formats: FILE_TYPES,
    schema: z.array(z.enum(SYNTAX_NAMES)).max(100).nullable().default(null),
    values: `null or a list of ${SYNTAX_NAMES.map((name) => `"${name}"`).join(', ')}`,
    description:
      'The placeholders to protect that could also be words, such as `:name` (`laravel`). null: those that the format, the flags of a text (PO) or the texts themselves show; `examine` answers which.',
  },
} as const satisfies Readonly<Record<string, FormatOption>>;

type Options = typeof FORMAT_OPTIONS;
export type FormatOptionName = keyof Options;

/** All options of a format, defaults filled in. */
export type OptionsOf<Type extends FileType> = {
  readonly [
    Name in FormatOptionName as Type extends Options[Name]['formats'][number] ? Name : never
  ]: z.output<Options[Name]['schema']>;
};

export type AskedOptions = Record<string, unknown>;

/**
 * `format_options` as sent and stored: not yet validated against a format. Not `z.record`, which leaves out a
 * member named `__proto__`: it must be refused like any other name that the format does not have.
 */
export const askedOptionsSchema = z
  .unknown()
  .check(({ value, issues }) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) issues.push({ code: 'invalid_type', expected: 'record', input: value });
  })
  .meta({ type: 'object', additionalProperties: {} }) as z.ZodType<AskedOptions>;

export function optionsOfFormat(fileType: FileType): FormatOptionName[] {
  return OPTION_NAMES.filter((name) => optionOf(name).formats.includes(fileType));
}

/** For the OpenAPI document. */
export function describeFormatOptions(): string {
  const options = OPTION_NAMES.map((name) => {
    const { formats, values, description } = optionOf(name);
    const labels = formats.map((type) => formatFacts(type).label).join(', ');
    return `\`${name}\` (${labels}): ${values}. ${description}`;
  });
  return `Options of the file's format. ${options.join(' ')}`;
}

const OPTION_NAMES = Object.keys(FORMAT_OPTIONS) as FormatOptionName[];

export function optionOf(name: FormatOptionName): FormatOption {
  return FORMAT_OPTIONS[name];
}
