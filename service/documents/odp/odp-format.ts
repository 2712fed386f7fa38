import { openOdfDocument } from '../odf/document.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { openOdf } from '../odf/package.ts';
import { packageFormat } from '../packages/package-format.ts';
import type { PackageContext } from '../packages/package-format.ts';
import { slideRules } from './slide-rules.ts';

/**
 * Presentations (ODF 1.0 to 1.4). A segment is a paragraph with visible text: of footers, then of slides in
 * order, each with its charts and then its notes, and of the used master pages. Prompts are not text.
 */
export const odpFormat = packageFormat({
  fileType: 'odp',
  ignoresLanguage: true,
  recognise: (look) => recogniseOdf(look, 'presentation'),
  open: openSlides,
  examine: (source, context) => ({ leftOut: openSlides(source, context).leftOut() }),
});

function openSlides(source: Uint8Array, { from, to, options }: PackageContext<'odp'>) {
  return openOdfDocument(openOdf(source), {
    enter: slideRules(),
    isDrawn: true,
    included: options.include,
    from,
    to,
  });
}
