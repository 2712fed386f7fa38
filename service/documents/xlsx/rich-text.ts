import { escapeXml } from '../ooxml/xml.ts';
import type { EndTag, StartTag } from '../ooxml/xml.ts';
import { escapeText, plainText } from '../../text/codes.ts';
import { codeInlines } from '../ooxml/runs.ts';
import type { CodedInlines } from '../ooxml/runs.ts';
import { targetRuns } from '../ooxml/targets.ts';
import { declarationsIn } from './fragment.ts';
import { inShapeOf } from '../target-shape.ts';
import { decodeXString, encodeXString } from './xstring.ts';

/** Text of one format. `format` is the run's `rPr` element as it is written, empty for none. */
export interface Run {
  readonly format: string;
  readonly text: string;
}

/** A string item or inline string (CT_Rst, ECMA-376 part 1 §18.4.8), phonetic guides left out. */
export interface RichText {
  readonly runs: readonly Run[];
  /** Whether it is written as runs (`r`) rather than as one `t`. */
  readonly rich: boolean;
}

/** Collects a CT_Rst from the events of `scanXml` over `source`. */
export function richTextReader(source: string) {
  const runs: Run[] = [];
  let rich = false;
  let format = '';
  let formatStart = 0;
  let runTag = '';
  let phonetic = 0;
  let text: string | undefined;
  return {
    open(tag: StartTag): void {
      if (tag.name === 's:rPh') phonetic++;
      if (phonetic > 0) return;
      if (tag.name === 's:r') {
        rich = true;
        format = '';
        runTag = source.slice(tag.start, tag.end);
      } else if (tag.name === 's:rPr') formatStart = tag.start;
      else if (tag.name === 's:t') text = '';
    },
    close(tag: EndTag): void {
      if (tag.name === 's:rPh') phonetic--;
      if (phonetic > 0) return;
      if (tag.name === 's:rPr') format = declaring(source.slice(formatStart, tag.end), runTag);
      else if (tag.name === 's:t' && text !== undefined) {
        if (text !== '') runs.push({ format, text: decodeXString(text) });
        text = undefined;
      }
    },
    text(piece: string): void {
      if (text !== undefined) text += piece;
    },
    result: (): RichText => ({ runs: merged(runs), rich }),
  };
}

/** A format that can stand in any run: with the namespaces that its own run declared. */
function declaring(format: string, runTag: string): string {
  const declarations = declarationsIn(runTag);
  if (declarations.size === 0) return format;
  const [tag = ''] = /^<[^>]*/.exec(format) ?? [];
  const [name = ''] = /^<[^\s/>]+/.exec(tag) ?? [];
  const own = declarationsIn(tag);
  const missing = [...declarations].filter(([prefix]) => !own.has(prefix));
  return `${name}${missing.map(([prefix, uri]) => ` ${prefix}=${uri}`).join('')}${format.slice(name.length)}`;
}

/** The runs as coded text; undefined where they have no visible text. */
export function codeRichText({ runs }: RichText): CodedInlines<number> | undefined {
  return codeInlines(runs.map(({ format, text }, at) => ({ kind: 'text', text, format, at })));
}

/** A translation in the formats of its source. What stands around the coded text, such as blanks in a format of their own, stays. */
export function translateRichText(source: RichText, coded: CodedInlines<number>, target: string): RichText {
  const first = coded.core[0]!.at;
  const runs = targetRuns(shapedTarget(coded, target), coded).map(({ text, like }) => ({
    format: like.format,
    text,
  }));
  return {
    runs: merged([...source.runs.slice(0, first), ...runs, ...source.runs.slice(first + coded.core.length)]),
    rich: source.rich,
  };
}

function shapedTarget(coded: CodedInlines<number>, target: string): string {
  if (coded.codes.size > 0) return target;
  return escapeText(inShapeOf(plainText(coded.text), plainText(target)));
}

export function plainRichText({ runs }: RichText): string {
  return runs.map(({ text }) => text).join('');
}

/** The content of a `si` or `is` element. */
export function writeRichText({ runs, rich }: RichText, prefix: string): string {
  if (!rich) return writeText(plainRichText({ runs, rich }), prefix);
  return runs
    .map(({ format, text }) => `<${prefix}r>${format}${writeText(text, prefix)}</${prefix}r>`)
    .join('');
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
