import type { Format } from '../format.ts';
import type { Edit } from '../shared/spans.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import type { SpanContext, SpanFormat } from '../spans/span-format.ts';
import { isIcuMessage } from './icu-message.ts';
import { pathMatcher } from './key-paths.ts';
import { brokenMessages, messageSpans, readingOf } from './message-spans.ts';
import { incompletePlurals, pluralWarnings } from './plural-keys.ts';
import type { PluralKeys } from './plural-keys.ts';
import { programValues } from './program-values.ts';
import { textsOfTree } from './texts-of-tree.ts';
import type { OtherStrings, TreeText } from './texts-of-tree.ts';
import type { TreeNode, TreeString } from './tree.ts';

type TreeType = 'json' | 'yaml';

/** A notation of trees of keys, lists and strings. */
export interface TreeNotation extends Pick<SpanFormat<TreeType>, 'fileType' | 'recognise'> {
  /** The documents of a text, each a tree. */
  read(text: string): TreeNode[];
  /** Writes a value in place of a string of `text`; `harder`: escaped so that nothing in it has a meaning. */
  writer(text: string): (value: string, node: TreeString, harder: boolean) => string;
  /** Whether messages are ICU's even if none has a choice: apostrophes may quote. */
  isIcu?(text: string, fileName: string | undefined): boolean;
  /** Names the target language where a tree names the source as its own. Both are BCP 47 tags. */
  languageEdits(root: TreeNode, text: string, from: string, to: string): Edit[];
  /** Another key after the last one of a plural, up to its value; undefined if none can be added. */
  addedKey(name: string, space: string, plurals: PluralKeys): string | undefined;
}

/** A file of keys and strings in a notation: its string values are texts, all else stays. */
export function treeFormat(notation: TreeNotation): Format {
  const { fileType, recognise } = notation;
  return spanFormat<TreeType>({
    fileType,
    recognise,

    read(text, context) {
      const { from, to, fileName } = context;
      const roots = notation.read(text);
      const textsOf = textsIn(context);
      const texts = textsOf(roots);
      const isIcu =
        notation.isIcu?.(text, fileName) === true || texts.some(({ node }) => isIcuMessage(node.value));
      const spansOf = (found: readonly JobText[], source: string) =>
        spansIn(found, notation.writer(source), to, isIcu);
      const plurals = to === undefined ? [] : roots.flatMap((root) => incompletePlurals(root, to));
      return {
        ...readingOf(spansOf(texts, text), (written) => spansOf(textsOf(notation.read(written)), written)),
        warnings: () => brokenMessages(texts),
        closing: (done) => {
          if (done.changed === 0 || from === undefined || to === undefined) return {};
          const written = new Map(done.edits.map((edit) => [edit.start, edit.text]));
          const added = plurals.map((one) =>
            context.options['json.plurals'] ? pluralEdit(one, text, written) : undefined,
          );
          return {
            edits: [
              ...roots.flatMap((root) => notation.languageEdits(root, text, from, to)),
              ...added.filter((edit) => edit !== undefined),
            ],
            warnings: pluralWarnings(plurals.filter((_, index) => added[index] === undefined)),
          };
        },
      };
    },

    examine(text, context) {
      const others = { descriptions: 0, other_languages: 0 };
      const texts = textsIn(context)(notation.read(text), others);
      const counts = { ...others, program_values: texts.filter(({ isName }) => isName).length };
      return { leftOut: Object.entries(counts).map(([what, count]) => ({ what, count })) };
    },
  });

  /** The forms that a plural lacks, each with the text for other numbers. */
  function pluralEdit(
    plurals: PluralKeys,
    text: string,
    written: ReadonlyMap<number, string>,
  ): Edit | undefined {
    const { other, last, nameOf, missing } = plurals;
    if (other.value.kind !== 'string' || last.value.kind !== 'string') return undefined;
    const { start, end } = other.value;
    const literal = written.get(start) ?? text.slice(start, end);
    const space = /(?:\r\n|\n)?[ \t]*$/.exec(text.slice(Math.max(0, last.keyStart - 500), last.keyStart))![0];
    const colon = text.slice(other.keyEnd, start);
    const keys = missing.map((category) => notation.addedKey(nameOf(category), space, plurals));
    if (keys.includes(undefined)) return undefined;
    return {
      start: last.value.end,
      end: last.value.end,
      text: keys.map((key) => key! + colon + literal).join(''),
    };
  }
}

/** A text of a job, and whether only a program reads it. */
interface JobText extends TreeText {
  readonly isName: boolean;
}

/** The texts of trees that the job includes; paths in further documents begin with the document's number. */
function textsIn({ options, from }: SpanContext<TreeType>) {
  const isIncluded = pathMatcher(options['json.include']);
  const isExcluded = pathMatcher(options['json.exclude']);
  const takesAll = options['json.include'].length === 0;
  return (roots: readonly TreeNode[], others?: OtherStrings): JobText[] =>
    roots.flatMap((root, index) => {
      const texts = [...textsOfTree(root, from, others)];
      const isProgramValue = programValues(
        texts.map(({ path, node: { value } }) => ({ path, value })),
        root,
      );
      return texts
        .filter(({ path }) => (takesAll || isIncluded(path)) && !isExcluded(path))
        .map((one) => ({
          ...one,
          // Keys named by the user are texts.
          isName: takesAll && isProgramValue({ path: one.path, value: one.node.value }),
          path: index === 0 ? one.path : [`${index + 1}`, ...one.path],
        }));
    });
}

function* spansIn(
  texts: readonly JobText[],
  write: ReturnType<TreeNotation['writer']>,
  to: string | undefined,
  isIcu: boolean,
): Generator<Span> {
  for (const { path, node, note, placeholders, isName } of texts) {
    const { start, end, value } = node;
    yield* messageSpans({
      start,
      end,
      value,
      key: path.join('.'),
      note,
      isIcu,
      isName,
      to,
      ...(placeholders && {
        codesIn: (string: string) =>
          Array.from(string.matchAll(placeholders), ({ index, 0: { length } }) => ({
            start: index,
            end: index + length,
          })),
      }),
      write: (written, harder) => write(written, node, harder),
    });
  }
}
