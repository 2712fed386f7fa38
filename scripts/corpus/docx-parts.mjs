// @ts-check
// The parts of a DOCX beside its paragraphs: styles that decide what is hidden or a heading, settings, bound data.
import { isOn } from './docx-model.mjs';
import { excerpt, relationshipsOf } from './package.mjs';
import { addedRanges } from './pseudo.mjs';
import { attr, canonical, child, elements, parseXml, tagText, textOf } from './xml.mjs';

/**
 * @typedef {import('./xml.mjs').XmlNode} XmlNode
 * @typedef {import('./package.mjs').Package} Package
 * @typedef {import('./package.mjs').Violation} Violation
 */

/** @param {Package} pack @returns {XmlNode[]} */
function styles(pack) {
  const key = relationshipsOf(pack.parts, pack.main).find((r) => r.kind === 'styles')?.target;
  const part = key && pack.parts.get(key);
  return part ? elements(parseXml(part.data)).filter((node) => node.local === 'style') : [];
}

/** Ids of the styles that hide their text, by themselves or by what they are based on. @param {Package} pack */
export function hiddenStyles(pack) {
  return stylesWith(pack, (style) => isOn(child(style, 'rPr'), 'vanish'));
}

/** @param {Package} pack @param {(style: XmlNode) => boolean} test @returns {Set<string>} */
function stylesWith(pack, test) {
  const all = styles(pack);
  const found = new Set(all.filter(test).map((style) => attr(style, 'styleId') ?? ''));
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const style of all) {
      const base = child(style, 'basedOn');
      if (base && found.has(attr(base, 'val') ?? '')) found.add(attr(style, 'styleId') ?? '');
    }
  }
  return found;
}

/**
 * Whether the table of contents goes stale: there is one, and a heading has prose to translate.
 * @param {Package} pack
 * @param {import('./docx-model.mjs').PartModel[]} models
 */
export function needsFieldUpdate(pack, models) {
  const headings = stylesWith(pack, (style) => {
    const level = child(child(style, 'pPr'), 'outlineLvl');
    const name = child(style, 'name');
    const isHeading = name !== undefined && /^heading [1-9]$/i.test(attr(name, 'val') ?? '');
    return isHeading || (level !== undefined && attr(level, 'val') !== '9');
  });
  const paragraphs = models.flatMap((model) => model.paragraphs);
  const hasContents = paragraphs.some((p) =>
    p.tokens.some((t) => t.kind === 'mark' && t.name === 'instrText' && /"\s*TOC\s/.test(t.tag)),
  );
  const hasHeading = paragraphs.some(
    (p) =>
      headings.has(p.style) &&
      p.tokens.some((t) => t.kind === 'text' && t.cls === 'visible' && /[A-Za-z]{4}/.test(t.text)),
  );
  return hasContents && hasHeading;
}

/** What CT_Settings (ECMA-376 part 1, §17.15.1.78) wants after `updateFields`; Word refuses parts in another order. */
const AFTER_UPDATE_FIELDS =
  /^(?:hdrShapeDefaults|footnotePr|endnotePr|compat|docVars|rsids|mathPr|attachedSchema|themeFontLang|clrSchemeMapping|doNotIncludeSubdocsInStats|doNotAutoCompressPictures|forceUpgrade|captions|readModeInkLockDown|smartTagType|schemaLibrary|shapeDefaults|doNotEmbedSmartTags|decimalSymbol|listSeparator)$/;

/**
 * @param {XmlNode} before
 * @param {XmlNode} after
 * @param {boolean} needsUpdate
 * @returns {Violation[]}
 */
export function compareSettings(before, after, needsUpdate) {
  const others = (/** @type {XmlNode} */ node) => node.local !== 'updateFields';
  if (canonical(before, others) !== canonical(after, others)) {
    return [{ rule: 'settings_changed', detail: 'more than updateFields' }];
  }
  if (needsUpdate && !isOn(after, 'updateFields'))
    return [{ rule: 'fields_not_updated', detail: 'no updateFields' }];
  const names = elements(after).map((node) => node.local);
  const first = names.findIndex((name) => AFTER_UPDATE_FIELDS.test(name));
  if (first >= 0 && names.indexOf('updateFields') > first) {
    return [{ rule: 'settings_order', detail: `updateFields after ${names[first]}` }];
  }
  return [];
}

/**
 * A data store that content controls are bound to: the same tree, and texts that are the same or translated.
 * @param {XmlNode} before
 * @param {XmlNode} after
 * @returns {Violation[]}
 */
export function compareBoundPart(before, after) {
  const olds = elements(before);
  const news = elements(after);
  if (tagText(before) !== tagText(after) || olds.length !== news.length) {
    return [{ rule: 'bound_data_changed', detail: excerpt(tagText(after)) }];
  }
  if (olds.length === 0 && !addedRanges(textOf(before), textOf(after))) {
    return [
      { rule: 'bound_data_changed', detail: `"${excerpt(textOf(before))}" → "${excerpt(textOf(after))}"` },
    ];
  }
  return olds.flatMap((node, i) => compareBoundPart(node, /** @type {XmlNode} */ (news[i])));
}
