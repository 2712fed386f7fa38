/** Words, lower case and without their full stop, that do not end a sentence. */
const ABBREVIATIONS = wordsOf(
  'dr mr mrs ms prof st jr sr rev hon gen col sgt lt capt gov sen rep pres supt messrs ' +
    'sects eds vs cf approx est dept inc ltd corp co cía bros e.g i.e eg ie viz ' +
    'sra srta srs sres sras dra dña ud uds vd excmo ilmo lic ing arq gral sto sta d av avda tel ref aprox ej p.ej ' +
    'exmo exma ' +
    'z.b d.h u.a o.ä u.ä s.o s.u v.a bzw ca evtl ggf inkl exkl zzgl vgl sog hr fr str hrsg aufl geb dipl nachf ' +
    'm mm mme mmes mlle mlles mgr env éd ex ste ' +
    'sig sigg dott avv geom gent spett dhr mevr drs blz bijv o.a t.a.v m.b.t ' +
    'ул просп им проф акад гр см',
);
/** Those that end no sentence where a number follows: "No. 5", "fig. 2", "Jan. 1". */
const BEFORE_NUMBERS = wordsOf(
  'no nos nr nrn nº núm num p pp pg pag pág págs s ss fig figs abb art arts sec sect ch chap cap vol vols ed abs par bd mio mrd ' +
    'max min mín máx kap tab tabl табл рис стр ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec ene abr ago dic janv févr avr juil déc febr mrt okt dez',
);
/** Nouns that follow a German ordinal: "im 19. Jahrhundert". Capital letters tell nothing there. */
const AFTER_ORDINAL =
  /^(?:Jahrhundert|Jh\b|Jahrtausend|Weltkrieg|Auflage|Ausgabe|Kapitel|Lebensjahr|Platz|Klasse|Stock|Etage|Geburtstag|Jahrestag|Mal\b|Tag|Woche|Monat|Runde|Quartal|Semester|Senat|Zivilsenat|Reich\b|Armee|Minute|Abschnitt|Teil\b|Absatz)/u;

const LAST_WORD = /(?:^|[\s([{"'“„«‘])((?:[\p{L}\p{M}]+\.)*[\p{L}\p{M}º]+)\.["'”’»)\]]*\s*$/u;
/** As far back as an abbreviation and the quotes and spaces behind it may reach. */
const LONGEST_ABBREVIATION = 40;
const INITIAL = /^(?:\p{Lu}|\p{Lu}(?:\.\p{Lu})+)$/u;
/** `z. B.`, `p. ej.`, `u. s. w.`, with spaces between its parts. */
const SPACED_ABBREVIATION = /(?:^|[\s("„«“])\p{Ll}\.\s?\p{L}{1,2}\.["'”’»)\]]*\s*$/u;
const LETTER_WITH_STOP = /(?:^|[\s("„«“])\p{L}\.\s*$/u;
const NEXT_LETTER_WITH_STOP = /^\p{L}{1,2}\./u;
/** The label of an item of a list, which is no sentence of its own: `1.`, `2.3.`, `b.`, `IV.` */
const LABEL = /^\s*(?:\p{L}|[IVXLCDMivxlcdm]{1,5}|[\p{N}.．]{1,12})[.)．]\s*$/u;
const ORDINAL = /(?:^|[\s(\p{Pd}])\d{1,2}\.\s+$/u;
const SMALL_LETTER = /^[\s"'“„«([]*\p{Ll}/u;
const NUMBER = /^\s*[([]?(?:\d|[IVXLCM]+\b)/u;
/** Scripts without a space between sentences have ends of their own. */
const WIDE_END = /[。！？．｡։।॥။។៕᠃][\p{Pe}\p{Pf}"'”’]*$/u;
const PARAGRAPH_END = /[\r\n\u2028\u2029]\s*$/u;

/**
 * Whether a sentence goes on after `piece`, at whose end `Intl.Segmenter` ends one: behind an abbreviation,
 * an initial or an ordinal, or where a small letter follows.
 */
export function goesOn(piece: string, next: string, language: string): boolean {
  if (PARAGRAPH_END.test(piece)) return false;
  // A question mark within an address, or a typing error.
  if (!/\s$/u.test(piece)) return !WIDE_END.test(piece);
  if (SMALL_LETTER.test(next) || (piece.length <= LONGEST_ABBREVIATION && LABEL.test(piece))) return true;
  const end = piece.slice(-LONGEST_ABBREVIATION);
  if (ORDINAL.test(end)) return namesMonth(next, language) || AFTER_ORDINAL.test(next);
  if (SPACED_ABBREVIATION.test(end)) return true;
  if (LETTER_WITH_STOP.test(end) && NEXT_LETTER_WITH_STOP.test(next)) return true;
  const word = LAST_WORD.exec(end)?.[1];
  if (word === undefined) return false;
  const small = word.toLowerCase();
  if (INITIAL.test(word) || ABBREVIATIONS.has(small)) return true;
  return BEFORE_NUMBERS.has(small) && NUMBER.test(next);
}

const months = new Map<string, RegExp>();

function namesMonth(text: string, language: string): boolean {
  let names = months.get(language);
  if (!names) months.set(language, (names = monthNames(language)));
  return names.test(text);
}

/** As a date with a day writes them, which many languages decline. */
function monthNames(language: string): RegExp {
  const names = (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) =>
      format.formatToParts(Date.UTC(2026, index, 5)).find(({ type }) => type === 'month'),
    );
  });
  const words = names.flatMap((name) => (name && /^\p{L}/u.test(name.value) ? [name.value] : []));
  return words.length === 0 ? /(?!)/ : new RegExp(`^(?:${words.map(escapeSigns).join('|')})`, 'iu');
}

/** `RegExp.escape` is not in every Node that we support. */
function escapeSigns(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
