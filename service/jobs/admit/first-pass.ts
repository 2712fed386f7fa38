import type { ClientRules } from '../../clients/clients-port.ts';
import { fieldProblem, LIMITS, ProblemError } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import type { Log } from '../../log.ts';
import type { Store } from '../../store/store-port.ts';
import { readableText } from '../../text/codes.ts';
import type { ListedTerm, Route } from '../../worker/engine-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { withGlossary } from '../language-data.ts';
import type { JobLanguageData } from '../language-data.ts';
import type { DocumentTerms, Jobs, TermsRequest } from '../jobs-port.ts';
import { engineProblem } from '../run/failures.ts';
import { stoppable } from './admission.ts';
import { examineUpload } from './examining.ts';

/** Characters of a document that are read: a model takes a minute or two for them. */
const MAX_CHARS = 30_000;
/** Characters of a request, and of a text in it. */
const REQUEST_CHARS = 6_000;
const MAX_TEXT = 1_500;
/** No request begins later: a slow model has then listed what it has. In milliseconds. */
const LIMIT_MS = 120_000;
const MAX_TERMS = 200;
/** Each reads a document and waits for a model. */
const PERMITS = { permits: 2, each: 1 };

export interface FirstPassParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: TranslationPort;
  readonly languageData: JobLanguageData | undefined;
  readonly clients: ClientRules;
  readonly hostsOf: (engine: string) => readonly string[];
  readonly maxSegments: () => number;
  readonly newId: () => string;
  readonly log: Log | undefined;
}

/** A first pass over an upload, which lists its names and terms: for the translator to settle before a job asks for the rest. */
export function createFirstPass(parts: FirstPassParts): Jobs['listTerms'] {
  const withPermit = createFairSemaphore(PERMITS);
  return async (request) => {
    try {
      return await withPermit(request.accountId, () => listTerms(parts, request), request.signal);
    } catch (error) {
      request.signal?.throwIfAborted();
      throw engineProblem(error, parts.log);
    } finally {
      // If it cannot be removed now, the next start removes it.
      await parts.store.files.removeUpload(request.upload.path).catch(() => undefined);
    }
  };
}

async function listTerms(parts: FirstPassParts, request: TermsRequest): Promise<DocumentTerms> {
  const { translation, clients, languageData } = parts;
  const { from, to, engine, signal } = request;
  const route = await translation.route({ from, to, ...(engine === undefined ? {} : { engine }) });
  clients.checkEngine(ownerOf(request), route.engine);
  const { options } = await withGlossary(languageData, clients, request);
  // Before the document is read.
  await askPart(parts, request, route, []);
  const examined = await examineUpload(parts, request);
  const texts = examined.texts.map(({ text }) => readableText(text));
  const read = evenly(texts.map((text) => text.slice(0, MAX_TEXT)));
  const listed = await ask(parts, request, route, inParts(read));
  signal?.throwIfAborted();
  const known = new Set((options.glossary ?? []).map(({ term }) => term.toLowerCase()));
  return {
    engine: route.engine,
    terms: termsIn(listed.terms, listed.read, known),
    chars: sumOf(texts),
    readChars: sumOf(listed.read),
  };
}

/** Asks part by part. What is listed before a failure, or before the time is over, counts. */
async function ask(
  parts: FirstPassParts,
  request: TermsRequest,
  route: Route,
  requests: readonly (readonly string[])[],
): Promise<{ terms: ListedTerm[]; read: string[] }> {
  const terms: ListedTerm[] = [];
  const read: string[] = [];
  const until = performance.now() + LIMIT_MS;
  noteSent(parts, request, route.engine, requests.flat().length);
  for (const texts of requests) {
    if (performance.now() > until) break;
    try {
      terms.push(...(await askPart(parts, request, route, texts)));
      read.push(...texts);
    } catch (error) {
      if (read.length === 0 || request.signal?.aborted) throw error;
      parts.log?.warn({ err: error }, 'a part of a document was not read for its terms');
      break;
    }
  }
  return { terms, read };
}

/** Without texts only whether the engine may be asked. */
async function askPart(
  parts: FirstPassParts,
  { signal, options: { context } }: TermsRequest,
  { engine, pair }: Route,
  texts: readonly string[],
): Promise<readonly ListedTerm[]> {
  const jobId = parts.newId();
  const listed = await stoppable(parts, jobId, signal, () =>
    parts.translation.listTerms({ jobId, engine, pair, texts: [...texts], context }),
  );
  if (typeof listed === 'string') throw listed === 'unable' ? unable(engine) : forbidden();
  return listed;
}

function noteSent(
  { clients, hostsOf }: FirstPassParts,
  request: TermsRequest,
  engine: string,
  segments: number,
): void {
  const hosts = hostsOf(engine);
  if (hosts.length === 0 || segments === 0) return;
  clients.note(ownerOf(request), {
    ...{ event: 'text_sent', engine, hosts: [...hosts], segments },
    ...(request.keyId === undefined ? {} : { key_id: request.keyId }),
  });
}

/** As many of the texts as may be read, from all of the document, in its order. */
function evenly(texts: readonly string[]): string[] {
  const total = sumOf(texts);
  if (total <= MAX_CHARS) return [...texts];
  const share = MAX_CHARS / total;
  let due = 0;
  return texts.filter((text) => {
    due += text.length * share;
    if (due < text.length) return false;
    due -= text.length;
    return true;
  });
}

function inParts(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (text.trim() === '') continue;
    if (text.length > room) {
      parts.push([]);
      room = REQUEST_CHARS;
    }
    parts.at(-1)!.push(text);
    room -= text.length;
  }
  return parts;
}

/** Those that the texts have, each once, with the translation that was proposed most often. */
function termsIn(
  listed: readonly ListedTerm[],
  texts: readonly string[],
  known: ReadonlySet<string>,
): DocumentTerms['terms'] {
  const lower = texts.map((text) => text.toLowerCase());
  const byTerm = new Map<string, ListedTerm[]>();
  for (const one of listed) {
    const key = one.term.toLowerCase();
    if (!isUsable(one.term) || !isUsable(one.translation) || known.has(key)) continue;
    const same = byTerm.get(key);
    if (same) same.push(one);
    else byTerm.set(key, [one]);
  }
  return [...byTerm]
    .map(([key, same]) => ({
      ...mostFrequent(same),
      times: lower.filter((text) => text.includes(key)).length,
    }))
    .filter(({ times }) => times > 0)
    .sort((one, other) => other.times - one.times)
    .slice(0, MAX_TERMS);
}

function isUsable(word: string): boolean {
  return word.length <= LIMITS.glossaryWord && /\p{L}/u.test(word) && !/\p{Cc}/u.test(word);
}

function mostFrequent(same: readonly ListedTerm[]): ListedTerm {
  const count = ({ translation }: ListedTerm): number =>
    same.filter((one) => one.translation === translation).length;
  return same.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function unable(engine: string): ProblemError {
  return fieldProblem(
    'engine',
    'invalid',
    `The engine ${engine} lists no names and terms. Name a general language model, or translate without a first pass.`,
    { reason: 'engine_lists_no_terms', details: { engine } },
  );
}

function forbidden(): ProblemError {
  return new ProblemError(
    'conflict',
    'This language model is on another machine, and may not be sent texts ahead of a translation. Allow it to be sent earlier translations under Engines, or translate without a first pass.',
    { reason: 'terms_not_allowed' },
  );
}
