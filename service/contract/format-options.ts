import { z } from 'zod';
import { formatFacts } from './formats.ts';
import type { FileType } from './formats.ts';
import { ProblemError } from './problem.ts';
import type { FieldError } from './problem.ts';

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

/** The options of formats, by their names on the wire. Names with a dot are written as one (`"subtitles.join": false`). */
export const FORMAT_OPTIONS = {
  escape_formulas: {
    formats: ['csv'],
    schema: z.boolean().default(true),
    values: 'true or false',
    description: 'Whether a translation that newly begins as a formula gets an apostrophe before it.',
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

/** `format_options` as a client sends them and a job keeps them: some options, not yet checked against a format. */
export const askedOptionsSchema = z.record(z.string(), z.unknown());
export type AskedOptions = z.infer<typeof askedOptionsSchema>;

export function optionsOfFormat(fileType: FileType): FormatOptionName[] {
  return OPTION_NAMES.filter((name) => optionOf(name).formats.includes(fileType));
}

/**
 * The asked options as their format's schema reads them, defaults filled in; null is as if left out. Throws `invalid_request` naming each
 * that the format does not have (`format_options.NAME`), or whose value it cannot be.
 */
export function readFormatOptions<Type extends FileType>(
  fileType: Type,
  asked: AskedOptions = {},
): OptionsOf<Type> {
  const names: readonly string[] = optionsOfFormat(fileType);
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  const errors = given.filter(([name]) => !names.includes(name)).map(([name]) => unknown(fileType, name));
  const read = optionsOfFormat(fileType).map((name) => {
    const value = Object.hasOwn(asked, name) ? (asked[name] ?? undefined) : undefined;
    const result = optionOf(name).schema.safeParse(value);
    if (!result.success) errors.push(wrongValue(name));
    return [name, result.data];
  });
  const [first] = errors;
  if (first) throw new ProblemError('invalid_request', first.message, { errors });
  return Object.fromEntries(read) as OptionsOf<Type>;
}

const OPTION_NAMES = Object.keys(FORMAT_OPTIONS) as FormatOptionName[];

function optionOf(name: FormatOptionName): FormatOption {
  return FORMAT_OPTIONS[name];
}

function unknown(fileType: FileType, name: string): FieldError {
  const { label } = formatFacts(fileType);
  const names = optionsOfFormat(fileType).join(', ');
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return {
    field: `format_options.${shown}`,
    code: 'invalid',
    ...(names === ''
      ? {
          message: `${label} files have no options. Leave format_options out.`,
          reason: 'no_format_options',
          details: { format: label },
        }
      : {
          message: `${label} files have no option ${shown}. They have: ${names}.`,
          reason: 'unknown_format_option',
          details: { format: label, option: shown, options: names },
        }),
  };
}

function wrongValue(name: FormatOptionName): FieldError {
  const { values } = optionOf(name);
  return {
    field: `format_options.${name}`,
    code: 'invalid',
    message: `The option ${name} must be ${values}.`,
    reason: 'format_option_value',
    details: { option: name, values },
  };
}
