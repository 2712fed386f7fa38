import { rm } from 'node:fs/promises';
import { documentFieldsSchema } from '../../contract/index.ts';
import type { FieldError } from '../../contract/index.ts';
import type { NewDocument } from '../../jobs/port.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { checkPair, jobOptions, readGlossaryId, readGlossaryText } from '../request/job-options.ts';
import { readLanguages } from '../request/language-fields.ts';
import type { LanguageFields } from '../request/language-fields.ts';
import { receiveForm } from '../request/upload-form.ts';
import type { UploadForm } from '../request/upload-form.ts';
import { check, invalidFields } from '../request/validate.ts';
import { POLL_AFTER, presentJob } from '../response/present-job.ts';
import { sendFile } from '../response/send-file.ts';
import { sharedJobHandlers } from './shared-job-handlers.ts';
import { answerCreated } from '../response/answer-created.ts';

type DocumentHandlers = Pick<
  Handlers,
  | 'createDocument'
  | 'documentStatus'
  | 'documentContent'
  | 'documentSource'
  | 'cancelDocument'
  | 'documentSegments'
  | 'retryDocument'
  | 'deleteDocument'
>;

export function documentHandlers(services: HttpServices): DocumentHandlers {
  const { jobs } = services;
  const shared = sharedJobHandlers(services, 'document');
  return {
    createDocument: (call) => createDocument(services, call),
    documentStatus: async ({ ctx, params, principal }) => {
      const job = await jobs.get(principal.accountId, params['id']!, 'document');
      if (job.status === 'running') ctx.set('Retry-After', POLL_AFTER);
      ok(ctx, presentJob(job));
    },
    documentContent: async ({ ctx, params, principal }) => {
      const simple = ctx.query['simple'] === '1' || ctx.query['simple'] === 'true';
      const content = await jobs.content(principal.accountId, params['id']!, { simple });
      if ('file' in content) return sendFile(ctx, content.file);
      ctx.set('Retry-After', POLL_AFTER);
      ok(ctx, presentJob(content.running), 202);
    },
    documentSource: async ({ ctx, params, principal }) => {
      await sendFile(ctx, await jobs.source(principal.accountId, params['id']!));
    },
    cancelDocument: shared.cancel,
    documentSegments: shared.segments,
    retryDocument: shared.retry,
    deleteDocument: shared.remove,
  };
}

async function createDocument(services: HttpServices, { ctx, principal, gone }: Call): Promise<void> {
  const signal = gone();
  const form = await receiveForm(ctx, services);
  try {
    const request = await readForm(form);
    const idempotency = readIdempotency(ctx, () => payloadOf(form));
    const named = await checkPair(services.translation, request.languages, request.engine);
    const job = await services.jobs.createDocument({
      accountId: principal.accountId,
      ...request.languages,
      ...named,
      options: request.options,
      upload: request.upload,
      ...idempotency,
      signal,
    });
    answerCreated(ctx, 'document', job);
  } catch (error) {
    if (form.file) await rm(form.file.path, { force: true });
    throw error;
  }
}

interface DocumentRequest {
  languages: LanguageFields;
  engine: string | undefined;
  options: NewDocument['options'];
  upload: NewDocument['upload'];
}

/** All that is wrong with the form's fields at once: a person mends them in one go. */
async function readForm({ fields, file }: UploadForm): Promise<DocumentRequest> {
  const given = Object.fromEntries(fields);
  const checked = check(documentFieldsSchema.omit({ from: true, to: true }), given);
  const languages = readLanguages(given);
  const glossary = await readGlossaryText(given['glossary']);
  const errors = [
    ...(file ? [] : [missingFile()]),
    ...languages.errors,
    ...checked.errors,
    ...glossary.errors,
    ...readGlossaryId(given['glossary_id']),
  ];
  if (!file || !languages.value || !checked.value || errors.length > 0) throw invalidFields(errors);
  return {
    languages: languages.value,
    engine: checked.value.engine,
    options: jobOptions(checked.value, glossary.value),
    upload: { path: file.path, fileName: file.fileName, mediaType: file.mediaType },
  };
}

/** What makes an upload the same as an earlier one. A part's media type counts only where no name says what the file is. */
function payloadOf({ fields, file }: UploadForm): unknown {
  return {
    fields: Object.fromEntries(fields),
    file: file && { sha256: file.sha256, name: file.fileName ?? { mediaType: file.mediaType } },
  };
}

function missingFile(): FieldError {
  return {
    field: 'file',
    code: 'required',
    message: 'The form has no file. Add the document as the part named "file".',
  };
}
