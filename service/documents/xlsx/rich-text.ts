import { escapeXml } from '../xml/scan.ts';
import { writtenAttributes } from '../xml/attributes.ts';
import type { XmlReader } from '../xml/reader.ts';
import { declaredPrefix } from '../xml/scope.ts';
import { escapeText, plainText } from '../../text/codes.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { isDrawn, isSymbolFont } from '../ooxml/symbol-fonts.ts';
import { targetPieces } from '../inlines/targets.ts';
import { inShapeOf } from '../shared/target-shape.ts';
import { eachContent } from './compatibility.ts';
import type { ProcessedNames } from './compatibility.ts';
import { decodeXString, encodeXString } from '../ooxml/xstring.ts';

/** Text of one format. `format`: the run's `rPr` element as written, empty without one. */
export interface Run {
  readonly format: string;
  readonly text: string;
}

/** A string item or inline string (CT_Rst, ECMA-376 part 1 §18.4.8), phonetic guides left out. */
export interface RichText {
  readonly runs: readonly Run[];
  /** Whether it is written as runs (`r`) rather than as one `t`. */
  readonly rich: boolean;
  /** Other content, as written: extensions. */
  readonly rest: string;
}

/** Phonetic guides, which are wrong for any other text. */
const PHONETIC: ReadonlySet<string> = new Set(['s:rPh', 's:phoneticPr']);

/** Reads a CT_Rst from its start tag to its end tag. */
export function readRichText(xml: string, reader: XmlReader, processed: ProcessedNames): RichText {
  const runs: Run[] = [];
  let rich = false;
  let rest = '';
  eachContent(xml, reader, processed, (wrappers) => {
    const { start } = reader;
    if (reader.name === 's:t') {
      runs.push({ format: '', text: decodeXString(reader.elementText()) });
    } else if (reader.name === 's:r') {
      rich = true;
      runs.push(...readRun(xml, reader, processed, wrappers));
    } else if (!PHONETIC.has(reader.name) && wrappers.length === 0) {
      reader.skipElement();
      rest += xml.slice(start, reader.end);
    }
  });
  reader.checkTextLength(runs.reduce((sum, { text }) => sum + text.length, 0));
  return { runs: merged(runs.filter(({ text }) => text !== '')), rich, rest };
}

function readRun(
  xml: string,
  reader: XmlReader,
  processed: ProcessedNames,
  wrappers: readonly string[],
): Run[] {
  const runTag = xml.slice(reader.start, reader.end);
  const texts: string[] = [];
  let format = '';
  eachContent(xml, reader, processed, (within) => {
    const { start } = reader;
    if (reader.name === 's:t') {
      texts.push(decodeXString(reader.elementText()));
    } else if (reader.name === 's:rPr') {
      reader.skipElement();
      format = declaring(xml.slice(start, reader.end), [...wrappers, runTag, ...within]);
    }
  });
  return texts.map((text) => ({ format, text }));
}

/** A format that is valid in any run: with the namespaces declared around it. */
function declaring(format: string, tags: readonly string[]): string {
  const declarations = new Map(tags.flatMap((tag) => [...declarationsIn(tag)]));
  if (declarations.size === 0) return format;
  const [tag = ''] = /^<[^>]*/.exec(format) ?? [];
  const [name = ''] = /^<[^\s/>]+/.exec(tag) ?? [];
  const own = declarationsIn(tag);
  const missing = [...declarations].filter(([prefix]) => !own.has(prefix));
  return `${name}${missing.map(([prefix, uri]) => ` ${prefix}=${uri}`).join('')}${format.slice(name.length)}`;
}

/** The namespace declarations of a start tag as they are written: `xmlns:x` with its value in its quotes. */
function declarationsIn(tag: string): Map<string, string> {
  const declarations = new Map<string, string>();
  if (!tag.includes('xmlns')) return declarations;
  for (const { rawName, start, end } of writtenAttributes(tag))
    if (declaredPrefix(rawName) !== undefined) declarations.set(rawName, tag.slice(start - 1, end + 1));
  return declarations;
}

/** Caches coding: a text is coded to be a segment, and again to take a translation. */
const known = new WeakMap<RichText, { coded: CodedInlines<number> | undefined }>();

/** The runs as coded text; undefined without visible text. */
export function codeRichText(text: RichText): CodedInlines<number> | undefined {
  const found = known.get(text) ?? { coded: codeRuns(text) };
  known.set(text, found);
  return found.coded;
}

function codeRuns({ runs }: RichText): CodedInlines<number> | undefined {
  return codeInlines(
    runs.map(({ format, text }, at) =>
      isDrawn(text) && isSymbolFont(fontOf(format))
        ? { kind: 'standalone', at }
        : { kind: 'text', text, format, at },
    ),
  );
}

function fontOf(format: string): string | undefined {
  const [, double, single] = /[<:]rFont\s+val\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(format) ?? [];
  return double ?? single;
}

/** A translation in its source's formats. Text around it, such as formatted blanks, stays. */
export function translateRichText(source: RichText, coded: CodedInlines<number>, target: string): RichText {
  const first = coded.core[0]!.at;
  const runs = targetPieces(shapedTarget(coded, target), coded).map((piece) =>
    piece.kind === 'standalone' ? source.runs[piece.at]! : { format: piece.like.format, text: piece.text },
  );
  return {
    runs: merged([...source.runs.slice(0, first), ...runs, ...source.runs.slice(first + coded.core.length)]),
    rich: source.rich,
    rest: source.rest,
  };
}

function shapedTarget(coded: CodedInlines<number>, target: string): string {
  if (coded.codes.size > 0) return target;
  return escapeText(inShapeOf(plainText(coded.text), plainText(target)));
}

export function plainRichText({ runs }: Pick<RichText, 'runs'>): string {
  return runs.map(({ text }) => text).join('');
}

/** The content of a `si` or `is` element. */
export function writeRichText({ runs, rich, rest }: RichText, prefix: string): string {
  if (!rich) return writeText(plainRichText({ runs }), prefix) + rest;
  return (
    runs.map(({ format, text }) => `<${prefix}r>${format}${writeText(text, prefix)}</${prefix}r>`).join('') +
    rest
  );
}

function writeText(text: string, prefix: string): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<${prefix}t${space}>${escapeXml(encodeXString(text))}</${prefix}t>`;
}

function merged(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const previous = result.at(-1);
    if (previous?.format === run.format) {
      result[result.length - 1] = { format: run.format, text: previous.text + run.text };
    } else {
      result.push(run);
    }
  }
  return result;
}
