import { unlessRefused } from '../shared/refusals.ts';
import type { PartModel } from './model.ts';
import type { OdfPackage } from './package.ts';
import { readPart } from './read-part.ts';
import type { EnterRule } from './read-part.ts';

const CHART = 'application/vnd.oasis.opendocument.chart';

/** A chart's content part behind `href` (`./Object 1`); undefined for other or unreadable objects. */
export function readChart(
  pkg: Pick<OdfPackage, 'has' | 'text' | 'mediaType'>,
  href: string,
): PartModel | undefined {
  const folder = href.replace(/^\.\//, '').replace(/\/$/, '');
  const part = [folder, decoded(folder)].map((name) => `${name}/content.xml`).find((name) => pkg.has(name));
  if (part === undefined) return undefined;
  const type = pkg.mediaType(part.replace(/content\.xml$/, ''));
  if (type !== undefined && type !== CHART) return undefined;
  return unlessRefused(() => {
    const source = pkg.text(part);
    if (!source.includes(':chart')) return undefined;
    return readPart(source, part, chartRule);
  });
}

/** In a chart's table, descriptions are addresses of cells. */
export const chartRule: EnterRule = ({ name }) => (name === 'svg:desc' ? 'skip' : undefined);

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
