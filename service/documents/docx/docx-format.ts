import type { Warning } from '../../contract/index.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import type { Format } from '../format.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList } from '../shared/segment-list.ts';
import { assembleLayout } from './assemble.ts';
import { openDocument, textParts } from './document.ts';
import { insertedFiles, leftOutWarnings } from './left-out.ts';
import type { PartModel } from './model.ts';
import { sourceOf } from './segments.ts';
import { assembleSimple } from './simple.ts';

/**
 * Word documents (ECMA-376, transitional and strict). A segment is a paragraph with visible text, wherever it stands; only
 * the text of runs is rewritten, all else keeps its bytes. See docx/document.ts for the order of segments.
 */
export const docxFormat = {
  fileType: 'docx',

  recognise: (look) =>
    recogniseOoxml(look, {
      contentTypes: ['wordprocessingml.document.main+xml'],
      root: 'w:document',
      family: /wordprocessingml|ms-word/,
    }),

  extract(source, { maxSegments }) {
    return promiseTry(() => {
      const document = openDocument(source);
      const list = segmentList(maxSegments);
      let unbound = 0;
      const models: PartModel[] = [];
      for (const part of textParts(document)) {
        models.push(part.model);
        unbound += part.unboundControls;
        for (const segment of part.segments) {
          const { rules } = segment.coded;
          list.add(rules ? { text: sourceOf(segment), rules } : { text: sourceOf(segment) });
        }
      }
      const signature = list.segments.length > 0 ? signatureWarnings(document.pkg) : [];
      return {
        segments: list.segments,
        warnings: [
          ...signature,
          ...unboundWarnings(unbound),
          ...leftOutWarnings(document, models),
          ...list.warnings(),
        ],
      };
    });
  },

  examine(source) {
    return promiseTry(() => {
      const document = openDocument(source);
      const files = [...textParts(document)].flatMap(({ model }) => insertedFiles(document, model));
      return { leftOut: [{ what: 'alt_chunk', count: files.length }] };
    });
  },

  assemble(source, targets, options) {
    return promiseTry(() => {
      const bytes = assembleLayout(openDocument(source), targets, options);
      return { bytes, warnings: [] };
    });
  },

  assembleSimple(source, targets, options) {
    return promiseTry(() => assembleSimple(openDocument(source), targets, options));
  },
} satisfies Format;

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
