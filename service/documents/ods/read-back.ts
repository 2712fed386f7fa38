import { ODF_NAMES } from '../odf/names.ts';
import { readInlines } from '../odf/read-inlines.ts';
import { folded, shownText } from '../odf/shown.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { XmlReader } from '../xml/reader.ts';
import type { NamespaceScope } from '../xml/scope.ts';
import { CONTENT } from './scan-sheets.ts';

/** Whether a written cell, in the scope around it, is readable and shows `text`. */
export function showsText(xml: string, scope: NamespaceScope, text: string): boolean {
  const shown = unlessRefused(() => {
    const reader = new XmlReader(xml, CONTENT, { names: ODF_NAMES });
    reader.moveTo(0, scope);
    reader.next();
    const paragraphs: string[] = [];
    reader.eachChild(() => {
      if (reader.name !== 'text:p' && reader.name !== 'text:h') return;
      const inlines = readInlines({
        source: xml,
        reader,
        lookOf: (style) => style,
        standalone: () => reader.elementText(),
      });
      paragraphs.push(shownText(inlines));
    });
    return reader.end === xml.length ? paragraphs.join('\n') : undefined;
  });
  return shown !== undefined && folded(shown) === folded(text);
}
