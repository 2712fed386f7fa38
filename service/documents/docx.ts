import type { Warning } from '../contract/index.ts';
import { fieldProblem } from '../contract/index.ts';
import type { ExtractedSegment, Filter } from './filter.ts';
import { assembleLayout } from './docx/assemble.ts';
import { isSigned, openDocument, textParts } from './docx/document.ts';
import { assembleSimple } from './docx/simple.ts';

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
      return { segments, warnings: knownLosses(unbound, isSigned(document.pkg) && segments.length > 0) };
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

function knownLosses(unbound: number, signed: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (signed) {
    warnings.push({
      code: 'signature_invalidated',
      message:
        'The document is digitally signed. The signature does not hold for the translation; sign it again.',
    });
  }
  if (unbound > 0) {
    warnings.push({
      code: 'bound_control_untranslated',
      message:
        'Some content controls show data that Word fills in from elsewhere. Since that data was not found, they were left as they are.',
      count: unbound,
    });
  }
  return warnings;
}
