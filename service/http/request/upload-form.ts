import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type Koa from 'koa';
import { documentFieldsSchema, fieldProblem, LIMITS } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';
import type { BodyTimeouts } from '../handler.ts';
import { asStorageError, isStorageFull } from '../../lib/storage-error.ts';
import { openBody } from './body.ts';

/** Bytes a form may have beside its file: boundaries, part headers, and the text fields. */
const FORM_OVERHEAD = 2 * 1024 * 1024;
/** Bytes of one text field: far over what `context` and a glossary of 1,000 entries need. */
const TEXT_FIELD_BYTES = 1024 * 1024;
const MAX_PARTS = 64;

export interface UploadForm {
  /** The contract's text fields, each at most once; unknown ones are left out. */
  readonly fields: ReadonlyMap<string, string>;
  readonly file: UploadedFile | undefined;
}

interface UploadedFile {
  /** A complete temporary file; whoever takes the form removes it or hands it on. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string;
  /** As the client named it, without folders; absent where that is no usable name. */
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
}

export interface FormOptions {
  readonly newUploadPath: () => string | Promise<string>;
  readonly timeouts: BodyTimeouts;
}

/**
 * Receives multipart/form-data (RFC 7578), parts in any order; the `file` part goes straight to disk. Throws 415, 413, 408 or
 * 400 as soon as the reason is known, and then leaves no file behind.
 */
export async function receiveForm(ctx: Koa.Context, options: FormOptions): Promise<UploadForm> {
  const parser = createParser(ctx);
  const body = openBody(ctx, {
    maxBytes: LIMITS.fileBytes + FORM_OVERHEAD,
    tooLarge: fileTooLarge,
    timeouts: options.timeouts,
  });
  const form = new FormReader(options.newUploadPath);
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

function createParser(ctx: Koa.Context): busboy.Busboy {
  try {
    if (!/^multipart\/form-data *;/i.test(ctx.get('Content-Type'))) throw new Error('not multipart');
    return busboy({
      headers: ctx.req.headers,
      // Browsers write file names in UTF-8; busboy's own default is Latin-1.
      defParamCharset: 'utf8',
      // One byte over: the file of exactly the limit passes, the next byte is noticed at once.
      limits: {
        fileSize: LIMITS.fileBytes + 1,
        // A `file` part without a file name arrives as a field.
        fieldSize: LIMITS.fileBytes + 1,
        parts: MAX_PARTS,
      },
    });
  } catch {
    throw fieldProblem(
      'body',
      'not_multipart',
      'An upload must be multipart/form-data with a boundary. HTTP libraries write that header themselves when given a form.',
      415,
    );
  }
}

/** What arrives of a form, and the file it is written to. */
class FormReader {
  readonly #newUploadPath: FormOptions['newUploadPath'];
  readonly #fields = new Map<string, string>();
  /** Set once a `file` part has begun; resolves when it is on disk. */
  #file: Promise<UploadedFile> | undefined;
  #path: string | undefined;
  readonly #texts: Promise<void>[] = [];
  #fail: (error: unknown) => void = () => undefined;

  constructor(newUploadPath: FormOptions['newUploadPath']) {
    this.#newUploadPath = newUploadPath;
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
      this.#fail(fieldProblem('body', 'too_many', `The form has more than ${MAX_PARTS} parts. Send fewer.`)),
    );
  }

  async finish(): Promise<UploadForm> {
    await Promise.all(this.#texts);
    const file = await this.#file;
    // A browser's form with no file chosen sends an empty part without a name.
    const isChosen = file && (file.bytes > 0 || file.fileName !== undefined);
    if (file && !isChosen) await rm(file.path, { force: true });
    return { fields: this.#fields, file: isChosen ? file : undefined };
  }

  async discard(): Promise<void> {
    await Promise.allSettled([this.#file, ...this.#texts]);
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }

  /** What is thrown in a listener of a stream would end the process. */
  #guard(take: () => void): void {
    try {
      take();
    } catch (error) {
      this.#fail(error);
    }
  }

  #takeFilePart(name: string | undefined, stream: Readable, info: busboy.FileInfo): void {
    // A part that breaks off before it is read would otherwise end the process with an unheard error.
    stream.on('error', () => undefined);
    if (name === 'file') this.#startFile(stream, info.filename, info.mimeType);
    // A client that sends a text field from a file (`curl -F glossary=@terms.json`) means its content.
    else if (isTextField(name))
      this.#texts.push(this.#readText(name, stream).catch((error: unknown) => this.#fail(error)));
    else stream.resume();
  }

  #takeField(name: string | undefined, value: string | undefined, info: busboy.FieldInfo): void {
    if (name !== 'file' && !isTextField(name)) return;
    // busboy gives no text for a charset that it does not know, though its types say that it does.
    if (value === undefined) {
      this.#fail(unknownCharset(name));
    } else if (name === 'file') {
      if (info.valueTruncated) {
        this.#fail(fileTooLarge());
        return;
      }
      if (value !== '') this.#startFile([Buffer.from(value)], undefined, info.mimeType);
    } else {
      this.#addField(name, value);
    }
  }

  #addField(name: string, value: string): void {
    if (this.#fields.has(name)) {
      this.#fail(fieldProblem(name, 'too_many', `The form has ${name} more than once. Send it once.`));
      return;
    }
    if (value.length > TEXT_FIELD_BYTES) {
      this.#fail(fieldProblem(name, 'too_long', `${name} is longer than 1 MB. Shorten it.`));
      return;
    }
    this.#fields.set(name, value);
  }

  async #readText(name: string, stream: Readable): Promise<void> {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= TEXT_FIELD_BYTES + 1) chunks.push(chunk);
    }
    this.#addField(name, Buffer.concat(chunks).toString());
  }

  #startFile(source: Readable | Buffer[], fileName: string | undefined, mediaType: string): void {
    if (this.#file) {
      if (!Array.isArray(source)) source.resume();
      this.#fail(
        fieldProblem('file', 'too_many', 'The form has several files. Send each in a request of its own.'),
      );
      return;
    }
    if (!Array.isArray(source)) source.on('limit', () => this.#fail(fileTooLarge()));
    this.#file = this.#store(source, fileName, mediaType);
    this.#file.catch((error: unknown) => this.#fail(error));
  }

  async #store(
    source: Readable | Buffer[],
    fileName: string | undefined,
    mediaType: string,
  ): Promise<UploadedFile> {
    const path = await this.#newUploadPath();
    this.#path = path;
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const hash = createHash('sha256');
    await pipeline(source, (chunks: Readable | Buffer[]) => hashed(chunks, hash), target);
    return {
      path,
      bytes: target.bytesWritten,
      sha256: hash.digest('hex'),
      fileName: usableFileName(fileName),
      mediaType: mediaType || undefined,
    };
  }
}

async function* hashed(chunks: Readable | Buffer[], hash: Hash): AsyncIterable<Buffer> {
  for await (const chunk of chunks as AsyncIterable<Buffer> | Buffer[]) {
    hash.update(chunk);
    yield chunk;
  }
}

function isTextField(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(documentFieldsSchema.shape, name);
}

/** A name to show and to offer again: no control or direction characters, not endless, not blank. Never used as a path. */
function usableFileName(name: string | undefined): string | undefined {
  // Direction characters show `annexcod.exe` as `annexexe.doc`.
  const clean = (name ?? '').replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  if (clean === '' || clean === '.' || clean === '..') return undefined;
  if (clean.length <= 200) return clean;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  return Array.from(clean).slice(0, 190).join('') + extension;
}

function unknownCharset(name: string): ProblemError {
  return fieldProblem(
    name,
    'invalid',
    `The part ${name} names a character set that is not known here. Send text fields in UTF-8, and the file with a file name.`,
  );
}

function fileTooLarge(): ProblemError {
  return fieldProblem(
    'file',
    'file_too_large',
    `The file is larger than 10 MB (${LIMITS.fileBytes} bytes). Split it and send the parts one by one.`,
    413,
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

/** The disk's errors are told as what they are; the part's own end with the parser's, which says more. */
function storeProblem(error: unknown): Error {
  const stored = asStorageError(error);
  if (isStorageFull(stored)) return stored;
  if (error instanceof Error && error.message.startsWith('Unexpected end')) return parserProblem(error);
  return error instanceof Error ? error : new Error(String(error));
}
