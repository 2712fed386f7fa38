import type {
  ErrorCode,
  FieldErrorCode,
  JobErrorCode,
  ModelErrorCode,
  Reason,
  SegmentFlagCode,
  StartErrorCode,
  WarningCode,
} from '../../service/contract/index.ts';

/** Codes with many causes: only their reasons have texts. */
export const OPEN_CODES = ['invalid', 'conflict', 'forbidden'] as const;
type OpenCode = (typeof OPEN_CODES)[number];

/** Names of fields as people know them; others keep their name in the API. */
export const FIELD_NAMES = [
  ...['file', 'from', 'to', 'context', 'tone', 'glossary', 'name', 'term', 'translation', 'q'],
  ...['url', 'model', 'key', 'port', 'models_url', 'downloads_folder'],
] as const;

/**
 * What the service says in English, in another language: by code, or by the reason where a code has several.
 * Names in braces are members of `details`, and `count` and `field`. A code that comes new is a type error
 * here.
 */
export interface ServiceTexts {
  readonly problem: Readonly<Record<Exclude<ErrorCode | FieldErrorCode, OpenCode>, string>>;
  readonly reason: Readonly<Record<Reason, string>>;
  readonly warning: Readonly<Record<WarningCode, string>>;
  readonly flag: Readonly<Record<SegmentFlagCode, string>>;
  readonly job: Readonly<Record<JobErrorCode, string>>;
  readonly model: Readonly<Record<ModelErrorCode, string>>;
  readonly start: Readonly<Record<StartErrorCode, string>>;
  readonly field: Readonly<Record<(typeof FIELD_NAMES)[number], string>>;
  /** After the sentence on the first of several bad fields. */
  readonly more: string;
}
