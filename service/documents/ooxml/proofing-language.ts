/** The language of Office's spell checking for translated text. */
export interface ProofingLanguage {
  /** Which of a Word run's three languages it is. */
  readonly slot: ProofingSlot;
  /** In Office's form: with a region. */
  readonly tag: string;
}

/** The attributes of `w:lang`, each for the characters of some scripts (§17.3.2.20). */
export type ProofingSlot = 'val' | 'eastAsia' | 'bidi';

const EAST_ASIAN: ReadonlySet<string> = new Set(['Hans', 'Hant', 'Hani', 'Jpan', 'Kore']);
const COMPLEX: ReadonlySet<string> = new Set(
  'Arab Hebr Thaa Syrc Nkoo Adlm Rohg Mand Samr Thai Laoo Khmr Mymr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt'.split(
    ' ',
  ),
);
/** Regions of pseudo-locales: languages that no spelling checker has. */
const PSEUDO_REGIONS: ReadonlySet<string> = new Set(['XA', 'XB']);

/** Undefined for pseudo-locales, and for invalid tags. */
export function proofingLanguage(to: string): ProofingLanguage | undefined {
  try {
    const locale = new Intl.Locale(to);
    const { language, script = 'Latn', region } = locale.maximize();
    if (region === undefined || PSEUDO_REGIONS.has(region)) return undefined;
    const slot = EAST_ASIAN.has(script) ? 'eastAsia' : COMPLEX.has(script) ? 'bidi' : 'val';
    // The script of Chinese follows from the region: zh-TW.
    const own = language !== 'zh' && locale.script !== undefined ? [locale.script] : [];
    return { slot, tag: [language, ...own, region].join('-') };
  } catch {
    return undefined;
  }
}

/**
 * Whether a written language already suffices: for Spanish, Mexican Spanish does, as its checker knows the
 * words.
 */
export function isSameLanguage(written: string, tag: string): boolean {
  const language = likelyLanguage(written);
  return language !== undefined && language === likelyLanguage(tag);
}

/** Each run of a document names its language, of which there are few. */
const known = new Map<string, string | undefined>();
const MAX_KNOWN = 1_000;

/** The language and script that a tag implies; undefined for an invalid one. */
function likelyLanguage(tag: string): string | undefined {
  if (known.has(tag)) return known.get(tag);
  if (known.size === MAX_KNOWN) known.clear();
  const found = maximized(tag);
  known.set(tag, found);
  return found;
}

function maximized(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
