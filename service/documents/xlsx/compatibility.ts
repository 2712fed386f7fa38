import type { XmlReader } from '../xml/reader.ts';

/** Canonical names of foreign elements to look through; `{uri}*` for a whole namespace. */
export type ProcessedNames = ReadonlySet<string>;

/** The namespaces in a part root's `mc:ProcessContent` (ECMA-376 part 3 §9.3). */
export function processedNames(reader: XmlReader): ProcessedNames {
  const written = reader.attribute('mc:ProcessContent')?.trim().split(/\s+/) ?? [];
  return new Set(
    written.flatMap((name) => {
      const isAny = name.endsWith(':*');
      const canonical = reader.scope.element(isAny ? `${name.slice(0, -1)}any` : name);
      return canonical === undefined ? [] : [isAny ? anyOf(canonical) : canonical];
    }),
  );
}

export function isProcessed(name: string, processed: ProcessedNames): boolean {
  return processed.size > 0 && (processed.has(name) || processed.has(anyOf(name)));
}

function anyOf(name: string): string {
  return `${name.slice(0, name.indexOf('}') + 1)}*`;
}

const NONE: readonly string[] = [];

/**
 * Reads from a start tag to the end tag of its element. Calls `visit` at the start tag of each element that
 * counts as a direct child: also within a processed element, and within the first branch of an
 * `mc:AlternateContent`. `wrappers`: the start tags in between. `visit` may read on, up to that child's end
 * tag.
 */
export function eachContent(
  xml: string,
  reader: XmlReader,
  processed: ProcessedNames,
  visit: (wrappers: readonly string[]) => void,
  wrappers = NONE,
): void {
  const within = () => [...wrappers, xml.slice(reader.start, reader.end)];
  reader.eachChild(() => {
    if (reader.name === 'mc:AlternateContent') {
      const around = within();
      let isFirst = true;
      reader.eachChild(() => {
        if (isFirst)
          eachContent(xml, reader, processed, visit, [...around, xml.slice(reader.start, reader.end)]);
        isFirst = false;
      });
    } else if (isProcessed(reader.name, processed)) eachContent(xml, reader, processed, visit, within());
    else visit(wrappers);
  });
}
