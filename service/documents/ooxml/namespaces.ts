/**
 * The namespaces we match, by one short name each whatever prefix a file binds them to, and the same for the
 * transitional (ECMA-376 1st edition) and strict (ISO/IEC 29500-1) URIs. Others keep their URI in braces.
 */
const OFFICE = 'http://schemas.openxmlformats.org/';
const STRICT = 'http://purl.oclc.org/ooxml/';
const MICROSOFT = 'http://schemas.microsoft.com/office/';

const SHORT_NAMES = new Map(
  Object.entries({
    '': '',
    'http://www.w3.org/XML/1998/namespace': 'xml:',
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
    [`${OFFICE}officeDocument/2006/customXml`]: 'ds:',
    [`${STRICT}officeDocument/customXml`]: 'ds:',
    [`${OFFICE}markup-compatibility/2006`]: 'mc:',
    [`${OFFICE}package/2006/content-types`]: 'ct:',
    [`${OFFICE}package/2006/relationships`]: 'rel:',
    'urn:schemas-microsoft-com:vml': 'v:',
    [`${MICROSOFT}word/2010/wordml`]: 'w14:',
    [`${MICROSOFT}word/2012/wordml`]: 'w15:',
  }),
);

const NAMES = new Map<string, Map<string, string>>();
/** A file may invent names without end; those beyond this many are not remembered. */
const REMEMBERED_NAMES = 1_000;

/** `w:p` for any prefix bound to WordprocessingML; a plain local name without namespace; else `{uri}local`. */
export function canonicalName(uri: string, local: string): string {
  let names = NAMES.get(uri);
  const known = names?.get(local);
  if (known !== undefined) return known;
  const short = SHORT_NAMES.get(uri);
  const name = (short ?? `{${uri}}`) + local;
  if (short !== undefined) {
    if (!names) NAMES.set(uri, (names = new Map<string, string>()));
    if (names.size < REMEMBERED_NAMES) names.set(local, name);
  }
  return name;
}
