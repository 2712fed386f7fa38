import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type Koa from 'koa';
import { fieldProblem, maxFileBytes } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';
import { asStorageError, isStorageFull } from '../../lib/storage-error.ts';
import type { BodyServices, BodyTimeouts } from '../handler.ts';
import type { FormField } from '../route.ts';
import { openBody } from './body.ts';
import { receiveFile } from './upload-file.ts';
import type { NamedFile, ReceivingFile, UploadedFile } from './upload-file.ts';

/** Bytes of a form besides its file: boundaries, part headers, and the text fields. */
const FORM_OVERHEAD = 2 * 1024 * 1024;
/** Bytes of one text field: far above the needs of `context` and a glossary of 1,000 entries. */
const TEXT_FIELD_BYTES = 1024 * 1024;
const MAX_PARTS = 64;
const MEGABYTE = 1_048_576;

export interface UploadForm {
  /** The requested text fields, in their order. */
  readonly fields: readonly FormField[];
  readonly file: UploadedFile | undefined;
  /** All files, each with the name of its part. */
  readonly files: readonly NamedFile[];
}

export interface FormOptions {
  /** Text fields to keep, each at most once; others are dropped. `any`: all, repeated ones too. */
  readonly textFields: ReadonlySet<string> | 'any';
  /** The name of the file part, or the names of parts that may come several times; undefined without one. */
  readonly fileField: string | readonly string[] | undefined;
  /** Files of one name. */
  readonly maxFiles?: number;
  readonly maxParts?: number;
  /** Bytes of one text field. */
  readonly maxTextBytes?: number;
  readonly newUploadPath: () => string | Promise<string>;
  /** Bytes of the file. */
  readonly maxFileBytes: number;
  /** The setting that defines this limit, if any. */
  readonly setting?: string;
  readonly timeouts: BodyTimeouts;
}

/**
 * Receives multipart/form-data (RFC 7578), parts in any order; the `file` part goes straight to disk. Throws
 * 415, 413, 408 or 400 as soon as the reason is known, and then leaves no file behind.
 */
export async function receiveForm(ctx: Koa.Context, options: FormOptions): Promise<UploadForm> {
  const parser = createParser(ctx, options);
  const body = openBody(ctx, {
    maxBytes: options.maxFileBytes * filesOf(options) + FORM_OVERHEAD,
    tooLarge: () => fileTooLarge(ctx, options),
    timeouts: options.timeouts,
  });
  const form = new FormReader(options, () => fileTooLarge(ctx, options));
  try {
    await new Promise<void>((resolve, reject) => {
      body.failed.addEventListener('abort', () => reject(body.failed.reason as Error));
      form.onFailure(reject);
      form.listen(parser);
      parser.on('error', (error) => reject(parserProblem(error))).on('close', resolve);
      ctx.req.pipe(parser);
    });
    return await form.finish();
  } catch (error) {
    ctx.req.unpipe(parser);
    parser.destroy();
    await form.discard();
    throw storeProblem(error);
  } finally {
    body.release();
  }
}

/** How many files the form may have. */
function filesOf({ fileField, maxFiles = 1 }: FormOptions): number {
  return typeof fileField === 'object' ? fileField.length * maxFiles : 1;
}

function partsOf(options: FormOptions): number {
  return (options.maxParts ?? MAX_PARTS) + filesOf(options);
}

function createParser(ctx: Koa.Context, options: FormOptions): busboy.Busboy {
  const { maxFileBytes: maxBytes } = options;
  try {
    if (!/^multipart\/form-data *;/i.test(ctx.get('Content-Type'))) throw new Error('not multipart');
    return busboy({
      headers: ctx.req.headers,
      // Browsers write file names in UTF-8; busboy defaults to Latin-1.
      defParamCharset: 'utf8',
      // One byte more: a file of exactly the limit passes, the next byte is detected at once.
      limits: {
        fileSize: maxBytes + 1,
        // A `file` part without a file name arrives as a field.
        fieldSize: maxBytes + 1,
        parts: partsOf(options),
      },
    });
  } catch {
    throw fieldProblem(
      'body',
      'not_multipart',
      'An upload must be multipart/form-data with a boundary. HTTP libraries write that header themselves when given a form.',
      { status: 415 },
    );
  }
}

/** Receives a form, and writes its file. */
class FormReader {
  readonly #options: FormOptions;
  readonly #fields: FormField[] = [];
  readonly #files: { readonly field: string; readonly file: ReceivingFile }[] = [];
  readonly #texts: Promise<void>[] = [];
  #fail: (error: unknown) => void = () => undefined;

  readonly #tooLarge: () => ProblemError;

  constructor(options: FormOptions, tooLarge: () => ProblemError) {
    this.#options = options;
    this.#tooLarge = tooLarge;
  }

  onFailure(fail: (error: unknown) => void): void {
    this.#fail = fail;
  }

  listen(parser: busboy.Busboy): void {
    parser.on('file', (name, stream, info) => this.#guard(() => this.#takeFilePart(name, stream, info)));
    parser.on('field', (name, value: string | undefined, info) =>
      this.#guard(() => this.#takeField(name, value, info)),
    );
    parser.on('partsLimit', () =>
      this.#fail(
        fieldProblem(
          'body',
          'too_many',
          `The form has more than ${partsOf(this.#options)} parts. Send fewer.`,
        ),
      ),
    );
  }

  async finish(): Promise<UploadForm> {
    await Promise.all(this.#texts);
    const files: NamedFile[] = [];
    for (const { field, file } of this.#files) {
      const received = await file.done;
      // A browser's form without a chosen file sends an empty part without a name.
      if (received.bytes > 0 || received.fileName !== undefined) files.push({ ...received, field });
      else await file.discard();
    }
    return { fields: this.#fields, file: files[0], files };
  }

  async discard(): Promise<void> {
    await Promise.allSettled(this.#texts);
    for (const { file } of this.#files) await file.discard();
  }

  /** An error thrown in a stream's listener would end the process. */
  #guard(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#fail(error);
    }
  }

  #takeFilePart(name: string | undefined, stream: Readable, info: busboy.FileInfo): void {
    // The unhandled error of a part that breaks off before it is read would end the process.
    stream.on('error', () => undefined);
    if (this.#isFile(name)) this.#startFile(name, stream, info.filename, info.mimeType);
    // A client that sends a text field from a file (`curl -F glossary=@terms.json`) means its content.
    else if (this.#isTextField(name))
      this.#texts.push(this.#readText(name, stream).catch((error: unknown) => this.#fail(error)));
    else stream.resume();
  }

  #takeField(name: string | undefined, value: string | undefined, info: busboy.FieldInfo): void {
    if (!this.#isFile(name) && !this.#isTextField(name)) return;
    // Despite its types, busboy gives no text for an unknown charset.
    if (value === undefined) this.#fail(unknownCharset(name));
    else if (this.#isFile(name)) this.#takeNamelessFile(name, value, info);
    else this.#addField(name, value);
  }

  /**
   * A `file` part without a file name: only its media type distinguishes it from a text field of that name.
   */
  #takeNamelessFile(name: string, value: string, info: busboy.FieldInfo): void {
    if (info.valueTruncated) this.#fail(this.#tooLarge());
    // A browser may send this for an untouched file input.
    else if (value === '') return;
    // busboy has decoded the part: bytes that are not UTF-8 are lost.
    else if (info.mimeType === 'text/plain' || value.includes('\ufffd')) this.#fail(noFileName(name));
    else this.#startFile(name, [Buffer.from(value)], undefined, info.mimeType);
  }

  #isFile(name: string | undefined): name is string {
    const { fileField } = this.#options;
    if (name === undefined || fileField === undefined) return false;
    return typeof fileField === 'string' ? name === fileField : fileField.includes(name);
  }

  #isTextField(name: string | undefined): name is string {
    const { textFields } = this.#options;
    return name !== undefined && (textFields === 'any' || textFields.has(name));
  }

  #addField(name: string, value: string): void {
    const { textFields, maxTextBytes = TEXT_FIELD_BYTES } = this.#options;
    if (textFields !== 'any' && this.#fields.some(([given]) => given === name)) {
      this.#fail(fieldProblem(name, 'too_many', `The form has ${name} more than once. Send it once.`));
      return;
    }
    if (value.length > maxTextBytes) {
      const mb = maxTextBytes / 1_048_576;
      this.#fail(fieldProblem(name, 'too_long', `${name} is longer than ${mb} MB. Shorten it.`));
      return;
    }
    this.#fields.push([name, value]);
  }

  async #readText(name: string, stream: Readable): Promise<void> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= (this.#options.maxTextBytes ?? TEXT_FIELD_BYTES) + 1) chunks.push(chunk);
    }
    this.#addField(name, Buffer.concat(chunks).toString());
  }

  #startFile(
    field: string,
    source: Readable | Buffer[],
    fileName: string | undefined,
    mediaType: string,
  ): void {
    const { fileField, maxFiles = 1 } = this.#options;
    if (this.#files.filter((other) => other.field === field).length >= maxFiles) {
      if (!Array.isArray(source)) source.resume();
      const found = typeof fileField === 'string' ? 'several files' : `more than ${maxFiles} ${field} files`;
      this.#fail(
        fieldProblem(field, 'too_many', `The form has ${found}. Send each in a separate request.`, {
          details: { limit: maxFiles },
        }),
      );
      return;
    }
    if (!Array.isArray(source)) source.on('limit', () => this.#fail(this.#tooLarge()));
    const file = receiveFile(source, { fileName, mediaType }, this.#options.newUploadPath);
    this.#files.push({ field, file });
    file.done.catch((error: unknown) => this.#fail(error));
  }
}

/** A route's own file limit, else the current setting's. */
export function fileLimit(
  own: number | undefined,
  settings: BodyServices['settings'],
): Pick<FormOptions, 'maxFileBytes' | 'setting'> {
  return own === undefined
    ? { maxFileBytes: maxFileBytes(settings.values()), setting: 'max_file_mb' }
    : { maxFileBytes: own };
}

/** The number is the request's length, as the file is not read to its end; it may be unknown. */
function fileTooLarge(ctx: Koa.Context, { maxFileBytes: bytes, setting }: FormOptions): ProblemError {
  const limit = bytes / MEGABYTE;
  const length = Number(ctx.req.headers['content-length'] ?? 0);
  // Rounded to a tenth, but above the limit whenever the file is.
  const count = length > bytes ? Math.ceil((length / MEGABYTE) * 10) / 10 : undefined;
  const found = count === undefined ? '' : ` The request has ${count} MB.`;
  const raise = setting === undefined ? 'Split' : `Raise ${setting} in the settings, or split`;
  return fieldProblem(
    'file',
    'file_too_large',
    `The file is larger than ${limit} MB (${bytes} bytes).${found} ${raise} it and send the parts one by one.`,
    {
      status: 413,
      details: {
        limit,
        ...(count === undefined ? {} : { count }),
        ...(setting === undefined ? {} : { setting }),
      },
    },
  );
}

function unknownCharset(name: string): ProblemError {
  return fieldProblem(
    name,
    'invalid',
    `The part ${name} names a character set that is not known here. Send text fields in UTF-8, and the file with a file name.`,
  );
}

function noFileName(name: string): ProblemError {
  return fieldProblem(
    name,
    'invalid',
    `The part "${name}" came without a file name, as a text field does. Send the document as a file, with its file name: in curl -F ${name}=@letter.docx.`,
  );
}

function parserProblem(error: unknown): Error {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('Unexpected end')) {
    return fieldProblem(
      'body',
      'truncated',
      'The form breaks off before its last boundary, so the file may not be whole. Send it again.',
    );
  }
  return fieldProblem(
    'body',
    'invalid',
    `The form cannot be read (${message}). Check how its parts are written.`,
  );
}

/** Errors of the disk keep their message; a part's premature end gets the parser's, which says more. */
function storeProblem(error: unknown): Error {
  const stored = asStorageError(error);
  if (isStorageFull(stored)) return stored;
  if (error instanceof Error && error.message.startsWith('Unexpected end')) return parserProblem(error);
  return error instanceof Error ? error : new Error(String(error));
}
