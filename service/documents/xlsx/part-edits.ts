import type { PartEdit } from '../packages/package-format.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';

/** Edits collected by part, with the text that their offsets refer to. */
export interface PartEdits {
  add(part: string, xml: string, edits: readonly Edit[]): void;
  /** The new text of each edited part, for `OoxmlPackage.save`. */
  written(): Map<string, string>;
}

export function editsByPart(edits: readonly PartEdit[]): Map<string, Edit[]> {
  const parts = new Map<string, Edit[]>();
  for (const { part, ...edit } of edits) {
    const known = parts.get(part);
    if (known) known.push(edit);
    else parts.set(part, [edit]);
  }
  return parts;
}

export function partEdits(): PartEdits {
  const parts = new Map<string, { xml: string; edits: Edit[] }>();
  return {
    add(part, xml, edits) {
      if (edits.length === 0) return;
      const known = parts.get(part);
      if (known) known.edits.push(...edits);
      else parts.set(part, { xml, edits: [...edits] });
    },
    written: () => new Map([...parts].map(([part, { xml, edits }]) => [part, applyEdits(xml, edits)])),
  };
}
