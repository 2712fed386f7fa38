import type { EngineSession } from '../engine.ts';
import { startPipeline } from './pipeline.ts';
import { escapeStream } from './stream.ts';

/**
 * Nouns of a language that can replace a glossary term in a sentence. Apertium makes articles and adjectives
 * agree with its own word for the term; with a noun whose translation has the gender and number of the
 * glossary's translation, they agree with that. The installed pair tells each noun's gender. Their
 * translations begin with different vowels, since a word before them can depend on it (`y` and `e`, `l'`).
 * None is a feminine noun with A, which takes two articles in Spanish.
 */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  en: 'lamp blanket bicycle hat museum sword island grape ear elephant winter tree oven threshold'.split(' '),
};

/** Maximum of cached analyses: a glossary has at most ten thousand terms. */
const MAX_KNOWN = 20_000;
/** Milliseconds without an answer. */
const HANG_MS = 10_000;

/** A word's readings from `lt-proc`, without lemmas: `n f sg`. Empty for an unknown word. */
type Unit = readonly (readonly string[])[];
type Analyse = (words: readonly string[]) => Promise<ReadonlyMap<string, readonly Unit[]>>;
type Terming = NonNullable<Parameters<EngineSession['translate']>[1]['terms']>;

export interface Programs {
  /** The pipeline of the direction. */
  readonly command: string;
  /** The first program of the direction, and of the reverse one: they analyse words. */
  readonly source: string;
  readonly target: string;
}

export interface Carriers {
  /** The terms, each replaced by a noun if its translation (in `shown`) has a known gender and number. */
  withNouns(terms: Terming, shown: Terming | undefined): Promise<Terming>;
}

/** Undefined if there are no nouns of the language. */
export function createCarriers({ command, source, target }: Programs, from: string): Carriers | undefined {
  const nouns = NOUNS[from];
  if (!nouns) return undefined;
  const ofSource = analyser(source);
  const ofTarget = analyser(target);
  let found: Promise<ReadonlyMap<string, string>> | undefined;

  async function carriers(words: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const forms = words.flatMap((word) => [word, `${word}s`]);
    const answers = await replies(
      command,
      forms.map((form) => `${form}. []`),
    );
    const translations = answers.map((answer) => answer.replace(/\. \[\]$/, ''));
    const [own, others] = [await ofSource(forms), await ofTarget(translations)];
    const byKind = new Map<string, string>();
    for (const [n, form] of forms.entries()) {
      const [unit, ...more] = own.get(form) ?? [];
      if (!unit || more.length > 0 || unit.some(([part]) => part !== 'n')) continue;
      const kind = kindOf(translations[n]!, others.get(translations[n]!) ?? [], numbersOf(unit));
      if (kind !== undefined && !byKind.has(kind)) byKind.set(kind, form);
    }
    return byKind;
  }

  async function withNouns(terms: Terming, shown: Terming | undefined): Promise<Terming> {
    const byKind = await (found ??= carriers(nouns ?? []));
    const pairs = terms.flatMap((ofText, n) =>
      Array.from(ofText ?? [], ([id, term]) => ({ term, translation: shown?.[n]?.get(id) ?? '' })),
    );
    const termUnits = await ofSource(pairs.map(({ term }) => term));
    const units = await ofTarget(pairs.map(({ translation }) => translation));
    const nounFor = (term: string, translation = ''): string => {
      const [own, other] = [termUnits.get(term) ?? [], units.get(translation) ?? []];
      const head = own.at(-1);
      if (!head || mayDescribe(own, other)) return term;
      const kind = kindOf(translation, other, head.length > 0 ? numbersOf(head) : undefined);
      const noun = kind === undefined ? undefined : byKind.get(kind);
      return noun === undefined ? term : inCaseOf(term, noun);
    };
    return terms.map(
      (ofText, n) =>
        ofText &&
        new Map(Array.from(ofText, ([id, term]) => [id, nounFor(term, shown?.[n]?.get(id))] as const)),
    );
  }

  let broken = false;
  return {
    async withNouns(terms, shown) {
      if (broken) return terms;
      try {
        return await withNouns(terms, shown);
      } catch {
        // Go on without it, rather than waiting for it again each time.
        broken = true;
        return terms;
      }
    },
  };
}

/** Whether both may be adjectives, as in `a manual process`, where a noun would be out of place. */
function mayDescribe(term: readonly Unit[], translation: readonly Unit[]): boolean {
  return (
    term.length === 1 &&
    [term, translation].every(([unit]) => unit?.some(([part]) => part === 'adj' || part === 'vblex'))
  );
}

/** Gender, number and first vowel of a phrase's first word as a noun. Undefined if unsure. */
function kindOf(
  phrase: string,
  [head = [], ...rest]: readonly Unit[],
  numbers: ReadonlySet<string> | undefined,
): string | undefined {
  const nouns = head.filter(([part]) => part === 'n');
  const genders = new Set(nouns.flatMap((tags) => tags.filter((tag) => /^(?:m|f|nt|mf)$/.test(tag))));
  const own = [...numbersOf(nouns)].filter((number) => numbers?.has(number) ?? true);
  const isList = rest.some((unit) => unit.some(([part]) => part === 'cnjcoo'));
  if (genders.size !== 1 || genders.has('mf') || own.length !== 1 || isList) return undefined;
  const [, vowel = ''] = /^h?([aeiou]?)/.exec(phrase.normalize('NFD').toLowerCase()) ?? [];
  return [...genders, ...own, vowel].join(' ');
}

function numbersOf(unit: Unit): ReadonlySet<string> {
  const tags = unit.filter(([part]) => part === 'n').flat();
  return new Set(tags.flatMap((tag) => (tag === 'sp' ? ['sg', 'pl'] : /^(?:sg|pl)$/.test(tag) ? tag : [])));
}

function inCaseOf(term: string, noun: string): string {
  if (/\p{Lu}.*\p{Lu}/su.test(term) && !/\p{Ll}/u.test(term)) return noun.toUpperCase();
  return /^\p{Lu}/u.test(term) ? noun[0]!.toUpperCase() + noun.slice(1) : noun;
}

/** Asks a program once for each phrase. */
function analyser(program: string): Analyse {
  const known = new Map<string, readonly Unit[]>();
  return async (words) => {
    const unknown = [...new Set(words)].filter((word) => !known.has(word));
    if (unknown.length > 0) {
      const answers = await replies(program, unknown.map(escapeStream));
      if (known.size + unknown.length > MAX_KNOWN) known.clear();
      for (const [n, word] of unknown.entries()) known.set(word, unitsOf(answers[n]!));
    }
    return new Map(words.map((word) => [word, known.get(word) ?? []]));
  };
}

/** `^screens/screen<n><pl>/screen<vblex><pri>$`: https://wiki.apertium.org/wiki/Apertium_stream_format */
function unitsOf(reply: string): Unit[] {
  return Array.from(reply.matchAll(/\^((?:\\.|[^\\$])*)\$/gsu), ([, unit]) =>
    unit!
      .split(/(?<!\\)\//u)
      .slice(1)
      .filter((reading) => !reading.startsWith('*'))
      .map((reading) => Array.from(reading.matchAll(/<([^<>]+)>/gu), ([, tag]) => tag!)),
  );
}

/** The replies of a chain of programs to each request, from a separate run. */
function replies(command: string, requests: readonly string[]): Promise<string[]> {
  if (requests.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    const answers: string[] = [];
    const fail = (why: string) => {
      clearTimeout(timer);
      pipeline.kill();
      reject(new Error(why));
    };
    const pipeline = startPipeline(command, {
      onReply(reply) {
        answers.push(reply);
        if (answers.length < requests.length) return;
        clearTimeout(timer);
        pipeline.kill();
        resolve(answers.slice(0, requests.length));
      },
      onDeath: fail,
    });
    const timer = setTimeout(() => fail('Apertium gave no answer'), HANG_MS).unref();
    pipeline.write(requests.map((request) => `${request.replaceAll('\0', ' ')}\0`).join(''));
  });
}
