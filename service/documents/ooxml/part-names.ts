/** Part names by OPC §6.2.2: absolute, ignoring case. We write them as `/word/document.xml`. */
export function partKey(name: string): string {
  return name.toLowerCase();
}

/**
 * The part name of a relationship's target; undefined if it names no part. Relative to the folder of `source`
 * (`/` for the package); `\` is read as `/`, and a `..` above the root stays at the root, as in Word.
 */
export function resolveTarget(source: string, target: string): string | undefined {
  const path = target.replaceAll('\\', '/').split(/[?#]/)[0]!;
  if (path === '' || /^[a-z][a-z\d+.-]*:/i.test(path)) return undefined;
  const segments = path.startsWith('/') ? [] : source.split('/').slice(1, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** The name of the part with the relationships of `source`; `/` is the package itself. */
export function relationshipsPart(source: string): string {
  const slash = source.lastIndexOf('/');
  return `${source.slice(0, slash)}/_rels/${source.slice(slash + 1)}.rels`;
}

/** The name with `%20` and the like decoded, for writers that escape in one place and not in the other. */
export function unescapedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
