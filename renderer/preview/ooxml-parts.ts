import { resolvePath } from './package-files.ts';
import type { PackageFiles } from './package-files.ts';

/** A part of an Office Open XML package, with what it refers to. */
export interface Part {
  readonly path: string;
  readonly xml: Document;
  /** By their ids. `kind`: the last word of the relationship's type. */
  readonly relations: ReadonlyMap<string, { readonly target: string; readonly kind: string }>;
}

export async function openPart(files: PackageFiles, path: string): Promise<Part | undefined> {
  const xml = await files.xml(path);
  if (!xml) return undefined;
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
  const rels = await files.xml(`${folder}_rels/${name}.rels`);
  const relations = new Map(
    (rels ? all(rels, 'Relationship') : []).map((one) => [
      one.getAttribute('Id') ?? '',
      {
        target: resolvePath(path, one.getAttribute('Target') ?? ''),
        kind: /[^/]*$/.exec(one.getAttribute('Type') ?? '')?.[0] ?? '',
      },
    ]),
  );
  return { path, xml, relations };
}

export function all(root: Document | Element, name: string): Element[] {
  return Array.from(root.getElementsByTagNameNS('*', name));
}

/** Whether a relationship leads to the texts of a chart or of SmartArt. */
export function isChart(kind: string): boolean {
  return kind === 'chart' || kind === 'chartEx' || kind === 'diagramData';
}

/** The texts with letters of a part in DrawingML: its paragraphs, and the names that a chart keeps of its cells. */
export function drawingTexts(part: Document): string[] {
  const paragraphs = all(part, 'p').map((p) =>
    all(p, 't')
      .map(({ textContent }) => textContent)
      .join(''),
  );
  // c:v; the charts of Office 2016 have the text of a cell in cx:pt itself.
  const cells = all(part, 'pt').filter(({ childElementCount }) => childElementCount === 0);
  const names = [...all(part, 'v'), ...cells].map(({ textContent }) => textContent);
  return [...paragraphs, ...names].filter((text) => /\p{L}/u.test(text));
}
