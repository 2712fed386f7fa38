import type { SegmentKind } from '../../text/segment-kind.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements that are part of a sentence. */
const INLINE = words(
  `a abbr acronym b bdi bdo big br cite code data del dfn em embed font i img input ins kbd label map mark math meter nobr
   object output param picture progress q rb rp rt rtc ruby s samp script slot small source span strike strong style sub sup svg
   time track tt u var wbr area audio video canvas iframe noembed blink bgsound`,
);

/** Elements that begin and end a separate text. */
const BLOCKS = words(
  `address applet article aside base basefont blockquote body button caption center col colgroup dd desc details dialog dir div dl
   dt fieldset figcaption figure footer foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend
   li link listing main marquee menu menuitem meta multicol nav noframes noscript ol optgroup option p plaintext pre search section
   select selectedcontent summary table tbody td template text textarea tfoot th thead title tr ul xmp`,
);

/** Elements that have no end tag in HTML. */
export const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose content browsers do not parse as tags: it is not text of the page. */
export const RAW = words('script style xmp iframe noembed noframes plaintext');

/** Elements for code, formulas and program output. Within a sentence each is one code. */
export const LOCKED = words('code kbd samp var tt math');

/** Pairs that a translation must keep: they carry meaning, not only a look. */
export const KEPT = words('a ins del label q object map audio video');

/** Elements that preserve white space and line ends. */
export const PREFORMATTED = words('pre listing textarea');

/** What the nearest of these elements says of the texts in it. */
export const KINDS: ReadonlyMap<string, SegmentKind> = new Map<string, SegmentKind>([
  ['title', 'title'],
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const).map((name) => [name, name] as const),
  ['li', 'item'],
  ['dt', 'item'],
  ['dd', 'item'],
  ['option', 'item'],
  ['td', 'cell'],
  ['th', 'cell'],
  ['caption', 'caption'],
  ['figcaption', 'caption'],
  ['legend', 'caption'],
  ['blockquote', 'quote'],
]);

export const HEADINGS = words('h1 h2 h3 h4 h5 h6');

/** An open element that a start tag closes (HTML §13.1.2.4), by the name of the start tag. */
export const CLOSES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', words('li p')],
  ['dt', words('dt dd p')],
  ['dd', words('dt dd p')],
  ['td', words('td th p')],
  ['th', words('td th p')],
  ['tr', words('tr td th p')],
  ['tbody', words('tr td th thead tbody tfoot p')],
  ['tfoot', words('tr td th thead tbody tfoot p')],
  ['option', words('option')],
  ['optgroup', words('option optgroup')],
  ...Array.from(
    words(
      `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
       header hgroup hr main menu nav ol p pre search section table ul`,
    ),
    (name): [string, ReadonlySet<string>] => [name, words('p')],
  ),
]);

/** Elements that begin a text also in strings of programs, whose components may have HTML's names (`<link>`). */
export function isTextBlock(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'br' || lower === 'summary' || lower === 'thead' || CLOSES.has(lower);
}

export type Place = 'inline' | 'block' | 'unknown';

export function placeOf(name: string): Place {
  if (INLINE.has(name)) return 'inline';
  return BLOCKS.has(name) ? 'block' : 'unknown';
}

/** Whether an element's content stays, as one of its attributes says (HTML §3.2.6.4, and the class that many programs read). */
export function isUntranslated(attribute: (name: 'translate' | 'class') => string | undefined): boolean {
  return (
    attribute('translate')?.trim().toLowerCase() === 'no' ||
    /(?:^|\s)notranslate(?:\s|$)/.test(attribute('class') ?? '')
  );
}
