import type { FieldError, ProblemError } from '../../../contract/index.ts';
import type { ProblemAnswer, ProblemRequest } from '../../protocol.ts';

/** DeepL's names of the core's parameters. */
const PARAMETERS: Readonly<Record<string, string>> = {
  from: 'source_lang',
  to: 'target_lang',
  segments: 'text',
  body: 'body',
  memory_id: 'translation_memory_id',
  min_match: 'translation_memory_threshold',
};

/** Parts of DeepL's API that this service does not offer. */
const UNAVAILABLE = /^\/v[123]\/(?:write|style_rules|voice|admin|jobs|quality-evaluation)(?:\/|$)/;

export function deeplProblem(problem: ProblemError, { ctx }: ProblemRequest): ProblemAnswer {
  return { status: statusOf(problem), body: bodyOf(problem, ctx.path) };
}

function statusOf({ code, status }: ProblemError): number {
  switch (code) {
    case 'unauthorized':
      return 403;
    // Waiting solves none of these, while clients retry 5xx.
    case 'insufficient_credit':
    case 'quota_exceeded':
    case 'storage_full':
      return 456;
    case 'conflict':
      return 400;
    default:
      return status;
  }
}

function bodyOf(problem: ProblemError, path: string): object {
  const [error] = problem.errors;
  if (problem.code === 'not_found' && UNAVAILABLE.test(path)) return { message: 'Not available here' };
  if (problem.specifics.reason === 'scope_missing')
    return {
      message: `This API key lacks the scope ${String(problem.specifics.details?.['scope'])}.`,
      detail: problem.message,
    };
  if (error === undefined || error.field === 'body') return { message: problem.message };
  return fieldBody(error);
}

function fieldBody({ field, code, message, reason }: FieldError): object {
  if (reason === 'no_dictionary') return { message };
  const name = PARAMETERS[field] ?? field;
  // In DeepL's words, which its clients' tests expect.
  if (name === 'formality' && code === 'unsupported_pair')
    return { message: "'formality' is not supported for given 'target_lang'.", detail: message };
  switch (code) {
    case 'required':
      return { message: `Parameter '${name}' not specified.` };
    case 'unknown_language':
    case 'unsupported_pair':
      return { message: `Value for '${name}' not supported.`, detail: message };
    default:
      // DeepL's wording for refused files, which programs know.
      if (name === 'file') return { message: `Invalid file: ${message}` };
      return { message: `Value for '${name}' not valid: ${message}` };
  }
}
