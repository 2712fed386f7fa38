import { attributesAt } from '../odf/styles.ts';
import type { Edit } from '../shared/spans.ts';
import { escapeAttribute } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { isWithin } from '../lookups/references.ts';
import type { Area } from '../lookups/references.ts';
import { areaOf } from './formulas.ts';
import type { ChangedCell } from './rules.ts';
import { CONTENT, scanSheets } from './scan-sheets.ts';

interface Named extends Span {
  readonly name: string;
  /** As it is now. */
  now: string;
}

interface Pilot {
  area: Area | undefined;
  readonly fields: (Named & { readonly members: Named[] })[];
}

/** A spreadsheet's pivot tables, which name columns by the texts of their first row. */
export interface Pilots {
  /** Renames a changed cell's column; false if another column has that name. */
  rename(cell: ChangedCell): boolean;
  edits(): Edit[];
}

export function readPilots(source: string): Pilots {
  const pilots = source.includes(':data-pilot-table ') ? readAll(source) : [];
  return {
    rename(cell) {
      const own = pilots.filter(({ area }) => area && isWithin(area, placeOf(cell)));
      const headers = own.filter(({ area }) => area!.top === cell.row);
      const named = headers.flatMap(({ fields }) => fields.filter((field) => field.name === cell.text));
      const isTaken = headers.some(({ fields }) =>
        fields.some(({ now, name }) => name !== cell.text && same(now, cell.translation)),
      );
      if (named.length > 0 && isTaken) return false;
      for (const field of named) field.now = cell.translation;
      // A member is named by the text of its cells.
      for (const { area, fields } of own) {
        if (area!.top === cell.row) continue;
        for (const { members } of fields)
          for (const member of members) if (member.name === cell.text) member.now = cell.translation;
      }
      return true;
    },
    edits: () =>
      pilots
        .flatMap(({ fields }) => fields.flatMap((field) => [field, ...field.members]))
        .filter(({ name, now }) => name !== now)
        .map(({ start, end, now }) => ({ start, end, text: escapeAttribute(now) })),
  };
}

function placeOf({ sheet, from, row }: ChangedCell) {
  return { sheet: sheet.toLowerCase(), column: from, row };
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function readAll(source: string): Pilot[] {
  const pilots: Pilot[] = [];
  scanSheets(source, CONTENT, {
    wants: () => false,
    cell: () => undefined,
    other(reader) {
      if (reader.name !== 'table:data-pilot-tables') return false;
      const named = (attribute: string): Named | undefined => {
        const [at] = attributesAt(source, reader, [attribute]);
        const name = reader.attribute(attribute) ?? '';
        return at && { start: at.start, end: at.end, name, now: name };
      };
      const { depth } = reader;
      for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
        if (event !== 'open') continue;
        const name: string = reader.name;
        const pilot = pilots.at(-1);
        if (name === 'table:data-pilot-table') pilots.push({ area: undefined, fields: [] });
        else if (name === 'table:source-cell-range' && pilot)
          pilot.area = areaOf(reader.attribute('table:cell-range-address') ?? '', '');
        else if (name === 'table:data-pilot-field') {
          const field = named('table:source-field-name');
          if (field) pilot?.fields.push({ ...field, members: [] });
        } else if (name === 'table:data-pilot-member') {
          const member = named('table:name');
          if (member) pilot?.fields.at(-1)?.members.push(member);
        }
      }
      return true;
    },
  });
  return pilots;
}
