import { openOdfDocument } from '../odf/document.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { openOdf } from '../odf/package.ts';
import { packageFormat } from '../packages/package-format.ts';
import { slideRules } from './slide-rules.ts';

const INCLUDED: ReadonlySet<string> = new Set(['notes', 'hidden', 'charts', 'diagrams', 'masters']);

/**
 * Presentations (ODF 1.0 to 1.4). A segment is a paragraph with visible text: of footers, then of slides in their order, each with its charts
 * and then its notes, and of the master pages in use. Prompts are not text.
 */
export const odpFormat = packageFormat({
  fileType: 'odp',
  recognise: (look) => recogniseOdf(look, 'presentation'),
  open: (source, { from, to }) =>
    openOdfDocument(openOdf(source), { enter: slideRules(), isDrawn: true, included: INCLUDED, from, to }),
});
