import type { Token } from '../../text/codes.ts';
import {
  capitaliseLabel,
  capitaliseSentences,
  lowerArticles,
  lowerBehindStops,
  lowerWithinSentences,
  restoreCapitals,
} from './capitals.ts';
import { withPronounsInWords } from './pronouns.ts';
import { withCurlyApostrophes, withWrittenOwners } from './quotes.ts';
import { withoutDoubles } from './signs.ts';
import { withSourceSpaces } from './spaces.ts';

/*
 * Apertium's gaps in text handling, as three tables: words replaced in a question, signs that are
 * asked with stand-ins for (signs.ts), and what is repaired in its answers. Each row's examples are a test.
 * Quotation marks, names and glossary terms need pairs of codes: see quotes.ts, codec.ts and terms.ts.
 */

/** A rewriting of coded text of one language. */
export interface Rewriting {
  readonly id: string;
  readonly why: string;
  readonly from: string;
  readonly rewrite: (coded: string) => string;
  readonly examples: readonly (readonly [coded: string, asked: string])[];
}

export const REWRITINGS: readonly Rewriting[] = [
  {
    id: 'two pronouns',
    why: 'a pronoun that the target drops leaves its sign: `If he/she agrees` → `Si él/ acuerda`',
    from: 'en',
    rewrite: withPronounsInWords,
    examples: [
      ['If he/she agrees', 'If he or she agrees'],
      ['S/he must, and (s)he may', 'He or she must, and he or she may'],
      ['SHE/HE <1>IS</1> ASKED', 'SHE OR HE <1>IS</1> ASKED'],
      ['What he/she/they need', 'What he, she or they need'],
      ['Sign here (he/she), or his/her agent', 'Sign here (he/she), or his/her agent'],
      ['Read example.org/he/she first', 'Read example.org/he/she first'],
      ['The/he/she row', 'The/he/she row'],
      ['Is he/she here, and can she/he come', 'Is he/she here, and can she or he come'],
    ],
  },
  {
    id: 'several owners',
    why: 'the lone apostrophe is unknown: `The cars’ doors` → `Los coches’ las puertas`',
    from: 'en',
    rewrite: withWrittenOwners,
    examples: [
      ["The cars' doors", "The cars's doors"],
      ['The friends’ <1>house</1>', 'The friends’s <1>house</1>'],
      ["The 'Settings' of the boys' room", "The 'Settings' of the boys's room"],
      ["the boys'", "the boys'"],
    ],
  },
];

/** The text as the pipeline of a language is asked it. */
export function rewritten(coded: string, from: string): string {
  return REWRITINGS.reduce((text, row) => (isLanguage(row.from, from) ? row.rewrite(text) : text), coded);
}

/** Whether a tag such as `en-GB` is of a language. */
export function isLanguage(language: string, tag: string): boolean {
  return tag === language || tag.startsWith(`${language}-`);
}

/** A repair of an answer, with its source at hand. In the order of the table. */
export interface ReplyRepair {
  readonly id: string;
  readonly why: string;
  /** `source`: the text as it was asked, with BLANK for standalone codes. `to`: the target's language tag. */
  readonly repair: (tokens: readonly Token[], source: string, to: string) => readonly Token[];
  /** In coded text. */
  readonly examples: readonly (readonly [source: string, answer: string, repaired: string])[];
}

export const REPLY_REPAIRS: readonly ReplyRepair[] = [
  {
    id: 'words spelt twice',
    why: 'the dictionary gives two spellings, or the target has one word for both of two',
    repair: withoutDoubles,
    examples: [
      ['<1>YouTube</1> ads', '<1>YouTube/Youtube</1> anuncios', '<1>YouTube</1> anuncios'],
      ['its/their house', 'su/su casa', 'su casa'],
      ['so/so', 'so/so', 'so/so'],
    ],
  },
  {
    id: 'capitals of names',
    why: 'an unknown name is written like a common word',
    repair: restoreCapitals,
    examples: [
      ['Uses Apache POI, and a house', 'Utiliza apache poi, y una casa', 'Utiliza Apache POI, y una casa'],
      ['The iPhone', 'El IPHONE', 'El iPhone'],
      ['an MP3 and another', 'un Mp3 y otro', 'un MP3 y otro'],
      ['CC:', 'Cc:', 'CC:'],
      ['Total', 'total', 'total'],
    ],
  },
  {
    id: 'articles in capitals',
    why: 'the article before a stressed A is written in capitals',
    repair: lowerArticles,
    examples: [
      ['It is the area', 'Es EL área', 'Es El área'],
      ['THE AREA', 'EL área', 'EL área'],
    ],
  },
  {
    id: 'small letters within sentences',
    why: 'behind words that the engine merges, turns around or does not know, the next gets a capital',
    repair: lowerWithinSentences,
    examples: [
      [
        'Thank you for <1>that</1>. No.',
        'Gracias Para <1>ello</1>. Es no.',
        'Gracias para <1>ello</1>. Es no.',
      ],
      ['See El Salvador', 'Ve El Salvador', 'Ve El Salvador'],
      ['The file has no name.', 'La lima No tiene ningún nombre.', 'La lima no tiene ningún nombre.'],
    ],
  },
  {
    id: 'small letters behind stops',
    why: 'abbreviations, dots, and quotes within a sentence are taken for its end',
    repair: lowerBehindStops,
    examples: [
      ['Wait... it works.', 'Espera... Obra.', 'Espera... obra.'],
      [
        'The cost (incl. taxes). It is.',
        'El coste (incl. Impuestos). Es.',
        'El coste (incl. impuestos). Es.',
      ],
      ['See approx. five vs. Ann.', 'Ve approx. Cinco vs. Ann.', 'Ve approx. cinco vs. Ann.'],
      ['Go...now...to Rome.', 'Va...Ahora...A Roma.', 'Va...ahora...a Roma.'],
      ['—¿Dónde está? —preguntó.', '—Where is it? —It asked.', '—Where is it? —it asked.'],
      ['‘Stop!’ she said.', '‘¡Parón!’ Dijo.', '‘¡Parón!’ dijo.'],
      ['“Red,” she said.', '“Rojo,” Dijo.', '“Rojo,” dijo.'],
      ['rules. they stay.', 'reglas. se quedan.', 'reglas. se quedan.'],
    ],
  },
  {
    id: 'labels in capitals',
    why: 'only the first letter of a label keeps its capital',
    repair: capitaliseLabel,
    examples: [
      ['WARNING: stop', 'Aviso: parón', 'AVISO: parón'],
      ['<1>FROM:</1> John', '<1>De</1>: John', '<1>DE</1>: John'],
      ['Warning: stop', 'Aviso: parón', 'Aviso: parón'],
    ],
  },
  {
    id: 'capitals of sentences',
    why: 'a sentence loses its capital with a dropped word, at an unknown word and behind an abbreviation',
    repair: capitaliseSentences,
    examples: [
      ['There is an XSD for each:', 'hay un XSD para cada:', 'Hay un XSD para cada:'],
      ['TBD. It should follow.', 'TBD. tendría que seguir.', 'TBD. Tendría que seguir.'],
      ['iPhone users left.', 'iPhone usuarios dejaron.', 'iPhone usuarios dejaron.'],
      [
        'Rules: Integration is big.',
        'Reglas: la integración es grande.',
        'Reglas: la integración es grande.',
      ],
    ],
  },
  {
    id: 'spaces',
    why: 'dropped, merged and moved words leave theirs behind',
    repair: withSourceSpaces,
    examples: [
      ['One  two three', ' Uno  dos   tres .', 'Uno dos tres.'],
      ['"I am tired," she said.', '" Estoy cansado," dijo.', '"Estoy cansado," dijo.'],
      ['<1>house</1>" big', '<1>casa</1>" grande', '<1>casa</1>" grande'],
      ['It is the US.', 'Es los EE.UU. .', 'Es los EE.UU.'],
    ],
  },
  {
    id: 'curly apostrophes',
    why: 'they are written straight',
    repair: withCurlyApostrophes,
    examples: [
      ['The ‘single’ one is Bo’s', "El ‘solo' un es el c'd", 'El ‘solo’ un es el c’d'],
      ["The ‘single’ one is Bo's", "El ‘solo' un es el c'd", "El ‘solo' un es el c'd"],
    ],
  },
];
