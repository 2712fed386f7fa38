import type { PackageContext } from '../packages/package-format.ts';
import { openOdfDocument } from '../odf/document.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { openOdf } from '../odf/package.ts';
import { packageFormat } from '../packages/package-format.ts';

/**
 * Text documents (ODF 1.0 to 1.4). A segment is a paragraph or heading with visible text, wherever it is;
 * charts in place, headers and footers last.
 */
export const odtFormat = packageFormat({
  fileType: 'odt',
  ignoresLanguage: true,
  recognise: (look) => recogniseOdf(look, 'text'),
  open: openText,
  examine: (source, context) => ({ leftOut: openText(source, context).leftOut() }),
});

function openText(source: Uint8Array, { from, to, options }: PackageContext<'odt'>) {
  return openOdfDocument(openOdf(source), {
    enter: () => () => undefined,
    included: options.include,
    from,
    to,
  });
}
