// Packages of Office Open XML, made by hand: for the sample documents and the benchmarks.
import JSZip from 'jszip';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Same input, same bytes: every entry carries one fixed date. */
const DATE = new Date('2026-01-01T00:00:00Z');
const TYPES = 'application/vnd.openxmlformats';

export function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** A relationships part: rows of [id, type's last word, target, external?]. */
export function relationships(rows) {
  const inner = rows.map(([id, type, target, external]) => {
    const mode = external ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  });
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join('')}</Relationships>`;
}

/** `overrides`: the middle of the content type by the name of its part. */
export function contentTypes(overrides) {
  const rows = [
    ...Object.entries({
      rels: `${TYPES}-package.relationships+xml`,
      xml: 'application/xml',
      png: 'image/png',
    }).map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`),
    ...Object.entries(overrides).map(
      ([part, type]) => `<Override PartName="/${part}" ContentType="${TYPES}-officedocument.${type}+xml"/>`,
    ),
  ];
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join('')}</Types>`;
}

/** A package of parts by name. @returns {Promise<Buffer>} */
export function pack(parts) {
  const zip = new JSZip();
  for (const [name, content] of Object.entries(parts))
    zip.file(name, content, { date: DATE, createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}
