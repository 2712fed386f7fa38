import { directionBetween, readCommonStyles, directionWriter } from '../odf/direction.ts';
import type { CommonStyles, DirectionWriter } from '../odf/direction.ts';
import { ODF_NAMES } from '../odf/names.ts';
import type { OdfPackage } from '../odf/package.ts';
import { styleReading } from '../odf/styles.ts';
import { XmlReader } from '../xml/reader.ts';
import { CONTENT } from './scan-sheets.ts';

/** Sets the direction of cells in content.xml; undefined if both languages have the same direction. */
export function sheetDirectionWriter(
  pkg: Pick<OdfPackage, 'has' | 'text'>,
  content: string,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): DirectionWriter | undefined {
  const direction = directionBetween(from, to);
  if (!direction) return undefined;
  let common: CommonStyles | undefined;
  const commonStyles = () =>
    (common ??= readCommonStyles(pkg.has('styles.xml') ? pkg.text('styles.xml') : '<x/>', 'styles.xml'));
  return directionWriter({ source: content, styles: contentStyles(content) }, direction, {
    common: commonStyles,
    isDrawn: true,
  });
}

/** The styles before the body of content.xml. */
function contentStyles(content: string) {
  const reader = new XmlReader(content, CONTENT, { names: ODF_NAMES });
  const styles = styleReading();
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 'office:automatic-styles') styles.readAutomatic(content, reader);
    else if (reader.name === 'office:body') {
      styles.noteBody(reader);
      break;
    }
  }
  return styles.reading;
}
