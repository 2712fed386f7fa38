import { NO_RULES } from './code-rules.ts';
import type { CodeRules } from './code-rules.ts';
import { escapeText, formatCoded, parseCoded, plainText, readableText } from './codes.ts';
import { peelEdges, withEdgeSpaces, withoutEdges } from './edges.ts';
import type { Peeled } from './edges.ts';
import { lockTerms, NO_GLOSSARY, translationOf } from './glossary.ts';
import type { Glossary } from './glossary.ts';
import { highestId, unlock } from './locks.ts';
import type { Held, Replaced } from './locks.ts';
import { mask, maskDivided } from './masks.ts';
import { cutAtWalls, formatPiece, joinPieces } from './pieces.ts';
import { inPlainForm } from './plain-form.ts';
import { icuChoices } from './icu.ts';
import { takeInitial } from './initials.ts';
import { repairCodes } from './repair.ts';
import type { Repaired } from './repair.ts';
import { joinCoded, splitCoded } from './sentences.ts';
import type { Active } from './protected/scan.ts';
import { isTranslatable } from './translatable.ts';
import { putWordParts, takeWordParts } from './word-parts.ts';
import type { WholeWords } from './word-parts.ts';

export interface PrepareOptions {
  /** Canonical tag, for sentence ends. */
  readonly from: string;
  readonly glossary: Glossary;
  /** Whether its terms are locked; an engine with glossaries gets them unchanged. */
  readonly locksTerms: boolean;
  /** Whether the engine carries inline codes; else it gets bare text, and codes are restored by position. */
  readonly inlineCodes: boolean;
  /** Syntaxes whose marks are hidden, besides those of any prose. */
  readonly syntaxes?: Active | undefined;
}

/** A question to an engine. */
export interface Question {
  /** Coded text, not blank. */
  readonly text: string;
  /** The words behind its standalone codes, which an engine may see but not change. */
  readonly shown?: ReadonlyMap<number, string>;
  /** The terms' words in the source, by the standalone codes that represent their translations. */
  readonly terms?: ReadonlyMap<number, string>;
  /** The plain text of the segment, if this is only a piece of it. */
  readonly whole?: string;
}

/** A segment prepared for an engine: its questions, and how to make its target of the answers. */
export interface Prepared {
  /** Empty if the segment is copied, or consists only of glossary terms. */
  readonly questions: readonly Question[];
  /** Whether it is copied because it has more codes than MAX_CODES. */
  readonly hasTooManyCodes: boolean;
  /** `answers`: one for each question, in order. */
  readonly restore: (answers: readonly string[]) => Repaired;
}

/** Maximum codes of a translated segment. With more it is no text: a form drawn with tabs, or an attack. */
const MAX_CODES = 5_000;
/**
 * Above this many UTF-16 units a piece is sent in parts, so that no single one occupies an engine for long.
 */
const LONG_PIECE = 4_000;
const PART = 2_000;
/** UTF-16 units. Anything longer is neither a word or name, nor context of a piece. */
const MAX_SHOWN_LENGTH = 100;
const MAX_WHOLE_LENGTH = 2_000;

/**
 * Removes everything from a segment that the engine must not see: its edges, tabs and line breaks, URLs and
 * placeholders, names of things, glossary terms, formats of parts of words. Texts between tabs and breaks are
 * separate questions, so that no word moves across them. Segments with nothing to translate, and those that
 * are a glossary term, have no questions.
 */
export function prepareSegment(text: string, options: PrepareOptions, rules: CodeRules = NO_RULES): Prepared {
  if (hasTooManyCodes(text)) return { ...copied(text), hasTooManyCodes: true };
  const term = termOf(text, options.glossary);
  if (term !== undefined) return copied(term);
  if (!isTranslatable(readableText(text))) return copied(text);
  const { lead, core: whole, trail } = peelEdges(text);
  const { core, put } = takeInitial(whole);
  const source = parseCoded(core);
  const lastId = highestId(parseCoded(whole));
  const cut = cutAtWalls(source, {
    walls: new Set(rules.walls),
    kept: new Set(rules.kept),
    active: options.syntaxes,
  });
  // The edges of an only piece are the segment's, which are already removed.
  const peel = cut.pieces.length === 1 ? withoutEdges : peelEdges;
  const quoting = quotingOf(core);
  const pieces = cut.pieces.map((piece) =>
    preparePiece(peel(formatPiece(piece)), lastId, options, rules, quoting),
  );
  const shown = pieces.length > 1 ? inPlainForm(readableText(core)).text : '';
  const isContext = shown !== '' && shown.length <= MAX_WHOLE_LENGTH;
  const questions = pieces.flatMap((piece) => piece.questions);
  return {
    questions: isContext ? questions.map((question) => ({ ...question, whole: shown })) : questions,
    hasTooManyCodes: false,
    restore(answers) {
      let next = 0;
      const restored = pieces.map((piece) => {
        const own = answers.slice(next, next + piece.questions.length);
        next += own.length;
        return piece.restore(own);
      });
      const [only] = restored;
      if (restored.length === 1) return { text: lead + put(only!.text) + trail, outcome: only!.outcome };
      const joined = joinPieces(
        cut,
        restored.map((piece) => parseCoded(piece.text)),
      );
      const repaired = repairCodes(core, formatCoded(joined), rules);
      const text = lead + put(withEdgeSpaces(core, repaired.text)) + trail;
      return { text, outcome: worst([repaired, ...restored]) };
    },
  };
}

/** A shorter text cannot contain that many codes: `<1>`. */
const MIN_CODE_LENGTH = 3;

function hasTooManyCodes(coded: string): boolean {
  if (coded.length <= MAX_CODES * MIN_CODE_LENGTH) return false;
  return parseCoded(coded).filter(({ kind }) => kind === 'open' || kind === 'standalone').length > MAX_CODES;
}

function worst(all: readonly Repaired[]): Repaired['outcome'] {
  for (const outcome of ['fallback', 'repaired'] as const)
    if (all.some((one) => one.outcome === outcome)) return outcome;
  return 'intact';
}

/** The translation of a segment that is a glossary term, such as N/A: no engine is asked. */
function termOf(text: string, glossary: Glossary): string | undefined {
  if (glossary.size === 0) return undefined;
  const { lead, core, trail } = peelEdges(text);
  const translation = core.includes('<') ? undefined : translationOf(plainText(core), glossary);
  return translation === undefined ? undefined : lead + escapeText(translation) + trail;
}

function copied(text: string): Prepared {
  return { questions: [], hasTooManyCodes: false, restore: () => ({ text, outcome: 'intact' }) };
}

/** The apostrophes of a text: an ICU message quotes with them, and doubles visible ones. */
interface Quoting {
  readonly shown: (coded: string) => string;
  readonly written: (coded: string) => string;
}

const PLAIN_QUOTING: Quoting = { shown: (coded) => coded, written: (coded) => coded };
const ICU_QUOTING: Quoting = {
  shown: (coded) => coded.replaceAll("''", "'"),
  // A typographic one before a code, which may begin with a brace.
  written: (coded) => coded.replace(/'(?=<\d{1,9}\/>)/g, '’'),
};
const DOUBLED: Quoting = { ...ICU_QUOTING, written: (coded) => coded.replaceAll("'", "''") };

function quotingOf(coded: string): Quoting {
  if (!/plural|select/.test(coded) || icuChoices(plainText(coded)).length === 0) return PLAIN_QUOTING;
  return coded.includes("''") ? DOUBLED : ICU_QUOTING;
}

/** Prepares the part of a segment between two walls. */
function preparePiece(
  { lead, core, trail }: Peeled,
  lastId: number,
  options: PrepareOptions,
  rules: CodeRules,
  quoting: Quoting,
): Omit<Prepared, 'hasTooManyCodes'> {
  const locked = options.inlineCodes ? withoutUntouchables(core, lastId, options) : nothingTaken(core);
  const sent = options.inlineCodes ? locked.text : escapeText(readableText(core));
  const parts = (sent.length > LONG_PIECE ? splitCoded(sent, options.from, PART) : [sent]).map((part) =>
    trimmed(part, locked.held),
  );
  const asked = parts.filter((part) => part.isQuestion).map((part) => inPlainForm(quoting.shown(part.core)));
  // If all the words are glossary terms, there is nothing to ask, but a translation.
  if (asked.length === 0 && locked.sources.size === 0) return copied(lead + core + trail);
  const hasOwnCodes = core.includes('<') && parseCoded(core).some((token) => token.kind !== 'text');
  return {
    questions: asked.map((part) => questionOf(part.text, locked)),
    restore(answers) {
      let next = 0;
      const ownAnswer = (n: number): string => quoting.written(asked[n]!.withOwnForms(answers[n]!.trim()));
      const answered = parts.map(
        (part) => part.before + (part.isQuestion ? ownAnswer(next++) : part.core) + part.after,
      );
      const answer = answered.length === 1 ? answered[0]! : joinCoded(answered);
      const { text: repaired, outcome } = repairCodes(locked.text, answer, rules);
      const whole = formatCoded(putWordParts(parseCoded(unlock(repaired, locked.held)), locked.words));
      return {
        text: lead + withEdgeSpaces(core, whole) + trail,
        // Do not report repaired spaces around masks.
        outcome: outcome === 'repaired' && !hasOwnCodes ? 'intact' : outcome,
      };
    },
  };
}

interface Untouched {
  readonly text: string;
  readonly held: Held;
  readonly words: WholeWords['words'];
  readonly sources: Replaced['sources'];
}

function nothingTaken(text: string): Untouched {
  return { text, held: NOTHING, words: new Map(), sources: new Map() };
}

function questionOf(text: string, locked: Untouched): Question {
  const shown = shownIn(text, locked);
  const terms = termsIn(text, locked);
  return shown || terms ? { text, ...(shown && { shown }), ...(terms && { terms }) } : { text };
}

/** The plain texts behind a text's standalone codes. */
function shownIn(text: string, { held, words }: Untouched): Question['shown'] {
  if (held.size === 0 && words.size === 0) return undefined;
  const shown = new Map<number, string>();
  for (const token of parseCoded(text)) {
    if (token.kind !== 'standalone') continue;
    const tokens = held.get(token.id) ?? words.get(token.id)?.tokens ?? [];
    const plain = plainText(formatCoded(tokens));
    if (plain.trim() !== '' && plain.length <= MAX_SHOWN_LENGTH) shown.set(token.id, inPlainForm(plain).text);
  }
  return shown.size === 0 ? undefined : shown;
}

function termsIn(text: string, { sources }: Untouched): Question['terms'] {
  if (sources.size === 0) return undefined;
  const terms = new Map<number, string>();
  for (const token of parseCoded(text)) {
    const source = token.kind === 'standalone' ? sources.get(token.id) : undefined;
    if (token.kind === 'standalone' && source !== undefined) terms.set(token.id, source);
  }
  return terms.size === 0 ? undefined : terms;
}

/** The question to an engine that carries codes: standalone codes replace everything it must not touch. */
function withoutUntouchables(core: string, lastId: number, options: PrepareOptions): Untouched {
  const divided = maskDivided(core, lastId, options.syntaxes);
  const { tokens, words } = takeWordParts(parseCoded(divided.text), lastId);
  const masked = mask(formatCoded(tokens), lastId, options);
  const locked = lockTerms(masked.text, options.locksTerms ? options.glossary : NO_GLOSSARY);
  return {
    text: locked.text,
    held: allOf([divided.held, masked.held, locked.held]),
    words,
    sources: locked.sources,
  };
}

/** As in most segments. */
const NOTHING: Held = new Map();

function allOf(helds: readonly Held[]): Held {
  const [first = NOTHING, ...others] = helds.filter(({ size }) => size > 0);
  return others.length === 0 ? first : new Map([first, ...others].flatMap((held) => [...held]));
}

/** Alone between two walls: a capital that is not a word in any language, or a letter with a sign. */
const LIST_MARK = /^\P{L}{0,9}(?:[A-DF-HJ-NP-TV-XZ]|[A-Za-z][.):])\P{L}{0,9}$/u;

interface Part {
  readonly before: string;
  readonly core: string;
  readonly after: string;
  readonly isQuestion: boolean;
}

function trimmed(part: string, held: Held): Part {
  const withoutStart = part.trimStart();
  const core = withoutStart.trimEnd();
  const plain = plainText(core);
  return {
    before: part.slice(0, part.length - withoutStart.length),
    core,
    after: withoutStart.slice(core.length),
    // The A of "A lamp" is not a question, though a glossary has the lamp.
    isQuestion:
      /\p{L}/u.test(plain) && !LIST_MARK.test(held.size === 0 ? plain : plainText(unlock(core, held))),
  };
}
