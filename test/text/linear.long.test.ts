import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../service/engines/apertium/codec.ts';
import { withInvertedSigns } from '../../service/engines/apertium/inverted-signs.ts';
import { decodeHtml, encodeHtml } from '../../service/engines/bergamot/html.ts';
import { readAnswer } from '../../service/engines/chat/answer.ts';
import { decodeTokens, encodeTokens, hasItsMarks } from '../../service/engines/chat/tokens.ts';
import { unescapeEntities } from '../../service/engines/entities.ts';
import { pseudoLocalise } from '../../service/engines/pseudo.ts';
import { decodeMarkup, encodeMarkup } from '../../service/engines/remote/markup.ts';
import { shortened } from '../../service/engines/remote/remote-error.ts';
import { missingNumbers } from '../../service/quality/numbers.ts';
import { punctuationFault } from '../../service/quality/punctuation.ts';
import { isUntranslated, repeatedWord } from '../../service/quality/words.ts';
import * as codes from '../../service/text/codes.ts';
import { completeCodes } from '../../service/text/complete-codes.ts';
import { composed } from '../../service/text/composed.ts';
import { countWords } from '../../service/text/count-words.ts';
import { peelEdges } from '../../service/text/edges.ts';
import { readEditedTarget } from '../../service/text/edited-target.ts';
import { compileGlossary, lockTerms, missingTerms } from '../../service/text/glossary.ts';
import { takeInventory } from '../../service/text/inventory.ts';
import { lock, unlock } from '../../service/text/locks.ts';
import { mask, maskDivided } from '../../service/text/masks.ts';
import { normalForm } from '../../service/text/normal-form.ts';
import { keepApart, nest, oneRunEach } from '../../service/text/pair-runs.ts';
import { nameSpans } from '../../service/text/names.ts';
import { ANY, scan } from '../../service/text/protected/scan.ts';
import { cutAtWalls, formatPiece, joinPieces } from '../../service/text/pieces.ts';
import { prepareSegment } from '../../service/text/prepare.ts';
import { repairSigns } from '../../service/text/repair-signs.ts';
import { repairSpaces } from '../../service/text/repair-spaces.ts';
import { repairCodes } from '../../service/text/repair.ts';
import { joinCoded, splitCoded, splitSentences } from '../../service/text/sentences.ts';
import { termForms } from '../../service/text/term-forms.ts';
import { isTranslatable } from '../../service/text/translatable.ts';
import { putWordParts, takeWordParts } from '../../service/text/word-parts.ts';
import { leastMs } from '../support/linear.ts';

/** Repeats to `n` UTF-16 units, with what comes before and after. */
const run =
  (unit: string, before = '', after = '') =>
  (n: number) =>
    before + unit.repeat(Math.max(1, Math.floor(n / unit.length))) + after;
/** Repeats with a number that counts. */
const counted =
  (unit: (id: number) => string, size: number, after = '') =>
  (n: number) =>
    Array.from({ length: Math.floor(n / size) }, (_, id) => unit(id + 1)).join('') + after;
const ids = (n: number, size: number) => Array.from({ length: Math.floor(n / size) }, (_, id) => id + 1);

const SHAPES: Record<string, (n: number) => string> = {
  'small letters': run('a'),
  capitals: run('A'),
  digits: run('7'),
  spaces: run(' ', 'a', 'b'),
  'spaces at the end': run(' ', 'word'),
  tabs: run('\t', 'a', 'b'),
  'line feeds': run('\n', 'a', 'b'),
  'carriage returns and line feeds': run('\r\n', 'a', 'b'),
  'no-break spaces': run('\u00a0', 'a', 'b'),
  'full stops': run('.', 'a'),
  commas: run(',', 'a'),
  hyphens: run('-', 'a', 'b'),
  underscores: run('_', 'a', 'b'),
  slashes: run('/', 'a'),
  backslashes: run('\\', 'C:'),
  'backslashes behind a word': run('\\', 'a '),
  'per cent signs': run('%', 'a'),
  'at signs': run('@', 'a'),
  'number signs': run('#', 'a'),
  'dollar signs': run('$', 'a'),
  ampersands: run('&amp;', 'a'),
  'less-than signs': run('&lt;', 'a'),
  'bare less-than signs': run('<', 'a'),
  'greater-than signs': run('&gt;', 'a'),
  'double quotes': run('"', 'a'),
  apostrophes: run("'", 'a'),
  'curly quotes': run('“”', 'a'),
  'two pronouns': run('he/she ', 'a'),
  'back quotes': run('`', 'a'),
  'round brackets': run('(', 'a'),
  'closing brackets': run(')', 'a'),
  'square brackets': run('[', 'a'),
  'closing square brackets': run(']', 'a'),
  braces: run('{', 'a'),
  'closing braces': run('}', 'a'),
  tildes: run('~', 'a'),
  carets: run('^', 'a', '$'),
  'letters and spaces': run('a '),
  'words and full stops': run('Word. '),
  'letters and full stops': run('a.'),
  'letters and hyphens': run('a-'),
  'letters and at signs': run('a@'),
  'letters and slashes': run('a/'),
  'digits and letters': run('1A'),
  'digits and full stops': run('1.'),
  'spaces and full stops': run(' .', 'a'),
  'wide spaces and words': run('a   '),
  'double spaces': run('a  b '),
  placeholders: run('%a '),
  'signs that part a line': run(' | ', 'a', 'b'),
  'placeholders between signs': run('%a | '),
  'numbers and letters': run('1 A a '),
  'placeholders in braces': run('{{a}}', 'b'),
  'open braces of ICU': run('{a, '),
  'open plurals': run('{a, plural, one {'),
  'plurals that never end': run("{a,plural,one{'}} "),
  'open statements': run('{% '),
  'closed statements': run('{%a%}b'),
  'open comments': run('&lt;!-- '),
  'tags of forums': run('[b]a'),
  'open brackets with values': run('[a=b '),
  'folders of Windows': run('a b\\', 'C:\\'),
  'names behind colons': run(':ab '),
  'raised signs': run('²', 'm'),
  'chemical letters': run('H₂O'),
  'Roman numbers': run('XVI '),
  ligatures: run('\ufb01 '),
  'soft hyphens': run('a\u00ad'),
  'addresses of the web': run('http://a.b ', 'c '),
  'an address of brackets': run('()', 'http://a'),
  'HTML tags': run('&lt;b&gt;a'),
  'right-to-left letters': run('שלום '),
  'Chinese letters': run('漢字。'),
  'combining marks': run('\u0301', 'e'),
  'combining marks out of order': run('\u0301\u0316', 'e'),
  'letters with marks': run('e\u0301 '),
  'zeros behind a point': run('0', '1.', '1'),
  'a mark of a language model': run(' ', '\u27e61', 'b'),
  'the same word in two cases': counted((id) => `Word${id} word${id} `, 18),
  'different placeholders': counted((id) => `{n${id}} `, 9),
  'different numbers': counted((id) => `${id}.${id} `, 11),
  'Korean letters': run('\ud68c\uc758\uc5d0\uc11c '),
  'surrogate pairs': run('😀', 'a'),
  'lone surrogates': run('\ud800', 'a'),
  noncharacters: run('\uffff', 'a'),
  'zero-width spaces': run('\u200b', 'a', 'b'),
  'standalone codes': counted((id) => `<${id}/>`, 6, 'word'),
  'words and standalone codes': counted((id) => `word<${id}/> `, 12),
  'pairs in a row': counted((id) => `<${id}>a</${id}> `, 14),
  'pairs within words': counted((id) => `a<${id}>b</${id}>`, 14),
  'pairs of spaces': counted((id) => `a<${id}> </${id}>`, 14),
  'nested pairs': (n) =>
    `${ids(n, 14)
      .map((id) => `<${id}>`)
      .join('a ')}b${ids(n, 14)
      .reverse()
      .map((id) => `</${id}>`)
      .join(' ')}`,
  'nested pairs around one word': (n) =>
    `a ${ids(n, 12)
      .map((id) => `<${id}>`)
      .join('')}b${ids(n, 12)
      .reverse()
      .map((id) => `</${id}>`)
      .join('')}`,
  'crossing pairs': (n) =>
    `${ids(n, 14)
      .map((id) => `<${id}>`)
      .join('a ')}b${ids(n, 14)
      .map((id) => `</${id}>`)
      .join(' c')}`,
  'pairs that never close': counted((id) => `<${id}>a `, 8),
  'ends that nothing opened': counted((id) => `a</${id}> `, 8),
  'one code over and over': run('<1>a</1> '),
};

const glossary = compileGlossary([
  { term: 'a', translation: 'uno' },
  { term: 'a a', translation: 'dos' },
  { term: 'word', translation: 'palabra' },
]);
const options = { from: 'en', glossary, locksTerms: true, inlineCodes: true };
const markup = { pair: 'g', standalone: 'x', xml: true };
const half = (text: string) => ids(text.length, 2);
const rules = (text: string) => ({
  kept: half(text),
  closed: half(text).filter((id) => id % 2 === 0),
  outer: half(text).filter((id) => id % 2 === 1),
});

const FUNCTIONS: Record<string, (text: string) => unknown> = {
  'codes.escapeText': (text) => codes.unescapeText(codes.escapeText(text)),
  'codes.parseCoded': (text) => codes.formatCoded(codes.parseCoded(text)),
  'codes.readableText': codes.readableText,
  'codes.visibleLength': codes.visibleLength,
  peelEdges,
  'glossary.lockTerms': (text) => lockTerms(text, glossary),
  'glossary.missingTerms': (text) => missingTerms(text, text.replaceAll('a', 'b'), glossary),
  takeInventory: (text) => takeInventory(codes.parseCoded(text), rules(text)),
  'locks.lock': (text) => {
    const locked = lock(text, (plain) =>
      Array.from(plain.matchAll(/a/g), ({ index }) => ({ start: index, end: index + 1, replacement: 'b' })),
    );
    return unlock(locked.text, locked.held);
  },
  mask,
  maskDivided,
  scan: (text: string) => scan(text, ANY),
  nameSpans,
  'pieces.cutAtWalls': (text) => {
    const cut = cutAtWalls(nest(codes.parseCoded(text)), {
      walls: new Set(half(text)),
      kept: new Set(half(text)),
    });
    cut.pieces.forEach(formatPiece);
    return joinPieces(
      cut,
      cut.pieces.map((piece) => piece.tokens),
    );
  },
  prepareSegment: (text) => {
    const { questions, restore } = prepareSegment(text, options);
    return restore(questions.map(({ text: question }) => question));
  },
  'prepareSegment for an engine without codes': (text) => {
    const { questions, restore } = prepareSegment(text, { ...options, inlineCodes: false });
    return restore(questions.map(({ text: question }) => question));
  },
  'pair-runs': (text) => {
    const tokens = codes.parseCoded(text);
    const inventory = takeInventory(tokens, {});
    return keepApart(nest(oneRunEach(tokens, inventory)), inventory);
  },
  'completeCodes of the same': (text) => completeCodes(codes.parseCoded(text), codes.parseCoded(text)),
  'repairCodes of what came back whole': (text) => repairCodes(text, text),
  'repairCodes of what lost all codes': (text) => repairCodes(text, codes.escapeText(codes.plainText(text))),
  'repairCodes of what lost all words': (text) => repairCodes(text, text.replace(/[a-z]/g, '')),
  'repairCodes of kept pairs that got lost': (text) =>
    repairCodes(text, codes.escapeText(codes.plainText(text)), { kept: half(text) }),
  'repairCodes of a plain source': (text) => repairCodes('a <1>b</1>', text),
  repairSpaces: (text) => repairSpaces(codes.parseCoded(text.replace(/\s/g, '')), codes.parseCoded(text)),
  repairSigns: (text) => repairSigns(codes.parseCoded(text), codes.parseCoded(text.replaceAll('>', '>.'))),
  splitSentences: (text) => splitSentences(text, 'en'),
  'splitCoded and joinCoded': (text) => joinCoded(splitCoded(text, 'en', 500)),
  isTranslatable,
  'word-parts': (text) => {
    const words = takeWordParts(nest(codes.parseCoded(text)), 0);
    return putWordParts(words.tokens, words.words);
  },
  'apertium encode and decode': (text) => {
    const encoded = encode(text);
    return decode(encoded.wire, encoded);
  },
  'apertium decode of anything': (text) => decode(text, encode('a <1>b</1> <2/>')),
  'apertium signs of questions': (text) => withInvertedSigns(text.replaceAll('.', '?'), 'es'),
  pseudoLocalise,
  composed: (text) => composed(text).original(text.length),
  normalForm: (text) => [normalForm(text), normalForm(text, 'NFD')],
  countWords,
  termForms: (text) => termForms(text, (each) => each, 'de').has('a b'),
  'readEditedTarget of a short source': (text) => readEditedTarget('a <1>b</1> <2/>'.repeat(1_500), text),
  'readEditedTarget of the same': (text) => readEditedTarget(text, text, { rules: rules(text) }),
  missingNumbers: (text) => missingNumbers(text, text.replaceAll('1', '3'), 'es'),
  punctuationFault: (text) => punctuationFault(`${text}?`, `${text} a`, 'es'),
  repeatedWord: (text) => repeatedWord('', text, 'es'),
  isUntranslated: (text) => isUntranslated(text, text, 'en', 'es'),
  'chat encode and decode': (text) => {
    const encoded = encodeTokens(text);
    return [decodeTokens(encoded.text, encoded), hasItsMarks(encoded.text, encoded)];
  },
  'chat decode of anything': (text) => decodeTokens(text, encodeTokens('a <1>b</1> <2/>')),
  'chat answer': (text) => readAnswer(text, new Set([1])),
  'remote markup': (text) => decodeMarkup(encodeMarkup(text, markup), markup),
  'remote markup of anything': (text) => decodeMarkup(text, markup),
  unescapeEntities,
  'remote error': (text) => shortened(text, 'secret'),
  'bergamot encode and decode': (text) => {
    const { html, gaps } = encodeHtml(text, 'en');
    return decodeHtml(html, gaps);
  },
};

/** UTF-16 units. Enough that quadratic work shows, little enough that linear work is soon done. */
const SIZE = 5_000;
/**
 * Below this many milliseconds a time says nothing: what is that quick at four times the size has shown it is
 * linear.
 */
const FLOOR_MS = 3;
const LIMIT = 8;
const MAX_TRIES = 8;

/**
 * How many times as long four times the text takes; measured again, with more tries, while it looks too long.
 * Between two sizes memory may run out of a cache or a collector's first room: what grows with the square
 * does so from the next size as well.
 */
async function growth(work: (text: string) => unknown, shape: (n: number) => string): Promise<number> {
  const ratio = await growthFrom(SIZE, work, shape);
  return ratio < LIMIT ? ratio : growthFrom(4 * SIZE, work, shape);
}

async function growthFrom(
  size: number,
  work: (text: string) => unknown,
  shape: (n: number) => string,
): Promise<number> {
  const small = shape(size);
  const large = shape(4 * size);
  let ratio = Infinity;
  for (let tries = 1; tries <= MAX_TRIES && ratio >= LIMIT; tries *= 2) {
    const long = await leastMs(work, large, tries);
    if (long < LIMIT * FLOOR_MS) return long / FLOOR_MS;
    ratio = Math.min(ratio, long / Math.max(FLOOR_MS, await leastMs(work, small, tries)));
  }
  return ratio;
}

describe('a text of four times the length takes less than eight times as long, whatever is in it', () => {
  it('is tried with at least 63 shapes', () => {
    expect(Object.keys(SHAPES).length).toBeGreaterThanOrEqual(63);
  });

  it.each(Object.entries(FUNCTIONS))('%s', async (_name, work) => {
    const slow: string[] = [];
    for (const [shape, make] of Object.entries(SHAPES)) {
      const ratio = await growth(work, make);
      if (ratio >= LIMIT) slow.push(`${shape}: ${ratio}`);
    }
    expect(slow).toEqual([]);
  });
});
