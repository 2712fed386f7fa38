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

/** User-facing names of fields; others keep their API name. */
export const FIELD_NAMES = [
  ...['file', 'from', 'to', 'context', 'tone', 'glossary', 'name', 'term', 'translation', 'q'],
  ...['url', 'model', 'key', 'port', 'models_url', 'downloads_folder'],
] as const;

/**
 * The service's messages in another language: by code, or by reason if a code has several. Names in braces
 * are members of `details`, plus `count` and `field`. A new code without a text is a type error.
 */
export interface ServiceTexts {
  readonly problem: Readonly<Record<Exclude<ErrorCode | FieldErrorCode, OpenCode>, string>>;
  readonly reason: Readonly<Record<Reason, string>>;
  readonly warning: Readonly<Record<WarningCode, string>>;
  /** A finding of a checker has words of its own. */
  readonly flag: Readonly<Record<Exclude<SegmentFlagCode, 'grammar'>, string>>;
  readonly job: Readonly<Record<JobErrorCode, string>>;
  readonly model: Readonly<Record<ModelErrorCode, string>>;
  readonly start: Readonly<Record<StartErrorCode, string>>;
  readonly field: Readonly<Record<(typeof FIELD_NAMES)[number], string>>;
  /** Follows the sentence about the first of several bad fields. */
  readonly more: string;
}
