import type { Warning } from '../../contract/index.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import type { Filter } from '../shared/filter.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList, tooManySegments } from '../shared/segment-list.ts';
import { assembleLayout } from './assemble.ts';
import { openDocument, textParts } from './document.ts';
import { assembleSimple } from './simple.ts';

/**
 * Word documents (ECMA-376, transitional and strict). A segment is a paragraph with visible text, wherever it stands; only
 * the text of runs is rewritten, all else keeps its bytes. See docx/document.ts for the order of segments.
 */
export const docxFilter: Filter = {
  fileType: 'docx',

  extract(source, { maxSegments }) {
    return promiseTry(() => {
      const document = openDocument(source);
      const list = segmentList(maxSegments);
      let unbound = 0;
      let certain = 0;
      const countEarly = () => {
        if (++certain > maxSegments) throw tooManySegments(maxSegments);
      };
      for (const part of textParts(document, countEarly)) {
        unbound += part.unboundControls;
        for (const { coded } of part.segments) {
          list.add(coded.rules ? { text: coded.text, rules: coded.rules } : { text: coded.text });
        }
      }
      const signature = list.segments.length > 0 ? signatureWarnings(document.pkg) : [];
      return {
        segments: list.segments,
        warnings: [...signature, ...unboundWarnings(unbound), ...list.warnings()],
      };
    });
  },

  assemble(source, targets, options) {
    return promiseTry(() => {
      const document = openDocument(source);
      if (options.simple) return assembleSimple(document, targets, options);
      return { bytes: assembleLayout(document, targets, options), warnings: [] };
    });
  },
};

function unboundWarnings(count: number): Warning[] {
  if (count === 0) return [];
  return [
    {
      code: 'bound_control_untranslated',
      message:
        'Some content controls show data that Word fills in from elsewhere. Since that data was not found, they were left as they are.',
      count,
    },
  ];
}
