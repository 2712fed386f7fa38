import type { ProblemError } from '../../contract/index.ts';
import { refuseOtherOoxml } from '../ooxml/kind.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import { notTranslatable, refuse } from '../shared/refusals.ts';
import { packedArchive } from './signatures.ts';

/** A refusal for a ZIP that no format accepts, by the kind that its parts reveal. */
export function refuseForeignArchive(pkg: OoxmlPackage): ProblemError {
  const office = refuseOtherOoxml(pkg);
  if (office) return office;
  const has = (name: string) => pkg.find(name) !== undefined;
  if (has('/content.xml') && (has('/mimetype') || has('/META-INF/manifest.xml'))) {
    return notTranslatable(
      'an OpenDocument file of a kind that is not told',
      'opendocument',
      'Save it in LibreOffice as .odt, .ods or .odp',
    );
  }
  if (has('/[Content_Types].xml') || has('/_rels/.rels')) {
    return refuse(
      'damaged_file',
      'The file is built like an Office file but has neither a Word document nor a workbook in it. Open it in the program that made it, save it as .docx or .xlsx, and translate the new copy.',
    );
  }
  return packedArchive('a ZIP archive');
}
