/** The limits the contract promises. All are inclusive: a file of exactly MAX_FILE_BYTES is accepted. */
export const LIMITS = {
  /** Bytes of an uploaded file, and of a JSON body. 10 MB is 10 × 1,048,576. */
  fileBytes: 10_485_760,
  documentSegments: 1_100,
  /** The upper bounds of the settings `max_segments` and `max_file_mb`. */
  maxDocumentSegments: 100_000,
  maxFileMb: 200,
  batchSegments: 100,
  /** Segments of a request for texts at once, and the milliseconds it may take. */
  textsSegments: 10,
  textsMs: 60_000,
  /** Segments of one PATCH. */
  editedSegments: 1_100,
  /** Characters of a comment, and of a private note, on a segment. */
  comment: 10_000,
  /** Characters of a batch segment's `id`. */
  segmentId: 256,
  /** Characters of `context`. */
  context: 2_000,
  /** Characters of `tone`. */
  tone: 200,
  /** Characters of a text whose language is to be detected. */
  detectText: 100_000,
  glossaryEntries: 1_000,
  /** A named glossary's entries per direction, directions, characters of its name; number per account. */
  dictionaryEntries: 10_000,
  dictionaries: 100,
  glossaryName: 200,
  /** Bytes of a glossary's entries as JSON, in all directions. */
  glossaryBytes: 10_485_760,
  glossaries: 1_000,
  /** A table that is read for the window: its rows, columns and characters. */
  tableRows: 20_000,
  tableColumns: 26,
  tableChars: 4_000_000,
  /** Bytes of an uploaded package of an agency, and of a translation memory in it; bilingual files in it. */
  packageBytes: 209_715_200,
  packageMemoryBytes: 209_715_200,
  packageFiles: 500,
  /** Bytes of an imported TMX file. */
  tmxBytes: 104_857_600,
  /** Texts of each file of an alignment, files of each side of a request, and pairs that one replaces. */
  alignedTexts: 20_000,
  alignedFiles: 100,
  changedPairs: 1_000,
  /** Characters of a memory search. */
  memoryQuery: 2_000,
  /** Units that a deletion may name. */
  unitIds: 1_000,
  /** Characters of a glossary's term, and of its translation. */
  glossaryWord: 1_000,
  /** Characters of an id that the service gave out. */
  id: 100,
  /** Clients of an account, characters of a client's name, and memories and glossaries that its work uses. */
  clients: 1_000,
  clientName: 200,
  clientMemories: 100,
  clientGlossaries: 100,
  /** Findings that a request ignores, and characters of a reason. */
  ignoredFindings: 500,
  ignoreReason: 500,
  /** Rules and words of the checker of grammar that are never shown. */
  ignoredRules: 2_000,
  /** DOCX jobs an account may create in any rolling 24 hours. */
  docxQuota: 10,
  docxQuotaWindowMs: 86_400_000,
  /** Jobs of one account that may run at the same time. */
  runningJobs: 1_000,
  /** MB that an account's jobs may take on disk, unless the settings say otherwise. */
  storedMb: 20_480,
  /** MB of translations kept in memory. */
  cacheMb: 32,
  /** Bytes of one draft, and drafts of an account. */
  draftBytes: 2_097_152,
  drafts: 50,
  /** Documents being extracted at the same time; others wait. */
  concurrentExtractions: 2,
  /** Streams of events that one account may have open. */
  eventStreams: 32,
  /** Minimum milliseconds between two events of one job. */
  eventRoundMs: 250,
  idempotencyWindowMs: 86_400_000,
  /** Seconds a client is asked to wait between polls (`Retry-After`). */
  pollSeconds: 2,
} as const;
