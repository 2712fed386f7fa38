/** A language's encodings before Unicode, by iconv-lite's names, Windows' first. */
const OF_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  Cyrl: ['windows-1251', 'koi8-r', 'koi8-u', 'iso-8859-5', 'cp866', 'ibm866', 'ibm855', 'maccyrillic'],
  Grek: ['windows-1253', 'iso-8859-7', 'cp737', 'cp869', 'macgreek'],
  Hebr: ['windows-1255', 'iso-8859-8', 'cp862'],
  Arab: ['windows-1256', 'iso-8859-6', 'cp720', 'cp864'],
  Thai: ['windows-874', 'tis-620', 'iso8859-11'],
  Jpan: ['shift_jis', 'cp932', 'euc-jp'],
  Kore: ['euc-kr', 'cp949'],
  Hans: ['gb18030', 'gb2312', 'gbk'],
  Hant: ['big5', 'big5-hkscs'],
};
const CENTRAL = ['windows-1250', 'iso-8859-2', 'iso8859-16', 'cp852', 'maccenteuro'];
const BALTIC = ['windows-1257', 'iso-8859-13', 'iso8859-4', 'cp775'];
const TURKIC = ['windows-1254', 'iso-8859-9', 'cp857', 'macturkish'];
const LATIN: Readonly<Record<string, readonly string[]>> = {
  pl: CENTRAL,
  cs: CENTRAL,
  sk: CENTRAL,
  hu: CENTRAL,
  sl: CENTRAL,
  hr: CENTRAL,
  bs: CENTRAL,
  sr: CENTRAL,
  ro: CENTRAL,
  lt: BALTIC,
  lv: BALTIC,
  et: BALTIC,
  tr: TURKIC,
  az: TURKIC,
  vi: ['windows-1258'],
};
const WESTERN = ['windows-1252', 'iso-8859-1', 'iso8859-15', 'macroman', 'cp850', 'cp858', 'cp437'];

/**
 * The encodings of a BCP 47 tag; empty for a language that was hardly written on computers before Unicode.
 */
export function encodingsOfLanguage(tag: string): readonly string[] {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag).maximize();
  } catch {
    return [];
  }
  const { language, script = '' } = locale;
  return script === 'Latn' ? (LATIN[language] ?? WESTERN) : (OF_SCRIPTS[script] ?? []);
}
