import type { IcuChoice, IcuPart } from '../../text/icu.ts';

/** Of `{{GRAMMAR:genitive|word}}` and others the forms are no texts of one place. */
const CHOICE = /\{\{\s?(PLURAL|GENDER):\s?([^{}|]{1,100})\|([^{}]{0,2000})\}\}/g;

/**
 * A message of MediaWiki or jquery.i18n (banana) in parts, with `{{PLURAL:$1|house|houses}}` as a choice; undefined
 * without any. See https://www.mediawiki.org/wiki/Localisation#PLURAL.
 */
export function magicWordParts(text: string): readonly IcuPart[] | undefined {
  if (!text.includes('{{')) return undefined;
  const parts: IcuPart[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: name, 2: argument = '', 3: forms = '' } of text.matchAll(CHOICE)) {
    if (index > at) parts.push({ kind: 'text', start: at, end: index });
    at = index + whole.length;
    parts.push(choiceOf(index, at, `${name!}:${argument}`, forms));
  }
  if (at === 0) return undefined;
  if (at < text.length) parts.push({ kind: 'text', start: at, end: text.length });
  return parts;
}

/** A `select`: the file says how many forms there are, and the target language has as many. */
function choiceOf(start: number, end: number, argument: string, forms: string): IcuChoice {
  let at = end - '}}'.length - forms.length;
  const options = forms.split('|').map((form, n) => {
    // `0=no houses`: a form for this number.
    const number = /^\d{1,9}=/.exec(form)?.[0] ?? '';
    const option = { start: at + number.length, end: at + form.length };
    at = option.end + '|'.length;
    const parts: IcuPart[] = form.length === number.length ? [] : [{ kind: 'text', ...option }];
    return { ...option, selector: number === '' ? `form ${n + 1}` : number.slice(0, -1), parts };
  });
  return { kind: 'choice', start, end, argument, type: 'select', options };
}
