import { openOdfDocument } from '../odf/document.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { openOdf } from '../odf/package.ts';
import { packageFormat } from '../packages/package-format.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { assembleSimple } from './simple.ts';

const INCLUDED: ReadonlySet<string> = new Set(['notes', 'hidden', 'charts', 'diagrams', 'masters']);

/**
 * Text documents (ODF 1.0 to 1.4). A segment is a paragraph or heading with visible text, wherever it is; charts where they are, headers and
 * footers last.
 */
export const odtFormat = packageFormat({
  fileType: 'odt',
  recognise: (look) => recogniseOdf(look, 'text'),
  open: (source, { from, to }) =>
    openOdfDocument(openOdf(source), { enter: () => () => undefined, included: INCLUDED, from, to }),
  assembleSimple: (source, targets, { from, to }) =>
    promiseTry(() => {
      const document = openOdfDocument(openOdf(source), {
        enter: () => () => undefined,
        included: INCLUDED,
        from,
        to,
      });
      return assembleSimple(document.units(), targets, to);
    }),
});
