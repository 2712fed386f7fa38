import type { Warning } from '../../contract/index.ts';
import { refuse } from '../shared/refusals.ts';
import { spanFormat } from '../spans/span-format.ts';
import { notationsIn } from '../markup/text-notations.ts';
import { acceleratorSign } from '../messages/accelerators.ts';
import { readEntries } from './entries.ts';
import type { PoEntry } from './entries.ts';
import { headerEdits, headerOf, otherLanguageOf, planPlurals } from './header.ts';
import type { PoStyle } from './strings.ts';
import { columns } from './strings.ts';
import { readUnits, unitOf } from './unit.ts';
import type { Catalogue } from './unit.ts';

/** gettext catalogues: untranslated and fuzzy entries. Finished and obsolete ones stay. */
export const poFormat = spanFormat({
  fileType: 'po',
  ignoresLanguage: true,
  recognise: ({ text, extension }) => {
    if (text === undefined) return 'no';
    if (/^(?:msgid|msgctxt|domain)\b[ \t]*"/.test(firstCode(text))) return 'yes';
    return /^pot?$/.test(extension) && firstCode(text) === '' ? 'maybe' : 'no';
  },
  declaredEncoding: (head) => /charset=([\w.:-]+)/i.exec(head)?.[1]?.replace(/^ISO_?8859_?-?/i, 'iso-8859-'),

  read(text, { to = 'und', fileName, options }) {
    const broken: number[] = [];
    const catalogue = readCatalogue(text, to, fileName, broken);
    const isMarked = options['po.mark'] === 'fuzzy';
    const units = catalogue.entries.flatMap((entry, index) =>
      isToDo(entry) ? [unitOf(index, catalogue, isMarked)] : [],
    );
    return {
      spans: units.flatMap(({ spans }) => spans),
      warnings: () => [...otherLanguageWarnings(catalogue, to, fileName), ...brokenWarnings(text, broken)],
      readBack: (finished) => readUnits(units, finished, [...readEntries(finished)]),
      closing: ({ changed, becomesUtf8 }) => ({
        edits:
          changed === 0
            ? []
            : [
                ...headerEdits(text, catalogue.header, to, catalogue.plurals, becomesUtf8, catalogue.style),
                ...units.flatMap((unit) => unit.equalEdits()),
              ],
      }),
    };
  },
});

/** The text from its first line that is not a comment, up to some UTF-16 units, to recognise the format. */
function firstCode(text: string): string {
  const lines = /(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t]*(?:#[^\r\n]*$)?/y;
  lines.test(text);
  return text.slice(lines.lastIndex, lines.lastIndex + 100);
}

function readCatalogue(text: string, to: string, fileName: string | undefined, broken: number[]): Catalogue {
  const entries = [...readEntries(text, (lineStart) => broken.push(lineStart))];
  refuseKeys(entries);
  const header = headerOf(entries);
  return {
    text,
    entries,
    header,
    plurals: planPlurals(entries, header, to, fileName, (entry) => !isToDo(entry)),
    sign: acceleratorSign(labelsOf(entries)),
    notations: notationsIn(entries.map(({ id }) => id.value)),
    style: styleOf(text, entries),
  };
}

/** GNOME and KDE reserve these messages for translators' names. */
const OF_TRANSLATORS = /^(?:translators?[-_ ]credits|Your (?:names|emails))$/i;

/** Whether a translation is missing, or only guessed by a program. */
function isToDo(entry: PoEntry): boolean {
  const { id, plural, forms, isFuzzy } = entry;
  if (
    id.value === '' ||
    OF_TRANSLATORS.test(id.value) ||
    !(isFuzzy || forms.some(({ text }) => text.value === ''))
  )
    return false;
  return plural
    ? forms.every(({ keyword }, n) => keyword === `msgstr[${n}]`)
    : forms[0]!.keyword === 'msgstr' && forms.length === 1;
}

/** Warns of finished translations into another language, which stay among the new ones. */
function otherLanguageWarnings({ entries, header }: Catalogue, to: string, fileName?: string): Warning[] {
  const language = to === 'und' ? undefined : otherLanguageOf(header, to, fileName);
  const count = entries.filter((entry) => entry.id.value !== '' && !isToDo(entry)).length;
  if (language === undefined || count === 0) return [];
  return [
    {
      code: 'other_language_kept',
      message: `The file says that it is translated into “${language}”. What is finished in it stays as it is. Take the file of the target language, or the template (.pot).`,
      count,
      details: { language },
    },
  ];
}

/** gettext refuses a whole file with such lines. */
function brokenWarnings(text: string, [first, ...others]: readonly number[]): Warning[] {
  if (first === undefined) return [];
  const line = text.slice(0, first).split(/\r\n|\n|\r/).length;
  return [
    {
      code: 'unit_untranslated',
      reason: 'source_broken',
      message: `Line ${line} is no line of a gettext catalogue: a quotation mark or a keyword is missing, or one too many. Entries with such lines stay as they are, and gettext refuses the file. Correct it, and translate the file again.`,
      count: others.length + 1,
    },
  ];
}

function* labelsOf(entries: readonly PoEntry[]): Generator<string> {
  for (const { id } of entries) if (id.value !== '') yield id.value;
}

/** An identifier rather than words: `dialog.title`, `page_not_found`, `name100`. */
const KEY = /^(?=.*(?:[._:/-].|\d|[a-z][A-Z]))[A-Za-z][\w.:/-]{2,}$/;

/** Some programs put keys into `msgid`, and the texts into `msgstr`. */
function refuseKeys(entries: readonly PoEntry[]): void {
  const ids = entries.map(({ id }) => id.value).filter((id) => id !== '');
  if (ids.length < 2 || ids.filter((id) => KEY.test(id)).length <= ids.length * 0.9) return;
  throw refuse(
    'unsupported_file_type',
    'The msgid of this file are keys, and the texts are in its msgstr, so that nothing in it is left to translate. Put the texts of the source language into msgid (po2po, msgcat or the program that made the file can do that) and try again.',
    { reason: 'po_of_keys' },
  );
}

/** Columns of a line, gettext's default. */
const WIDTH = 79;

function styleOf(text: string, entries: readonly PoEntry[]): PoStyle {
  let widest = 0;
  for (const { id, plural, forms } of entries) {
    if (id.value === '') continue;
    for (const string of [id, plural, ...forms.map((form) => form.text)]) {
      if (string && string.pieces > 1)
        widest = Math.max(widest, foldedWidth(text.slice(string.start, string.end)));
    }
  }
  return {
    newline: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    width: widest === 0 ? undefined : Math.max(WIDTH, widest),
    hasRawTabs: /^[^#\r\n]*"[^"\r\n]*\t/m.test(text) && !text.includes('\\t'),
  };
}

/** The widest line that ends without a line break in its text; 0 if there is none. */
function foldedWidth(written: string): number {
  const lines = written.split(/\r\n|\n|\r/).slice(0, -1);
  return lines.reduce(
    (widest, line) => (/(?:\\n|^\s*")"\s*$/.test(line) ? widest : Math.max(widest, columns(line.trim()))),
    0,
  );
}
