import type { Warning } from '../contract/index.ts';
import { fieldProblem } from '../contract/index.ts';
import type { ExtractedSegment, Filter } from './filter.ts';
import { assembleLayout } from './docx/assemble.ts';
import { openDocument, textParts } from './docx/document.ts';
import { assembleSimple } from './docx/simple.ts';
import { signatureWarnings } from './ooxml/signature.ts';

/**
 * Word documents (ECMA-376, transitional and strict). A segment is a paragraph with visible text, wherever it stands; only
 * the text of runs is rewritten, all else keeps its bytes. See docx/document.ts for the order of segments.
 */
export const docxFilter: Filter = {
  fileType: 'docx',

  extract(source, { maxSegments }) {
    return settle(() => {
      const document = openDocument(source);
      const segments: ExtractedSegment[] = [];
      let unbound = 0;
      let certain = 0;
      const countEarly = () => {
        if (++certain > maxSegments) throw tooManySegments(maxSegments);
      };
      for (const part of textParts(document, countEarly)) {
        unbound += part.unboundControls;
        for (const { coded } of part.segments) {
          if (segments.length === maxSegments) throw tooManySegments(maxSegments);
          segments.push({ text: coded.text });
        }
      }
      const signature = segments.length > 0 ? signatureWarnings(document.pkg) : [];
      return { segments, warnings: [...signature, ...unboundWarnings(unbound)] };
    });
  },

  assemble(source, targets, options) {
    return settle(() => {
      const document = openDocument(source);
      if (options.simple) return assembleSimple(document, targets, options);
      return { bytes: assembleLayout(document, targets, options), warnings: [] };
    });
  },
};

/** What throws becomes a rejection, as callers of a Promise expect. */
async function settle<T>(work: () => T | Promise<T>): Promise<T> {
  return await work();
}

function tooManySegments(maxSegments: number) {
  return fieldProblem(
    'file',
    'too_many_segments',
    `The document has more than ${maxSegments} paragraphs with text. Split it into smaller documents and upload them one by one.`,
  );
}

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
