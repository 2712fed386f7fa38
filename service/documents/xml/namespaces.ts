const OFFICE = 'http://schemas.openxmlformats.org/';
const STRICT = 'http://purl.oclc.org/ooxml/';
const MICROSOFT = 'http://schemas.microsoft.com/office/';

/** A file may invent names endlessly; beyond this number they are not cached. */
const REMEMBERED_NAMES = 1_000;

/**
 * The name that elements and attributes are matched by: a short prefix for a known namespace, else
 * `{uri}local`.
 */
export type CanonicalNames = (uri: string, local: string) => string;

/**
 * Canonical names for the namespaces of one family of formats, whatever prefixes a file uses. `prefixes`: the
 * short prefix of each namespace, colon included (`w:`). A name in no namespace stays.
 */
export function canonicalNames(prefixes: Readonly<Record<string, string>>): CanonicalNames {
  const short = new Map(
    Object.entries({ '': '', 'http://www.w3.org/XML/1998/namespace': 'xml:', ...prefixes }),
  );
  const names = new Map<string, Map<string, string>>();
  return (uri, local) => {
    const known = names.get(uri)?.get(local);
    if (known !== undefined) return known;
    const prefix = short.get(uri);
    if (prefix === undefined) return `{${uri}}${local}`;
    const name = prefix + local;
    let ofUri = names.get(uri);
    if (!ofUri) names.set(uri, (ofUri = new Map<string, string>()));
    if (ofUri.size < REMEMBERED_NAMES) ofUri.set(local, name);
    return name;
  };
}

/** Office Open XML: transitional (ECMA-376 1st edition) and strict (ISO/IEC 29500-1) alike. */
export const OOXML_NAMES = canonicalNames({
  [`${OFFICE}wordprocessingml/2006/main`]: 'w:',
  [`${STRICT}wordprocessingml/main`]: 'w:',
  [`${OFFICE}spreadsheetml/2006/main`]: 's:',
  [`${STRICT}spreadsheetml/main`]: 's:',
  [`${OFFICE}officeDocument/2006/relationships`]: 'r:',
  [`${STRICT}officeDocument/relationships`]: 'r:',
  [`${OFFICE}officeDocument/2006/math`]: 'm:',
  [`${STRICT}officeDocument/math`]: 'm:',
  [`${OFFICE}drawingml/2006/main`]: 'a:',
  [`${STRICT}drawingml/main`]: 'a:',
  [`${OFFICE}presentationml/2006/main`]: 'p:',
  [`${STRICT}presentationml/main`]: 'p:',
  [`${OFFICE}drawingml/2006/wordprocessingDrawing`]: 'wp:',
  [`${STRICT}drawingml/wordprocessingDrawing`]: 'wp:',
  [`${OFFICE}drawingml/2006/chart`]: 'c:',
  [`${STRICT}drawingml/chart`]: 'c:',
  [`${OFFICE}drawingml/2006/chartDrawing`]: 'cdr:',
  [`${STRICT}drawingml/chartDrawing`]: 'cdr:',
  [`${OFFICE}drawingml/2006/diagram`]: 'dgm:',
  [`${STRICT}drawingml/diagram`]: 'dgm:',
  [`${MICROSOFT}drawing/2008/diagram`]: 'dsp:',
  [`${MICROSOFT}drawing/2012/chart`]: 'c15:',
  [`${MICROSOFT}drawing/2014/chartex`]: 'cx:',
  [`${OFFICE}officeDocument/2006/customXml`]: 'ds:',
  [`${STRICT}officeDocument/customXml`]: 'ds:',
  [`${OFFICE}markup-compatibility/2006`]: 'mc:',
  [`${OFFICE}package/2006/content-types`]: 'ct:',
  [`${OFFICE}package/2006/relationships`]: 'rel:',
  'urn:schemas-microsoft-com:vml': 'v:',
  [`${MICROSOFT}word/2010/wordml`]: 'w14:',
  [`${MICROSOFT}word/2012/wordml`]: 'w15:',
});
