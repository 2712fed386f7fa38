import { z } from 'zod';

/** Stable error codes of the wire (`code` and `context` of a problem). */
export const errorCodeSchema = z.enum([
  'invalid_request',
  'unauthorized',
  'forbidden',
  'insufficient_credit',
  'not_found',
  'method_not_allowed',
  'conflict',
  'job_failed',
  'job_cancelled',
  'layout_unavailable',
  'no_keychain',
  'idempotency_mismatch',
  'quota_exceeded',
  'too_many_jobs',
  'internal_error',
  'engine_unavailable',
  'storage_full',
]);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/**
 * The status an error code answers with unless the thrower names another (413 and its like for
 * `invalid_request`).
 */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  insufficient_credit: 402,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  job_failed: 409,
  job_cancelled: 409,
  layout_unavailable: 409,
  no_keychain: 409,
  idempotency_mismatch: 422,
  quota_exceeded: 429,
  too_many_jobs: 429,
  internal_error: 500,
  engine_unavailable: 503,
  storage_full: 507,
};

/** Codes of `errors[].code`: what exactly is wrong with one field. */
export const fieldErrorCodeSchema = z.enum([
  'required',
  'invalid',
  'too_long',
  'too_many',
  'too_few',
  'unknown_language',
  'unsupported_pair',
  'same_language',
  'auto_not_supported',
  'unknown_engine',
  'bad_json',
  'bad_glossary',
  'not_multipart',
  'not_json',
  'truncated',
  'file_too_large',
  'empty_file',
  'unsupported_file_type',
  'wrong_extension',
  'macro_enabled',
  'template',
  'legacy_office',
  'password_protected',
  'damaged_file',
  'hostile_file',
  'undecodable_text',
  'broken_csv',
  'too_many_segments',
  'timeout',
  'bad_range',
  'other_job',
  'other_language',
  'fixed',
]);
export type FieldErrorCode = z.infer<typeof fieldErrorCodeSchema>;

/** `reason`: which of several cases of one code it is, where clients may want to tell them apart. */
export const reasonSchema = z.enum([
  // Codes of problems.
  'scope_missing',
  'sign_in_used',
  'job_not_done',
  'not_cancellable',
  'not_retryable',
  'job_deleted',
  'not_a_session',
  'edit_not_built',
  'stale_revision',
  'keychain_unusable',
  'no_secret_service',
  'event_streams',
  'service_busy',
  'engine_no_answer',
  'process_restarting',
  'account_storage',
  'linked_file',
  // Codes of fields.
  'number_too_small',
  'number_too_large',
  'unsafe_address',
  'no_whole_path',
  'key_characters',
  'unusable_model',
  'edit_too_long',
  'edit_control_characters',
  'edit_codes',
  'edit_nothing_to_translate',
  'segment_twice',
  'segment_kept_whole',
  'batch_kept_whole',
  'split_inside_code',
  'split_empty_part',
  'split_inside_link',
  'join_at_end',
  'join_across_paragraphs',
  'other_source',
  'empty_translation',
  'no_export',
  'lost_letters',
  'no_entries',
  'unknown_glossary',
  'unknown_model_file',
  'engine_lacks_pair',
  'no_dictionary',
  'no_format_options',
  'unknown_format_option',
  'format_option_value',
  'column_unknown',
  'column_names_without_header',
  'into_columns',
  'text_under_other_name',
  'unnamed_text',
  'pdf',
  'rtf',
  'image',
  'media',
  'archive',
  'program',
  'opendocument',
  'opendocument_template',
  'old_openoffice',
  'presentation',
  'po_of_keys',
  'string_catalog',
  'own_export',
  'binary_workbook',
  'old_format',
  // Codes of warnings and flags.
  'all_copied',
  'first_column_copied',
  'text_in_other_columns',
  'text_in_embedded_documents',
  'text_left_out',
  'stray_bytes',
  'same_as_source',
  'too_many_codes',
  'too_much_work',
  'length_short',
  'length_long',
  'said_twice',
  'repeated_phrase',
  'stray_signs',
  'broken_capitals',
  'no_question_mark',
  'no_colon',
  'no_inverted_question_mark',
  'no_inverted_exclamation_mark',
  'unpaired_bracket',
  // Codes of models.
  'redirected',
  'damaged_on_disk',
]);
export type Reason = z.infer<typeof reasonSchema>;

/** Codes of `warnings[].code` of a job: what could not be kept or used, and what was mended on the way. */
export const warningCodeSchema = z.enum([
  'tone_ignored',
  'context_ignored',
  'remote_engine',
  'glossary_duplicate_term',
  'glossary_term_missing',
  'codes_repaired',
  'codes_fallback',
  'layout_unavailable',
  'signature_invalidated',
  'bound_control_untranslated',
  'left_untranslated',
  'table_header_untranslated',
  'cell_too_long',
  'formula_quotes_text',
  'too_many_codes',
  'formula_escaped',
  'encoding_guessed',
  'encoding_changed',
  'broken_quotes',
  'untranslated',
  'unit_untranslated',
  'target_kept',
  'structured_data_kept',
  'plural_keys_missing',
  'index_stale',
  'formula_results_stale',
  'cue_too_long',
  'unit_too_long',
  'other_language_kept',
  'anchors_changed',
  'fixed_layout',
  'narration_kept',
  'rendition_kept',
  'nothing_translated',
  'chart_data_untranslated',
  'diagram_drawing_stale',
  'text_may_overflow',
  'embedded_font',
  'animation_widened',
  'part_missing',
]);
export type WarningCode = z.infer<typeof warningCodeSchema>;

/** Codes of `flags[].code` of a segment: what its reviewer should look at. */
export const segmentFlagCodeSchema = z.enum([
  'number_mismatch',
  'placeholder_mismatch',
  'glossary_missed',
  'codes_repaired',
  'codes_lost',
  'length_unusual',
  'untranslated',
  'repeated_word',
  'suspicious',
  'punctuation_mismatch',
  /** The translation memory's, of a source that is not quite the same. */
  'fuzzy_match',
  'empty',
  'edited',
]);
export type SegmentFlagCode = z.infer<typeof segmentFlagCodeSchema>;

/**
 * How far a segment's translation is: the engine's answer is `translated`, an edit `draft` until a person
 * confirms it.
 */
export const segmentStateSchema = z.enum(['draft', 'translated', 'confirmed']);
export type SegmentState = z.infer<typeof segmentStateSchema>;

/** The origin of a segment's translation. `copied`: there is nothing to translate in it. */
export const segmentOriginSchema = z.enum(['engine', 'memory', 'edited', 'copied']);
export type SegmentOrigin = z.infer<typeof segmentOriginSchema>;

/** Codes of a model's `error.code`: why its last install failed. */
export const modelErrorCodeSchema = z.enum([
  'hash_mismatch',
  'not_found',
  'network',
  'no_space',
  'unusable',
  'internal_error',
]);
export type ModelErrorCode = z.infer<typeof modelErrorCodeSchema>;

/** Why the service cannot start. Never on the wire: the command line and the desktop's shell say it. */
export const startErrorCodeSchema = z.enum([
  'folder_in_use',
  'folder_denied',
  'folder_read_only',
  'folder_is_file',
  'file_is_folder',
  'folder_missing',
  'too_many_open',
  'folder_fails',
  'folder_of_other_user',
  'folder_open_to_others',
  'folder_of_later_version',
  'folder_not_ours',
  'address_unknown',
  'ports_in_use',
  'port_denied',
  'address_fails',
]);
export type StartErrorCode = z.infer<typeof startErrorCodeSchema>;

/** Codes of a failed job's `error.code`. */
export const jobErrorCodeSchema = z.enum([
  'engine_failed',
  'engine_unavailable',
  'layout_unavailable',
  'source_damaged',
  'storage_full',
  'damaged_job',
  'internal_error',
]);
export type JobErrorCode = z.infer<typeof jobErrorCodeSchema>;
