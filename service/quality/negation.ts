import { normalForm } from '../text/normal-form.ts';
import { languageOf } from './words.ts';

/** Words that negate a sentence or a part of it, by language. */
const NEGATIONS: Readonly<Record<string, string>> = {
  ca: 'no mai sense cap res ningú ni tampoc gens',
  cs: 'ne nikdy bez žádný žádná žádné žádného žádné nic nikdo ani není nejsou nelze',
  da: 'ikke ingen intet aldrig uden hverken nej',
  de: 'nicht nichts nie niemals ohne kein keine keinen keinem keiner keines niemand niemanden weder noch nein nirgends kaum außer unzulässig unmöglich ungültig unbekannt',
  en: 'not no never without none nothing nobody neither nor cannot nowhere',
  es: 'no nunca jamás sin ningún ninguna ninguno ningunos ningunas nada nadie ni tampoco excepto salvo',
  fr: "ne n' pas jamais sans aucun aucune rien personne ni non sauf nul nulle",
  gl: 'non nunca xamais sen ningún ningunha nada ninguén nin tampouco',
  it: "non mai senza nessun nessuno nessuna nessun' niente nulla né neanche nemmeno neppure no",
  nl: 'niet geen nooit zonder niets niemand noch nee nergens',
  pl: 'nie nigdy bez żaden żadna żadne żadnych nic nikt ani',
  pt: 'não nunca jamais sem nenhum nenhuma nada ninguém nem tampouco',
  sv: 'inte ingen inget inga aldrig utan varken nej',
};
const LISTS = new Map(
  Object.entries(NEGATIONS).map(([language, words]) => [language, new Set(words.split(' '))]),
);
/** Several negations make one here: `no hay nada`, `il n’y a rien`. Only whether there is one counts. */
const IN_CONCORD = new Set(['ca', 'cs', 'es', 'fr', 'gl', 'it', 'pl', 'pt']);
/** Words that begin or end with a negation, where they commonly translate one: `not valid`, `ungültig`. */
const PARTS: Readonly<Record<string, RegExp>> = {
  ca: /^(?:impossible|incorrect|invàlid|innecess|desconegu|desactiv|inhabilit|indefini|inexisten)/u,
  de: /^un(?:zu|mög|gül|be|ver|wirk|nöt|er)\p{L}+|los(?:e[nmrs]?)?$/u,
  es: /^(?:imposible|incorrect|inválid|innecesari|desconocid|desactiv|deshabilit|indefinid|inexistent|evit|impid)/u,
  fr: /^(?:impossible|incorrect|invalide|inutile|inconnu|désactiv|indéfini|inexistant)/u,
  it: /^(?:impossibil|errat|invalid|inutil|sconosciut|disattiv|indefinit|inesistent)/u,
  pt: /^(?:impossíve|incorret|inválid|desnecessári|desconhecid|desativ|indefinid|inexistent)/u,
};
/** No. 5 */
const NUMBER_SIGN = /(?<!\p{L})No\.?\s?(?=\d)/gu;
/** Don’t, can’t. */
const CONTRACTED = /n['’]t(?!\p{L})/giu;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’](?=\p{L}))?/gu;

/**
 * Whether the source negates more than the target does, both of languages with a list. Plain texts, canonical tags.
 */
export function lacksNegation(source: string, target: string, from: string, to: string): boolean {
  const [own, its] = [languageOf(from), languageOf(to)];
  const [list, others] = [LISTS.get(own), LISTS.get(its)];
  if (!list || !others || own === its) return false;
  // What stands in both is a name: `None` of a program.
  const kept = new Set(target.match(WORD));
  const asked = countIn(source, own, list, { kept });
  if (asked === 0) return false;
  const given = countIn(target, its, others, { part: PARTS[its] });
  return IN_CONCORD.has(own) ? given === 0 : given < asked;
}

function countIn(
  text: string,
  language: string,
  list: ReadonlySet<string>,
  { kept, part }: { kept?: ReadonlySet<string>; part?: RegExp | undefined },
): number {
  let count = 0;
  for (const [word] of normalForm(text).replace(NUMBER_SIGN, '').matchAll(WORD)) {
    if (kept?.has(word)) continue;
    const form = word.toLowerCase().replace('’', "'");
    if (list.has(form) || part?.test(form)) count++;
  }
  if (language === 'en') count += (text.match(CONTRACTED) ?? []).length;
  return count;
}
