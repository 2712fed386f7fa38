import type { Edit } from '../shared/spans.ts';
import { child, childValue } from '../xml/tree.ts';
import { escapeAttribute, rawName, rawPrefix } from '../xml/scan.ts';
import { insertInOrder } from './insert-in-order.ts';
import type { Paragraph, Run } from './model.ts';
import type { ProofingSlot, Styles } from './styles.ts';

/** The language that Word checks the spelling of translated runs in. */
export interface Proofing {
  readonly slot: ProofingSlot;
  /** As Word writes it: with a region. */
  readonly tag: string;
}

const EAST_ASIAN: ReadonlySet<string> = new Set(['Hans', 'Hant', 'Hani', 'Jpan', 'Kore']);
const COMPLEX: ReadonlySet<string> = new Set(
  'Arab Hebr Thaa Syrc Nkoo Adlm Rohg Mand Samr Thai Laoo Khmr Mymr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt'.split(
    ' ',
  ),
);
/** Regions of pseudo-locales: languages that no spelling checker has. */
const PSEUDO_REGIONS: ReadonlySet<string> = new Set(['XA', 'XB']);
/** What comes after `w:lang` in a `w:rPr`. */
const AFTER_LANG: ReadonlySet<string> = new Set('eastAsianLayout specVanish oMath rPrChange'.split(' '));

/** Undefined for pseudo-locales, and for what is no language tag. */
export function proofingOf(to: string): Proofing | undefined {
  try {
    const locale = new Intl.Locale(to);
    const { language, script = 'Latn', region } = locale.maximize();
    if (region === undefined || PSEUDO_REGIONS.has(region)) return undefined;
    const slot = EAST_ASIAN.has(script) ? 'eastAsia' : COMPLEX.has(script) ? 'bidi' : 'val';
    // Chinese is told by its region: zh-TW.
    const own = language !== 'zh' && locale.script !== undefined ? [locale.script] : [];
    return { slot, tag: [language, ...own, region].join('-') };
  } catch {
    return undefined;
  }
}

/**
 * Edits with which a run whose text is translated is of the target's language, so that Word does not underline each of its
 * words. A document that nowhere says its language is left alone, and so is a run that is of this language already.
 * `turned`: the edits that turn the run.
 */
export function proofingEdits(
  source: string,
  run: Run,
  paragraph: Paragraph,
  { proofing, styles }: { readonly proofing: Proofing | undefined; readonly styles: Styles },
  turned: readonly Edit[],
): readonly Edit[] {
  if (!proofing) return turned;
  const { slot, tag } = proofing;
  const present = child(run.properties, 'w:lang');
  const own = present?.attributes[`w:${slot}`];
  const inherited = (from: ProofingSlot) =>
    styles.language(from, childValue(run.properties, 'w:rStyle'), paragraph.styleId);
  const written = own ?? inherited(slot);
  const isSaid = present !== undefined || written !== undefined || inherited('val') !== undefined;
  if (!isSaid || (written !== undefined && isSameLanguage(written, tag))) return turned;
  const prefix = rawPrefix(source, run.start);
  const attribute = `${paragraph.node.attributeName(prefix, slot)}="${escapeAttribute(tag)}"`;
  if (present) {
    const span = present.attributeSpan(`w:${slot}`);
    if (span) return [...turned, { ...span, text: escapeAttribute(tag) }];
    const at = present.start + 1 + rawName(source, present.start).length;
    const ownPrefix = rawPrefix(source, present.start);
    const added = ` ${present.attributeName(ownPrefix, slot)}="${escapeAttribute(tag)}"`;
    return [...turned, { start: at, end: at, text: added }];
  }
  const element = `<${prefix}lang ${attribute}/>`;
  const closing = `</${prefix}rPr>`;
  // There is no `w:rPr` with content yet, and turning the run makes one.
  const maker = turned.find(({ text }) => text.endsWith(closing));
  if (maker) {
    const text = maker.text.slice(0, -closing.length) + element + closing;
    return turned.map((edit) => (edit === maker ? { ...edit, text } : edit));
  }
  if (run.properties) return [...turned, insertInOrder(source, run.properties, element, AFTER_LANG)];
  return [...turned, { start: run.tagEnd, end: run.tagEnd, text: `<${prefix}rPr>${element}${closing}` }];
}

/** Spanish of Mexico is Spanish, where Spanish is asked for: its checker knows the words. */
function isSameLanguage(written: string, tag: string): boolean {
  try {
    const [one, other] = [written, tag].map((each) => new Intl.Locale(each).maximize());
    return one!.language === other!.language && one!.script === other!.script;
  } catch {
    return false;
  }
}
