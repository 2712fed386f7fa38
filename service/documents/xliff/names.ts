import { canonicalNames } from '../xml/namespaces.ts';
import type { XmlNode } from '../xml/tree.ts';

const XLIFF = 'urn:oasis:names:tc:xliff:document:';
const VERSIONS = ['1.1', '1.2', '2.0', '2.1', '2.2'];

/** Elements of XLIFF of any version have no prefix; files without a namespace are accepted too. */
export const XLIFF_NAMES = canonicalNames({
  ...Object.fromEntries(VERSIONS.map((version) => [XLIFF + version, ''])),
  'http://sdl.com/FileTypes/SdlXliff/1.0': 'sdl:',
  MQXliff: 'mq:',
  'urn:oasis:names:tc:xliff:sizerestriction:2.0': 'slr:',
});

export function isXliffRoot(name: string, namespace: string): boolean {
  return name === 'xliff' && (namespace === '' || namespace.startsWith(XLIFF));
}

export function isKnownNamespace(namespace: string): boolean {
  return namespace === '' || VERSIONS.some((version) => namespace === XLIFF + version);
}

/** 2.0 and later: other names and rules than 1.0 to 1.2. */
export function isVersion2(root: XmlNode): boolean {
  return root.attributes['srcLang'] !== undefined || (root.attributes['version'] ?? '').startsWith('2');
}
