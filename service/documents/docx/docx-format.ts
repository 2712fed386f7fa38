import { INCLUDED, readFormatOptions } from '../../contract/index.ts';
import type { AskedOptions, Included, Warning } from '../../contract/index.ts';
import { recogniseOoxml } from '../ooxml/kind.ts';
import { signatureWarnings } from '../ooxml/signature.ts';
import type { Format } from '../format.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList } from '../shared/segment-list.ts';
import { AS_IT_IS } from '../ooxml/drawing/write-paragraph.ts';
import { assembleLayout } from './assemble.ts';
import { openDocument, textParts } from './document.ts';
import type { DocxDocument } from './document.ts';
import { readDrawings } from './drawings.ts';
import { insertedFiles, leftOutWarnings } from './left-out.ts';
import type { PartModel } from './model.ts';
import { kindsIn } from './kinds.ts';
import { sourceOf } from './segments.ts';
import { assembleSimple } from './simple.ts';

/**
 * Word documents (ECMA-376, transitional and strict). Every paragraph with visible text is a segment; only
 * the text of runs is rewritten, everything else keeps its bytes. See docx/document.ts for the order of
 * segments.
 */
export const docxFormat = {
  fileType: 'docx',

  recognise: (look) =>
    recogniseOoxml(look, {
      contentTypes: ['wordprocessingml.document.main+xml'],
      root: 'w:document',
      family: /wordprocessingml|ms-word/,
    }),

  extract(source, { maxSegments, formatOptions }) {
    return promiseTry(() => {
      const document = openDocument(source);
      const include = includedIn(formatOptions);
      const list = segmentList(maxSegments);
      let unbound = 0;
      const models: PartModel[] = [];
      for (const part of textParts(document, include)) {
        models.push(part.model);
        unbound += part.unboundControls;
        const kindOf = kindsIn(document, part.model.part);
        for (const segment of part.segments) {
          const { rules } = segment.coded;
          const kind = kindOf(segment.paragraph);
          list.add({ text: sourceOf(segment), ...(rules && { rules }), ...(kind && { kind }) });
        }
      }
      for (const { span } of readDrawings(document, models, AS_IT_IS, include).texts) list.add(span.segment);
      const signature = list.segments.length > 0 ? signatureWarnings(document.pkg) : [];
      return {
        segments: list.segments,
        warnings: [
          ...signature,
          ...unboundWarnings(unbound),
          ...leftOutWarnings(document, models),
          ...list.warnings(),
        ],
        ignoresLanguage: true,
      };
    });
  },

  examine(source, { formatOptions }) {
    return promiseTry(() => {
      const document = openDocument(source);
      const included = includedIn(formatOptions);
      const missing = new Set(INCLUDED.filter((name) => !included.has(name)));
      const parts = [...textParts(document, missing)];
      const models = parts.map(({ model }) => model);
      const counts = new Map<string, number>([
        ['alt_chunk', models.flatMap((model) => insertedFiles(document, model)).length],
      ]);
      const count = (what: string, more: number) => counts.set(what, (counts.get(what) ?? 0) + more);
      for (const { needs } of readDrawings(document, models, AS_IT_IS, missing).texts) count(needs, 1);
      for (const { model, segments } of parts) {
        if (isComments(document, model)) count('comments', segments.length);
      }
      return { leftOut: Array.from(counts, ([what, number]) => ({ what, count: number })) };
    });
  },

  assemble(source, targets, options) {
    return promiseTry(() =>
      assembleLayout(openDocument(source), targets, options, includedIn(options.formatOptions)),
    );
  },

  assembleSimple(source, targets, options) {
    return promiseTry(() =>
      assembleSimple(openDocument(source), targets, options, includedIn(options.formatOptions)),
    );
  },
} satisfies Format;

function includedIn(formatOptions: AskedOptions | undefined): ReadonlySet<Included> {
  return new Set(readFormatOptions('docx', formatOptions).include);
}

function isComments({ pkg, mainPart }: DocxDocument, { part }: PartModel): boolean {
  return pkg.relationships(mainPart).some((rel) => rel.kind === 'comments' && rel.part === part);
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
