import { z } from 'zod';
import { formatFacts, PARAGRAPH_FORMATS } from './formats.ts';
import type { FileType } from './formats.ts';

/** One option of `format_options`. */
interface FormatOption {
  /** The formats that take it. */
  readonly formats: readonly FileType[];
  /** With a default: what holds where the option is left out. */
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

/** Texts of office files beside those of their pages; the first are what the audience sees. */
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
      'Whether a segment is a paragraph, or each sentence of one; the limit of segments then counts sentences. Formats that span several sentences are opened and closed in each, links are never cut, the white space between sentences stays.',
  },
  include: {
    formats: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
    schema: z
      .array(z.enum(INCLUDED))
      .max(100)
      .default([...SHOWN]),
    values: `a list of ${INCLUDED.map((name) => `"${name}"`).join(', ')}`,
    description:
      'What is translated beside the text itself, where the format has it: speaker notes, hidden slides and shapes, charts, SmartArt, what stands free on layouts and masters, comments, descriptions of pictures, title and keywords of the file.',
  },
  escape_formulas: {
    formats: ['csv'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description:
      'Whether a translation that newly begins as a formula gets an apostrophe before it. `INTERLINEAR_ESCAPE_FORMULAS` sets the default.',
  },
  columns: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: z.union([z.enum(['first', 'all']), columnListSchema]).default('first'),
    values: '"first", "all" or a list of letters, numbers and header names',
    description:
      'The columns that are translated. With "all" a segment of a workbook is a distinct text, of a CSV a cell.',
  },
  header: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: z.union([z.literal('auto'), z.boolean()]).default('auto'),
    values: '"auto", true or false',
    description:
      'Whether the first row holds names of columns; columns chosen by name say that it does. Names are translated only with `columns` as "first" and without `into`.',
  },
  into: {
    formats: ['csv', 'xlsx', 'ods'],
    schema: columnListSchema.nullable().default(null),
    values: 'null or a list with a column for each one in columns',
    description:
      'Where the translations go: into empty cells of these columns, or into new columns right after the last, named by the target language. The source stays.',
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
    values: 'a list of up to 50 names of attributes in small letters, such as ["data-label"]',
    description:
      'Further attributes whose values are translated, beside `alt`, `title` and the like; in MDX also those of components.',
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
      'Further keys of YAML front matter whose texts are translated, beside `title`, `description`, `summary` and `subtitle`. A dot leads into a key, or into each entry of a list.',
  },
  book_title: {
    formats: ['epub'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description: 'Whether the title of the book in its metadata is translated; its description always is.',
  },
  anchors: {
    formats: ['markdown'],
    schema: z.enum(['keep', 'ids']).default('keep'),
    values: '"keep" or "ids"',
    description:
      'Sites make the anchor of a heading from its text. With "ids" a translated heading gets its old anchor (`## Inicio {#start}`), so that links to it still work where the site knows this sign.',
  },
  'json.include': {
    formats: ['json', 'yaml'],
    schema: keyPathsSchema,
    values: KEY_PATHS,
    description:
      'The texts that are translated, by their keys; all where the list is empty. `*` is any key or part of one, `**` any number of keys.',
  },
  'json.exclude': {
    formats: ['json', 'yaml'],
    schema: keyPathsSchema,
    values: KEY_PATHS,
    description: 'Texts that stay as they are, by their keys, also where `json.include` has them.',
  },
  'json.plurals': {
    formats: ['json', 'yaml'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description:
      'Whether keys are added for plural forms that the target language has and the file lacks (`car_few`), with the text of `car_other`.',
  },
  'po.mark': {
    formats: ['po'],
    schema: z.enum(['none', 'fuzzy']).default('none'),
    values: '"none" or "fuzzy"',
    description:
      'Whether new translations are marked as fuzzy, for a translator to look at; not those that were confirmed in Review. gettext does not use fuzzy ones.',
  },
  'subtitles.join': {
    formats: ['srt', 'vtt'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description: 'Whether a sentence that goes over several cues is translated as one, and cut again.',
  },
  bilingual: {
    formats: ['srt', 'vtt'],
    schema: z.boolean().default(false),
    values: 'true or false',
    description: 'Whether the source stays under its translation.',
  },
  'xliff.refill': {
    formats: ['xliff'],
    schema: z.enum(['unfinished', 'missing', 'all']).default('unfinished'),
    values: '"unfinished", "missing" or "all"',
    description:
      'What is translated: targets that are missing, unfinished or a copy of their source; only missing ones; or all.',
  },
  'xliff.state': {
    formats: ['xliff'],
    schema: z.enum(['auto', 'always', 'never']).default('auto'),
    values: '"auto", "always" or "never"',
    description:
      'Whether a new target says its state: `needs-review-translation` in XLIFF 1.2 (`auto`: only where the file has states), `translated` in XLIFF 2, and `final` where it was confirmed in Review.',
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

/** `format_options` as sent and stored: not yet checked against a format. */
export const askedOptionsSchema = z.record(z.string(), z.unknown());
export type AskedOptions = z.infer<typeof askedOptionsSchema>;

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
