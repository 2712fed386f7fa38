import { unlessRefused } from '../shared/refusals.ts';
import { child, parseXml, toggle } from '../xml/tree.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import type { XmlNode } from '../xml/tree.ts';
import { rawPrefix } from '../xml/scan.ts';
import type { DocxDocument } from './document.ts';
import { insertInOrder } from './insert-in-order.ts';

/** The elements that follow `w:updateFields` in `w:settings` (CT_Settings, ECMA-376 part 1 §A.1). */
const FOLLOWERS: ReadonlySet<string> = new Set(
  'hdrShapeDefaults footnotePr endnotePr compat docVars rsids attachedSchema themeFontLang clrSchemeMapping doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions readModeInkLockDown smartTagType shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator'.split(
    ' ',
  ),
);

/**
 * Makes Word update fields when it opens the document: until then a table of contents shows old headings, and
 * a cross-reference old words. Adds to `changes`; does nothing if the document's settings are missing or
 * unreadable: the texts do not need them, and the reader can update the table with a key.
 */
export function requestFieldUpdate(document: DocxDocument, changes: Map<string, string>): void {
  const part = document.pkg.relationships(document.mainPart).find((rel) => rel.kind === 'settings')?.part;
  if (part === undefined) return;
  const source = unlessRefused(() => document.pkg.text(part));
  const settings = source && unlessRefused(() => parseXml(source, part, { textOf: new Set() }));
  if (!settings || toggle(settings, 'w:updateFields') === true) return;
  changes.set(part, applyEdits(source, [updateEdit(source, settings)]));
}

function updateEdit(source: string, settings: XmlNode): Edit {
  const prefix = rawPrefix(source, settings.start);
  // An attribute without a prefix has no namespace, so the bare element is enough: presence means true.
  const element = `<${prefix}updateFields${prefix && ` ${prefix}val="true"`}/>`;
  const present = child(settings, 'w:updateFields');
  if (present) return { start: present.start, end: present.end, text: element };
  return insertInOrder(source, settings, element, FOLLOWERS);
}
