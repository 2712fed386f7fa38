import type Koa from 'koa';
import type { FieldError, FormRequest } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import type { BodyServices } from '../handler.ts';
import { JsonError, parseJson } from './parse-json.ts';
import type { NamedFile, UploadedFile } from './upload-file.ts';
import { fileLimit, receiveForm } from './upload-form.ts';
import { check, invalidFields } from './validate.ts';

/** A form's text fields, as parsed by its schema, and its file or files. */
export interface FormBody {
  readonly fields: object;
  readonly file: UploadedFile;
  readonly files: readonly NamedFile[];
}

/**
 * Builds the reader of a route's uploads. It throws the errors of `receiveForm`, and 400 with all bad fields
 * at once, so that a person can correct them together. Then no file is left behind.
 */
export function formReader(
  request: FormRequest,
  { newUploadPath, timeouts, settings }: BodyServices,
): (ctx: Koa.Context) => Promise<FormBody> {
  const options = {
    textFields: new Set(Object.keys(request.schema.shape)),
    fileField: request.files?.names ?? 'file',
    ...(request.files ? { maxFiles: request.files.most } : {}),
    newUploadPath,
    timeouts,
  };
  return async (ctx) => {
    const { fields, file, files } = await receiveForm(ctx, {
      ...options,
      ...fileLimit(request.maxFileBytes, settings),
    });
    try {
      const given = parseJsonFields(Object.fromEntries(fields), request.jsonFields);
      const { value, errors } = check(request.schema, given);
      const names = request.files?.names ?? ['file'];
      const missing = names.filter((name) => !files.some(({ field }) => field === name));
      if (!file || !value || missing.length > 0)
        throw invalidFields([...missing.map(missingFile), ...errors]);
      return { fields: value, file, files };
    } catch (error) {
      for (const { path } of files) await removeFile(path);
      throw error;
    }
  };
}

/** Forms send unfilled fields as blanks: left out. Invalid JSON is kept for the schema to refuse. */
function parseJsonFields(fields: Record<string, string>, names: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, text]) => {
    if (text.trim() === '') return [name, undefined];
    return [name, names.includes(name) ? parseOr(text) : text];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function parseOr(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

function missingFile(name: string): FieldError {
  return {
    field: name,
    code: 'required',
    message: `The form has no ${name === 'file' ? 'file' : `${name} file`}. Add the document as the part named "${name}".`,
  };
}
