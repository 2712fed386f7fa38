import { baseLanguage } from '../../contract/index.ts';
import type { Edit } from '../shared/spans.ts';
import type { PoEntry } from './entries.ts';
import { formsOfOne, pluralFormsOf, readPluralForms } from './plural-forms.ts';
import type { PluralForms } from './plural-forms.ts';
import { writePo } from './strings.ts';
import type { PoStyle } from './strings.ts';

/** The first entry's fields: `Language: de`. */
export interface PoHeader {
  readonly entry: PoEntry;
  field(name: string): string | undefined;
}

export function headerOf(entries: readonly PoEntry[]): PoHeader | undefined {
  const entry = entries.find(({ id, context }) => id.value === '' && context === undefined);
  if (!entry) return undefined;
  const lines = entry.forms[0]!.text.value.split('\n');
  return {
    entry,
    field(name) {
      const prefix = `${name.toLowerCase()}:`;
      return lines
        .find((line) => line.toLowerCase().startsWith(prefix))
        ?.slice(prefix.length)
        .trim();
    },
  };
}

/** `pt-BR` in gettext's form: `pt_BR`. */
function localeName(language: string): string {
  const { language: primary, script, region } = new Intl.Locale(language);
  if (primary === 'zh') return `zh_${region ?? (script === 'Hant' ? 'TW' : 'CN')}`;
  const place = region === undefined ? primary : `${primary}_${region}`;
  if (script === 'Latn') return `${place}@latin`;
  return script === 'Cyrl' && primary !== 'sr' ? `${place}@cyrillic` : place;
}

/** The primary language declared by a file or by its name (`de.po`, `pt_BR.po`). */
function languageOf(header: PoHeader | undefined, fileName: string | undefined): string {
  const field = header?.field('Language') ?? '';
  const named = /(?:^|[._-])([a-z]{2,3})(?:[_-][A-Za-z]{2,4})?(?:@\w+)?\.po$/.exec(fileName ?? '')?.[1] ?? '';
  return (field === '' ? named : field).split(/[-_@.]/)[0]!.toLowerCase();
}

/** The language declared by a file, if it is not the target. */
export function otherLanguageOf(
  header: PoHeader | undefined,
  to: string,
  fileName: string | undefined,
): string | undefined {
  const language = languageOf(header, fileName);
  return language === '' || language === baseLanguage(to) ? undefined : language;
}

export interface PluralPlan {
  /** Number of forms in a finished entry, and the counts of each. */
  readonly forms: PluralForms;
  readonly one: ReturnType<typeof formsOfOne>;
  /** The header must be changed to this. */
  readonly isNew: boolean;
}

/**
 * The plural forms of the finished file: the header's if they are the target language's, else that language's
 * own. If finished entries have another number of forms, the header stays, or gettext would refuse the file.
 */
export function planPlurals(
  entries: readonly PoEntry[],
  header: PoHeader | undefined,
  to: string,
  fileName: string | undefined,
  isFinished: (entry: PoEntry) => boolean,
): PluralPlan | undefined {
  const plurals = entries.filter(({ plural }) => plural !== undefined);
  const written = header?.field('Plural-Forms');
  // gettext refuses a template's "nplurals=INTEGER", even in files without plurals.
  if (plurals.length === 0 && !/nplurals\s*=\s*INTEGER/.test(written ?? '')) return undefined;
  const own = readPluralForms(written);
  const target = pluralFormsOf(to);
  const isOfTarget = languageOf(header, fileName) === baseLanguage(to);
  if (own && (isOfTarget || !target)) return planOf(own, false);
  const finished = plurals.find(isFinished);
  if (own && finished && finished.forms.length !== target!.count) return planOf(own, false);
  if (!target) return undefined;
  return planOf(target, true);
}

function planOf(forms: PluralForms, isNew: boolean): PluralPlan {
  return { forms, one: formsOfOne(forms), isNew };
}

/** The edits to a changed file's header: language, plural forms, encoding. Names and dates stay. */
export function headerEdits(
  text: string,
  header: PoHeader | undefined,
  to: string,
  plurals: PluralPlan | undefined,
  becomesUtf8: boolean,
  style: PoStyle,
): Edit[] {
  if (!header) {
    if (!plurals) return [];
    const lines = [
      'Content-Type: text/plain; charset=UTF-8\n',
      `Language: ${localeName(to)}\n`,
      `Plural-Forms: ${plurals.forms.written}\n`,
    ];
    const entry = [
      'msgid ""',
      'msgstr ""',
      ...lines.map((line) => writePo(line, 0, { ...style, width: undefined })),
      '',
      '',
    ];
    return [{ start: 0, end: 0, text: entry.join(style.newline) }];
  }
  const fields: [name: string, value: string][] = [];
  if (languageOf(header, undefined) !== baseLanguage(to)) fields.push(['Language', localeName(to)]);
  if (plurals?.isNew === true) fields.push(['Plural-Forms', plurals.forms.written]);
  const type = header.field('Content-Type');
  const charset = /charset=([^\s;]*)/i.exec(type ?? '')?.[1];
  if (charset === undefined) fields.push(['Content-Type', 'text/plain; charset=UTF-8']);
  else if (becomesUtf8 || charset === '' || charset === 'CHARSET')
    fields.push(['Content-Type', type!.replace(/charset=[^\s;]*/i, 'charset=UTF-8')]);
  if (fields.length === 0) return [];
  const { start, end } = header.entry.forms[0]!.text;
  return [{ start, end, text: withFields(text.slice(start, end), fields, style) }];
}

/** Pieces of a string up to a line break in it, with what follows on their last line. */
const FIELD = /[^]*?\\n"[ \t]*(?:\r\n|\n|\r|$)|[^]+$/g;

/** A header with some fields changed. Others stay as written, wrapped or not. */
function withFields(written: string, fields: readonly (readonly [string, string])[], style: PoStyle): string {
  let lines: string[] = written.match(FIELD) ?? [];
  const { newline } = style;
  for (const [name, value] of fields) {
    const line = `"${name}: ${value}\\n"`;
    const own = new RegExp(`^((?:\\s*""\\s*)?)"${name}:`, 'i');
    const at = lines.findIndex((candidate) => own.test(candidate));
    if (at !== -1 && !/\\n(?!"\s*$)/.test(lines[at]!)) {
      const ending = /\s*$/.exec(lines[at]!)![0];
      lines[at] = `${own.exec(lines[at]!)![1]!}${line}${ending}`;
      continue;
    }
    const whole = lines.join('');
    // The file writes several fields on a line.
    const inside = new RegExp(`(\\\\n|")(${name}:)(?:[^\\\\"]|\\\\[^n])*(?=\\\\n|")`, 'i');
    const replaced = whole.replace(
      inside,
      (_, before: string, prefix: string) => `${before}${prefix} ${value}`,
    );
    lines = replaced.match(FIELD) ?? [];
    if (inside.test(whole)) continue;
    const last = lines.pop() ?? '""';
    const closed = last.endsWith('\\n"') || last === '""' ? last : last.replace(/"\s*$/, '\\n"');
    lines.push(closed + newline, line);
  }
  return lines.join('');
}
