import type { Token } from '../../text/codes.ts';
import { singleQuotePairs } from './quotes.ts';

/**
 * A sign around which the pipeline moves or breaks words, and the sign sent in its place, which stays put.
 * Both are one UTF-16 unit.
 */
export interface StandIn {
  readonly id: string;
  /** What the pipeline makes of the sign itself. */
  readonly why: string;
  readonly sent: ';' | '"' | '.';
  /** Offsets of the signs to replace in a text with BLANK for each superblank. */
  readonly find: (plain: string) => number[];
  readonly examples: readonly (readonly [plain: string, asked: string])[];
}

/** `&` and `/`, with or without spaces on both sides. Not `his/her`, which is one word, nor `AC/DC`. */
const JOINING =
  /(?<=\p{L}{2}[)”"’]? )[&/](?= [(“"‘]?\p{L}{2})|(?<=\p{L}{2}[)”"’]?)(?<!(?<!\p{L})(?:[Hh]is|[Hh]er|\p{Lu}{2})(?=\/(?:[Hh]is|[Hh]er|\p{Lu}{2})(?!\p{L})))\/(?=[(“"‘]?\p{L}{2})/gu;
/** Between words: not the dash that begins a speech, nor dots that end a sentence. */
const CLAUSE =
  /(?<=[\p{L}\p{N}\p{M})\]”"’'»] ?)(?:—(?= ?\0{0,3}[(“"‘'«¿¡]{0,2}[\p{L}\p{N}])|…(?= ?\0{0,3}\p{Ll}))/gu;
/** The comma that ends a speech, before the speaker's name. */
const SPEECH = /(?<=\p{L}),(?=["”’'»] ?\0{0,3}\p{L})/gu;
/** Between the parts of a title: each part begins with a capital, and no sentence ends. */
const PART = /(?<=\S )[–—·•|-](?= \S)|(?<=\p{L}):(?= )/gu;
const TITLE = /^(?:[^.!?…;]|[.!?…;](?=\S))*(?<![.!?…])$/u;
const TITLE_PART = /^\P{L}{0,9}\p{Lu}(?!\p{Lu})/u;
/** UTF-16 units: longer ones are sentences. */
const MAX_TITLE_PART = 60;

export const STAND_INS: readonly StandIn[] = [
  {
    id: 'part of a title',
    why: '`Red house – Green garden` → `Casa roja – jardín Verde`',
    sent: '.',
    find: (plain) => {
      if (!TITLE.test(plain)) return [];
      const places = offsets(plain, PART);
      const parts = [...places, plain.length].map((end, n) =>
        plain.slice(n === 0 ? 0 : places[n - 1]! + 1, end),
      );
      return parts.every((part) => part.length <= MAX_TITLE_PART && TITLE_PART.test(part)) ? places : [];
    },
    examples: [
      ['Red house – Green garden', 'Red house . Green garden'],
      ['Shop: Two houses', 'Shop. Two houses'],
      ['The house – a red one', 'The house – a red one'],
      ['The President – A Life is red.', 'The President – A Life is red.'],
    ],
  },
  {
    id: 'joining sign',
    why: '`Sales & Marketing` → `Marketing & de ventas`',
    sent: ';',
    find: (plain) => offsets(plain, JOINING),
    examples: [
      ['Sales & Marketing', 'Sales ; Marketing'],
      ['Name/Surname', 'Name;Surname'],
      ['(Name) / (Surname)', '(Name) ; (Surname)'],
      ['Q & A, km/h, AT&T', 'Q & A, km/h, AT&T'],
      ['His/her AC/DC on/off', 'His/her AC/DC on;off'],
    ],
  },
  {
    id: 'dash or dots between clauses',
    why: '`The door is yellow — houses are red` → `La puerta es casas — amarillas es rojo`',
    sent: ';',
    find: (plain) => offsets(plain, CLAUSE),
    examples: [
      ['yellow — houses', 'yellow ; houses'],
      ['House—Garden', 'House;Garden'],
      ['was old… people said', 'was old; people said'],
      ['It was old… People said…', 'It was old… People said…'],
      ['—Where is it? —he asked', '—Where is it? —he asked'],
    ],
  },
  {
    id: 'comma of a speech',
    why: '`“The house is red,” said Ana` → `“La casa es Ana” roja, dicha`',
    sent: ';',
    find: (plain) => offsets(plain, SPEECH),
    examples: [
      ['“It is red,” said Ana.', '“It is red;” said Ana.'],
      ['“Red,” “blue”', '“Red,” “blue”'],
    ],
  },
  {
    id: 'straight single quotation mark',
    why: "a contraction begins with it: `Open 'Settings'` → `Abierto ettings'`",
    sent: '"',
    find: (plain) =>
      singleQuotePairs(plain)
        .flat()
        .filter((at) => plain[at] === "'"),
    examples: [
      ["Open 'My house'", 'Open "My house"'],
      ["'She isn't here,' he said", '"She isn\'t here;" he said'],
      ["the boys' house, rock 'n roll", "the boys' house, rock 'n roll"],
    ],
  },
];

/** Every sign that has a stand-in. */
const ANY_SIGN = /[–—·•|&/…,':-]/;

/** The text with stand-ins, and the signs that they replace. */
export function withStandIns(plain: string): { written: string; signs: Signs } {
  if (!ANY_SIGN.test(plain)) return { written: plain, signs: NO_SIGNS };
  const written = plain.split('');
  const used = new Set<string>();
  for (const { sent, find } of STAND_INS) {
    for (const at of find(plain)) {
      if (written[at] !== plain[at]) continue;
      written[at] = sent;
      used.add(sent);
    }
  }
  if (used.size === 0) return { written: plain, signs: NO_SIGNS };
  const signs = new Map([...used].map((sent): [string, string[]] => [sent, []]));
  for (const [at, sign] of written.entries()) signs.get(sign)?.push(plain[at]!);
  return { written: written.join(''), signs };
}

/** For each stand-in, the source's sign at each place where it was sent, in order. */
export type Signs = ReadonlyMap<string, readonly string[]>;
export const NO_SIGNS: Signs = new Map();

/** Puts the signs back. Undefined if the answer has more or fewer of a stand-in than were sent. */
export function withSigns(tokens: readonly Token[], signs: Signs): readonly Token[] | undefined {
  if (signs.size === 0) return tokens;
  const passed = new Map([...signs.keys()].map((sent) => [sent, 0]));
  const written = tokens.map((token): Token => {
    if (token.kind !== 'text') return token;
    const text = token.text.replace(/[;".]/g, (sent) => {
      const at = passed.get(sent);
      if (at === undefined) return sent;
      passed.set(sent, at + 1);
      return signs.get(sent)![at] ?? sent;
    });
    return { kind: 'text', text };
  });
  return [...signs].every(([sent, own]) => passed.get(sent) === own.length) ? written : undefined;
}

function offsets(text: string, pattern: RegExp): number[] {
  return Array.from(text.matchAll(pattern), ({ index }) => index);
}

const SPELT_TWICE = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,60})\/\1(?![\p{L}\p{N}])/giu;

/** Drops one of two alternative spellings of a dictionary: `YouTube/Youtube`. */
export function withoutDoubles(tokens: readonly Token[], source: string): readonly Token[] {
  return tokens.map((token) => {
    if (token.kind !== 'text' || !token.text.includes('/')) return token;
    const text = token.text.replace(SPELT_TWICE, (both, first: string) =>
      source.toLowerCase().includes(both.toLowerCase()) ? both : first,
    );
    return { kind: 'text', text };
  });
}
