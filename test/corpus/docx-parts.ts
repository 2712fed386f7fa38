// The parts of a DOCX beside its paragraphs: styles that decide what is hidden or a heading, settings, bound
// data.
import { isOn } from './docx-model.ts';
import { excerpt, relationshipsOf } from './package.ts';
import { addedRanges } from './pseudo.ts';
import { attr, canonical, child, elements, parseXml, tagText, textOf } from './xml.ts';
import type { XmlNode } from './xml.ts';
import type { Package, Violation } from './package.ts';
import type { PartModel } from './docx-model.ts';

function styles(pack: Package): XmlNode[] {
  const key = relationshipsOf(pack.parts, pack.main).find((r) => r.kind === 'styles')?.target;
  const part = key && pack.parts.get(key);
  return part ? elements(parseXml(part.data)).filter((node) => node.local === 'style') : [];
}

/** Ids of the styles that hide their text, by themselves or by what they are based on. */
export function hiddenStyles(pack: Package) {
  return stylesWith(pack, (style) => isOn(child(style, 'rPr'), 'vanish'));
}

function stylesWith(pack: Package, test: (style: XmlNode) => boolean): Set<string> {
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

/** Whether the table of contents goes stale: there is one, and a heading has prose to translate. */
export function needsFieldUpdate(pack: Package, models: PartModel[]) {
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

/**
 * The elements that CT_Settings (ECMA-376 part 1, §17.15.1.78) puts after `updateFields`; Word refuses parts
 * in another order.
 */
const AFTER_UPDATE_FIELDS =
  /^(?:hdrShapeDefaults|footnotePr|endnotePr|compat|docVars|rsids|mathPr|attachedSchema|themeFontLang|clrSchemeMapping|doNotIncludeSubdocsInStats|doNotAutoCompressPictures|forceUpgrade|captions|readModeInkLockDown|smartTagType|schemaLibrary|shapeDefaults|doNotEmbedSmartTags|decimalSymbol|listSeparator)$/;

export function compareSettings(before: XmlNode, after: XmlNode, needsUpdate: boolean): Violation[] {
  const others = (node: XmlNode) => node.local !== 'updateFields';
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
 */
export function compareBoundPart(before: XmlNode, after: XmlNode): Violation[] {
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
  return olds.flatMap((node, i) => compareBoundPart(node, news[i]!));
}
