import { z } from 'zod';
import {
  modelErrorCodeSchema,
  segmentFlagCodeSchema,
  segmentOriginSchema,
  segmentStateSchema,
} from './codes.ts';
import { specificsShape } from './specifics.ts';
import { askedOptionsSchema } from './format-options.ts';
import { enginePairSchema, fileTypeSchema, jobSchema, warningSchema } from './job.ts';
import { LOCAL_SERVER_PORTS } from './local-servers.ts';
import type { LocalServerKind } from './local-servers.ts';
import { scopeSchema } from './requests/accounts.ts';
import { modelStateSchema } from './requests/models.ts';

/** The service's answers, beside the job itself (job.ts) and problems (problem.ts). */

export const healthSchema = z.object({ status: z.literal('ok'), version: z.string() });

const languageSchema = z.object({
  code: z.string(),
  name: z.string(),
  endonym: z.string(),
  rtl: z.boolean(),
});

/** `*` means any language: pseudo-localisation, and engines that have no list. */
const languagePairSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Ids of the engines that know the pair, those that are ready first. */
  engines: z.array(z.string()),
  /** Whether one of them can translate now. */
  ready: z.boolean(),
  /** The language in between, where no engine has the direction itself, or only one that is not ready. */
  pivot: z.literal('en').optional(),
});

export const languagesSchema = z.object({
  languages: z.array(languageSchema),
  pairs: z.array(languagePairSchema),
});
export type Languages = z.infer<typeof languagesSchema>;

export const detectedSchema = z.object({
  /** Best first, at most five. */
  languages: z.array(z.object({ code: z.string(), confidence: z.number().min(0).max(1) })),
});
export type DetectedLanguages = z.infer<typeof detectedSchema>;

/** The contents of a document, before it is sent. */
export const examinedSchema = z.object({
  file_type: fileTypeSchema,
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  source_words: z.int().nonnegative(),
  /** Words of segments equal to an earlier one. */
  repeated_words: z.int().nonnegative(),
  /** Words that the translation memory knows, or knows similarly (an estimate for very long documents). */
  memory_words: z.object({ exact: z.int().nonnegative(), fuzzy: z.int().nonnegative() }).optional(),
  /**
   * All words, each once: as a quote counts them. A text that the memory knows is `match_100` wherever it is,
   * another that was there before a repetition. Without from and to nothing is a match.
   */
  word_bands: z.object({
    new: z.int().nonnegative(),
    match_50: z.int().nonnegative(),
    match_75: z.int().nonnegative(),
    match_85: z.int().nonnegative(),
    match_95: z.int().nonnegative(),
    match_100: z.int().nonnegative(),
    repetitions: z.int().nonnegative(),
    /** Characters that are copied: numbers, addresses, codes. */
    copied: z.int().nonnegative(),
    /** Only some of the document's many texts were compared with similar ones; the rest is extrapolated. */
    estimated: z.literal(true).optional(),
  }),
  ...detectedSchema.shape,
  /** Tables only. */
  columns: z
    .array(
      z.object({
        /** From the header row. */
        name: z.string().optional(),
        letter: z.string(),
        /** Cells that are not empty, without the header row. */
        segments: z.int().nonnegative(),
        /** Those of them with text for a translator: no numbers, codes, formulas, keys or ids. */
        texts: z.int().nonnegative(),
        /** Up to three texts of at most 80 characters. */
        sample: z.array(z.string()),
      }),
    )
    .optional(),
  /** Content that these options leave untranslated. */
  left_out: z.array(z.object({ what: z.string(), count: z.int().positive() })),
  warnings: z.array(warningSchema),
  /** The options of the format, as they hold here. */
  options: askedOptionsSchema,
});
export type WordBands = ExaminedResource['word_bands'];
export type ExaminedResource = z.infer<typeof examinedSchema>;

export const engineSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether text that it translates leaves this machine. */
  kind: z.enum(['local', 'remote']),
  /** Whether the workers of a team run it, on other machines of theirs. */
  team: z.literal(true).optional(),
  enabled: z.boolean(),
  /** Whether it can translate now. */
  ready: z.boolean(),
  /** Why it is not ready, and how to mend it. */
  reason: z.string().optional(),
  /** A command that makes it ready. */
  help: z.string().optional(),
  capabilities: z.object({
    inline_codes: z.boolean(),
    glossary: z.boolean(),
    tone: z.enum(['none', 'formality', 'free']),
    context: z.boolean(),
  }),
  pairs: z.array(enginePairSchema.extend({ ready: z.boolean() })),
  /** Its place in the engine order, from 0; absent where it serves only when named. */
  order: z.int().nonnegative().optional(),
  /** Remote engines only. */
  settings: z.object({ url: z.string().optional(), model: z.string().optional() }).optional(),
  /** The source of a remote engine's key. */
  key: z.enum(['none', 'keychain', 'environment']).optional(),
  /** The members among `url`, `model` and `key` that the environment decides for this run. */
  fixed: z.array(z.string()).optional(),
});
export const engineTestSchema = z.object({
  ok: z.boolean(),
  millis: z.int().nonnegative(),
  /** Present on success. */
  translated_text: z.string().optional(),
  /** For a language model: words per second of a second sentence, once the model is loaded. */
  words_per_second: z.number().nonnegative().optional(),
  /** Why it did not. */
  error: z.string().optional(),
});
export type EngineTestResource = z.infer<typeof engineTestSchema>;
/** Servers of language models on this machine. */
export const localServersSchema = z.object({
  servers: z.array(
    z.object({
      kind: z.enum(Object.keys(LOCAL_SERVER_PORTS) as [LocalServerKind, ...LocalServerKind[]]),
      name: z.string(),
      url: z.string(),
      models: z.array(
        z.object({
          id: z.string(),
          /** The translation model that it is, where it is asked in a way of its own. */
          profile: z.string().optional(),
          /** How many languages that one translates. */
          languages: z.int().positive().optional(),
          /** Whether the server passes text on to one elsewhere. */
          elsewhere: z.boolean(),
        }),
      ),
    }),
  ),
});
export type LocalServerResource = z.infer<typeof localServersSchema>['servers'][number];
export const enginesSchema = z.object({ engines: z.array(engineSchema) });
export type EngineResource = z.infer<typeof engineSchema>;

export const modelSchema = z.object({
  /** `bergamot-{from}-{to}-{variant}`. */
  id: z.string(),
  engine: z.string(),
  from: z.string(),
  to: z.string(),
  /** Small and quick, or larger and better. */
  variant: z.enum(['tiny', 'base', 'base-memory']),
  state: modelStateSchema,
  /**
   * An estimate where the list has no packed sizes, until the download begins. 0 for an installed model no
   * longer listed: it can only be removed.
   */
  download_bytes: z.int().nonnegative(),
  /** On the disk; where it is installed. */
  installed_bytes: z.int().nonnegative().optional(),
  /** While it installs. */
  received_bytes: z.int().nonnegative().optional(),
  /** Why the last install failed, or that what was installed has been found damaged. */
  error: z
    .object({
      code: modelErrorCodeSchema,
      message: z.string(),
      ...specificsShape,
    })
    .optional(),
  version: z.string().optional(),
  licence: z.string(),
  /** Scores on the FLORES test set, as the model's makers published them. */
  quality: z
    .object({
      bleu: z.number().optional(),
      chrf: z.number().optional(),
      comet: z.number().optional(),
    })
    .optional(),
});
export type ModelResource = z.infer<typeof modelSchema>;
export const modelFilesSchema = modelSchema.extend({
  /** For a machine without a network: fetch them on another, and import them (`POST /v1/models/import`). */
  files: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      /** Size and SHA-256 of the file at that address, where they are known. */
      bytes: z.int().positive().optional(),
      sha256: z.string().optional(),
    }),
  ),
});
export type ModelFilesResource = z.infer<typeof modelFilesSchema>;
export const modelsSchema = z.object({ models: z.array(modelSchema) });
export const importReportSchema = z.object({
  /** Ids of the models that are installed now and were not before. */
  installed: z.array(z.string()),
  /** Ids of the models that files belong to, and that were installed before. */
  present: z.array(z.string()),
  /** Files that are of no known model, or damaged. */
  refused: z.array(z.object({ name: z.string(), message: z.string(), ...specificsShape })),
});
export type ImportReportResource = z.infer<typeof importReportSchema>;

export const usageSchema = z.object({
  account_id: z.string(),
  /** Characters left, or null for an unmetered account. Changes only when a job is done. */
  credit_balance: z.int().nullable(),
  /** Characters that running jobs will cost. */
  credit_reserved: z.int().nonnegative(),
  total_chars: z.int().nonnegative(),
  days: z.array(z.object({ date: z.iso.date(), chars: z.int().nonnegative(), jobs: z.int().nonnegative() })),
  docx_quota: z.object({
    /** 0 is unlimited. */
    limit: z.int().nonnegative(),
    used: z.int().nonnegative(),
    /** When the oldest counted job leaves the window. */
    frees_at: z.iso.datetime().optional(),
  }),
});
export type UsageResource = z.infer<typeof usageSchema>;

export const jobListSchema = z.object({
  jobs: z.array(jobSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type JobList = z.infer<typeof jobListSchema>;

export const segmentFlagSchema = z.object({
  code: segmentFlagCodeSchema,
  /** For people: what to look at. */
  message: z.string(),
  ...specificsShape,
});
export type SegmentFlag = z.infer<typeof segmentFlagSchema>;

export const segmentSchema = z.object({
  index: z.int().nonnegative(),
  /** As the client gave it; batches only. */
  id: z.string().optional(),
  /** The file's own name for the text: a JSON path, a message id. Only of formats that have one. */
  key: z.string().optional(),
  /** The file's note to the translator of this text. */
  note: z.string().optional(),
  /** The reviewers' comments from a Word table. */
  comment: z.string().optional(),
  /** Documents: codes as `<1>…</1>` and `<2/>`, `<`, `>` and `&` escaped as in XML. Batches: plain text. */
  text: z.string(),
  /** In the same form as `text`; null where there is none yet. */
  translated_text: z.string().nullable(),
  /** Absent where there is no translation yet. */
  origin: segmentOriginSchema.optional(),
  /** Absent where there is no translation yet. */
  state: segmentStateSchema.optional(),
  /** Other segments of the job that are equal in text and codes; absent where there are none. */
  repetitions: z.int().positive().optional(),
  edited: z.boolean(),
  flags: z.array(segmentFlagSchema),
});
const namedGlossarySchema = z.object({
  id: z.string(),
  name: z.string(),
  dictionaries: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      entry_count: z.int().nonnegative(),
      /** Not in lists. */
      entries: z.array(z.object({ term: z.string(), translation: z.string() })).optional(),
    }),
  ),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export const glossaryResourceSchema = namedGlossarySchema;
const count = z.int().nonnegative();
export const importedGlossarySchema = namedGlossarySchema.extend({
  /** Outcome of the file's rows (CSV) or units (TMX): the other numbers add up to `read`. */
  imported: z.object({
    read: count,
    added: count,
    /** Terms that had another translation. */
    updated: count,
    /** Terms that had the same one. */
    unchanged: count,
    /** Units without a text in one of the two languages. */
    incomplete: count,
    /** Terms that appear more than once in the file: the last translation was taken. */
    repeated: count,
  }),
});
export type ImportedGlossary = z.infer<typeof importedGlossarySchema>;
export const glossariesSchema = z.object({
  /** Oldest first. */
  glossaries: z.array(namedGlossarySchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type GlossaryResource = z.infer<typeof namedGlossarySchema>;

export const memorySchema = z.object({
  units: z.int().nonnegative(),
  pairs: z.array(z.object({ from: z.string(), to: z.string(), units: z.int().nonnegative() })),
});
export type MemoryOverview = z.infer<typeof memorySchema>;
export const memoryMatchesSchema = z.object({
  /** Most similar first. Texts with inline codes, as the segments of documents show them. */
  matches: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      match: z.int().min(0).max(100),
      updated_at: z.iso.datetime(),
    }),
  ),
});
export const memoryUnitsSchema = z.object({
  /** Newest first. Texts with inline codes, as the segments of documents show them. */
  units: z.array(
    z.object({
      id: z.string(),
      source: z.string(),
      target: z.string(),
      updated_at: z.iso.datetime(),
    }),
  ),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type MemoryUnitsPage = z.infer<typeof memoryUnitsSchema>;
export const memoryImportedSchema = z.object({
  added: z.int().nonnegative(),
  updated: z.int().nonnegative(),
  /** Units that are there already, lack one of the languages, or are too long. */
  skipped: z.int().nonnegative(),
  /** The new memory, if the import named one. */
  memory_id: z.string().optional(),
});
export const memoriesSchema = z.object({
  memories: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      from: z.string(),
      /** Languages that it has translations in. */
      targets: z.array(z.string()),
      /** Source texts. */
      units: z.int().nonnegative(),
      /** Whether it holds the account's own confirmed segments: it cannot be removed as a whole. */
      own: z.boolean(),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
    }),
  ),
});

export type MemoryMatches = z.infer<typeof memoryMatchesSchema>;
export type MemoryImported = z.infer<typeof memoryImportedSchema>;

export const translatedTextsSchema = z.object({
  /** In the order of the request. */
  segments: z.array(
    z.object({
      /** As the client gave it. */
      id: z.string().optional(),
      text: z.string(),
      translated_text: z.string(),
      origin: segmentOriginSchema,
      flags: z.array(segmentFlagSchema),
    }),
  ),
  /** Unicode code points, which were charged. */
  source_chars: z.int().nonnegative(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  warnings: z.array(warningSchema),
});
export type TranslatedTexts = z.infer<typeof translatedTextsSchema>;

export const segmentsSchema = z.object({
  segments: z.array(segmentSchema),
  /** Revision of the job, for `If-Match` on a change. */
  revision: z.string(),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export const importedSegmentsSchema = z.object({
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** Segments that were left as they are, and why. */
  refused: z.array(z.object({ index: z.int().nonnegative(), message: z.string(), ...specificsShape })),
});
export type ImportedSegments = z.infer<typeof importedSegmentsSchema>;

export const editedSegmentsSchema = z.object({
  /** Those whose translation or state is another now. */
  segments: z.array(segmentSchema),
  /** The job's new revision. */
  revision: z.string(),
});
export type SegmentResource = z.infer<typeof segmentSchema>;

export const reshapedSegmentsSchema = editedSegmentsSchema.extend({
  /** So many segments from `index` on gave way to `by` others; those behind have other indexes. */
  replaced: z.object({ index: z.int(), count: z.int(), by: z.int() }),
  total_segments: z.int(),
});
export type ReshapedSegments = z.infer<typeof reshapedSegmentsSchema>;

export const sessionProvenSchema = z.object({
  /** The same of the four lines `interlinear session`, `service`, the port and the nonce. */
  proof: z.string(),
});

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  credit_balance: z.int().nullable(),
  docx_quota: z.int().nonnegative().nullable(),
  created_at: z.iso.datetime(),
});
export const accountsSchema = z.object({ accounts: z.array(accountSchema) });
export type AccountResource = z.infer<typeof accountSchema>;

export const keySchema = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
  /** Set for a browser session: it ends by sign-out, or after 30 days without use. */
  session: z.literal(true).optional(),
});
export const keysSchema = z.object({ keys: z.array(keySchema) });
export type KeyResource = z.infer<typeof keySchema>;

/** `key` is shown this once: the service keeps only its hash. */
export const newKeyAnswerSchema = keySchema.extend({ key: z.string() });

export const signInSchema = z.object({
  /** Opens the window signed in, once. A secret: pass it by a file that only its user can read. */
  open_url: z.string(),
  expires_at: z.iso.datetime(),
});

const connectionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
});
export type ConnectionResource = z.infer<typeof connectionSchema>;
export const connectionsSchema = z.object({ connections: z.array(connectionSchema) });
export const newConnectionAnswerSchema = connectionSchema.extend({ address: z.string() });

export const integrationsSchema = z.object({
  programs: z.array(
    z.object({
      name: z.string(),
      /** The values to enter, and where. */
      settings: z.array(z.object({ label: z.string(), value: z.string() })),
      /** The evidence: a file of the program's source, or its documentation. */
      source: z.string(),
    }),
  ),
});
export type Integrations = z.infer<typeof integrationsSchema>;
