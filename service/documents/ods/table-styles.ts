import { ODF_NAMES } from '../odf/names.ts';
import { XmlReader } from '../xml/reader.ts';
import { CONTENT } from './scan-sheets.ts';

/** Facts about sheets in a spreadsheet's automatic styles. */
export interface TableStyles {
  /** Styles of hidden sheets. */
  readonly hidden: ReadonlySet<string>;
  /** The page layouts that sheets are printed with. */
  readonly masterPages: ReadonlySet<string>;
}

export function readTableStyles(source: string): TableStyles {
  const reader = new XmlReader(source, CONTENT, { names: ODF_NAMES });
  const hidden = new Set<string>();
  const masterPages = new Set<string>();
  let style = '';
  for (let event = reader.next(); event && reader.name !== 'office:body'; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 'style:style') {
      style = reader.attribute('style:name') ?? '';
      const page = reader.attribute('style:master-page-name');
      if (page !== undefined && page !== '') masterPages.add(page);
    } else if (reader.name === 'style:table-properties' && reader.attribute('table:display') === 'false')
      hidden.add(style);
  }
  return { hidden, masterPages };
}
