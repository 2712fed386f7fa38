import { isSameLanguage } from '../ooxml/proofing-language.ts';
import type { ProofingLanguage, ProofingSlot } from '../ooxml/proofing-language.ts';
import type { Edit } from '../shared/spans.ts';
import { child, childValue } from '../xml/tree.ts';
import { escapeAttribute, rawName, rawPrefix } from '../xml/scan.ts';
import { insertInOrder } from './insert-in-order.ts';
import type { Paragraph, Run } from './model.ts';
import type { Styles } from './styles.ts';

/** The elements that follow `w:lang` in a `w:rPr`. */
const AFTER_LANG: ReadonlySet<string> = new Set('eastAsianLayout specVanish oMath rPrChange'.split(' '));

/**
 * Edits that mark a translated run as being in the target language, so that Word does not underline every
 * word. Nothing changes in a document that nowhere names its language, nor in a run that has this language
 * already. `directionEdits`: the edits that change the run's direction.
 */
export function proofingEdits(
  source: string,
  run: Run,
  paragraph: Paragraph,
  { proofing, styles }: { readonly proofing: ProofingLanguage | undefined; readonly styles: Styles },
  directionEdits: readonly Edit[],
): readonly Edit[] {
  if (!proofing) return directionEdits;
  const { slot, tag } = proofing;
  const present = child(run.properties, 'w:lang');
  const own = present?.attributes[`w:${slot}`];
  const inherited = (from: ProofingSlot) =>
    styles.language(from, childValue(run.properties, 'w:rStyle'), paragraph.styleId);
  const written = own ?? inherited(slot);
  const isSaid = present !== undefined || written !== undefined || inherited('val') !== undefined;
  if (!isSaid || (written !== undefined && isSameLanguage(written, tag))) return directionEdits;
  const prefix = rawPrefix(source, run.start);
  const attribute = `${paragraph.node.attributeName(prefix, slot)}="${escapeAttribute(tag)}"`;
  if (present) {
    const span = present.attributeSpan(`w:${slot}`);
    if (span) return [...directionEdits, { ...span, text: escapeAttribute(tag) }];
    const at = present.start + 1 + rawName(source, present.start).length;
    const ownPrefix = rawPrefix(source, present.start);
    const added = ` ${present.attributeName(ownPrefix, slot)}="${escapeAttribute(tag)}"`;
    return [...directionEdits, { start: at, end: at, text: added }];
  }
  const element = `<${prefix}lang ${attribute}/>`;
  const closing = `</${prefix}rPr>`;
  // There is no `w:rPr` with content yet, and the change of direction creates one.
  const maker = directionEdits.find(({ text }) => text.endsWith(closing));
  if (maker) {
    const text = maker.text.slice(0, -closing.length) + element + closing;
    return directionEdits.map((edit) => (edit === maker ? { ...edit, text } : edit));
  }
  if (run.properties) return [...directionEdits, insertInOrder(source, run.properties, element, AFTER_LANG)];
  return [
    ...directionEdits,
    { start: run.tagEnd, end: run.tagEnd, text: `<${prefix}rPr>${element}${closing}` },
  ];
}
