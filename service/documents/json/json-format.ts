import { isIcuMessage } from '../messages/icu-message.ts';
import { brokenMessages, messageSpans, readingOf } from '../messages/message-spans.ts';
import type { MessageCode } from '../messages/message-text.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import type { Edit } from '../shared/spans.ts';
import { refuse } from '../shared/refusals.ts';
import type { Span, Written } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { styleOf, writeString } from './json-string.ts';
import { readJson } from './json-tree.ts';
import type { TreeNode } from '../messages/tree.ts';
import { pathMatcher } from '../messages/key-paths.ts';
import { incompletePlurals, pluralWarnings } from '../messages/plural-keys.ts';
import type { PluralKeys } from '../messages/plural-keys.ts';
import { isNameByKey, textsOfTree } from '../messages/texts-of-tree.ts';
import type { TreeText } from '../messages/texts-of-tree.ts';

const STRING_CATALOG = /^\s*\{(?=[^]{0,200}"sourceLanguage"\s*:)(?=[^]*"strings"\s*:\s*\{)/;

/** JSON: the string values of a file of texts. Keys, numbers and the form of the file stay. */
export const jsonFormat = spanFormat({
  fileType: 'json',
  recognise: ({ text }) => {
    if (text === undefined) return 'no';
    if (STRING_CATALOG.test(text)) {
      return refuse(
        'unsupported_file_type',
        'The file is a string catalogue of Xcode, which cannot be translated here yet. Export its localizations from Xcode as XLIFF and translate that.',
        { reason: 'string_catalog' },
      );
    }
    return /^\s*[{[]/.test(text) ? 'maybe' : 'no';
  },

  read(text, { from, to, fileName, options }) {
    const root = readJson(text);
    const isIncluded = pathMatcher(options['json.include']);
    const isExcluded = pathMatcher(options['json.exclude']);
    const takesAll = options['json.include'].length === 0;
    const textsOf = (node: TreeNode): TreeText[] =>
      [...textsOfTree(node)].filter(({ path }) => (takesAll || isIncluded(path)) && !isExcluded(path));
    const texts = textsOf(root);
    const isArb = /\.arb$/i.test(fileName ?? '') || /"@@locale"\s*:/.test(text);
    const isIcu = isArb || texts.some(({ node }) => isIcuMessage(node.value));
    const spansOf = (found: Iterable<TreeText>, source: string) => spansIn(found, source, to, isIcu);
    const plurals = to === undefined ? [] : incompletePlurals(root, to);
    const addsPlurals = options['json.plurals'];
    return {
      ...readingOf(spansOf(texts, text), (written) => spansOf(textsOf(readJson(written)), written)),
      warnings: () => brokenMessages(texts),
      closing: (done) => {
        if (done.changed === 0) return {};
        return {
          edits: [
            ...localeEdits(root, text, from, to),
            ...(addsPlurals ? pluralEdits(plurals, text, done) : []),
          ],
          warnings: addsPlurals ? [] : pluralWarnings(plurals),
        };
      },
    };
  },
});

function* spansIn(
  texts: Iterable<TreeText>,
  text: string,
  to: string | undefined,
  isIcu: boolean,
): Generator<Span> {
  const style = styleOf(text);
  for (const { path, node, note, placeholders } of texts) {
    const { value, start, end } = node;
    yield* messageSpans({
      start,
      end,
      value,
      key: path.join('.'),
      note,
      isIcu,
      isName: isNameByKey(path, value),
      to,
      ...(placeholders ? { codesIn: (string: string) => codesIn(string, placeholders) } : {}),
      write: (written) => writeString(written, text.slice(start, end), style),
    });
  }
}

function codesIn(value: string, pattern: RegExp): MessageCode[] {
  return Array.from(value.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** `@@locale` of an ARB file, where it names the source language. */
function localeEdits(root: TreeNode, text: string, from: string | undefined, to: string | undefined): Edit[] {
  const locale = root.kind === 'object' && root.members.findLast(({ key }) => key === '@@locale')?.value;
  if (!locale || locale.kind !== 'string' || from === undefined || to === undefined) return [];
  if (!namesLanguage(locale.value, from)) return [];
  const { start, end } = locale;
  const tag = locale.value.includes('-') ? to : to.replaceAll('-', '_');
  return [{ start, end, text: writeString(tag, text.slice(start, end), styleOf(text)) }];
}

/** Keys of the target language's forms that the source lacks, with the text for other numbers. */
function pluralEdits(plurals: readonly PluralKeys[], text: string, { edits }: Written): Edit[] {
  const written = new Map(edits.map((edit) => [edit.start, edit.text]));
  return plurals.flatMap(({ other, last, nameOf, missing }) => {
    if (other.value.kind !== 'string' || last.value.kind !== 'string') return [];
    const literal = written.get(other.value.start) ?? text.slice(other.value.start, other.value.end);
    const space = /\s*$/.exec(text.slice(Math.max(0, last.keyStart - 500), last.keyStart))![0];
    const colon = text.slice(last.keyEnd, last.value.start);
    const added = missing.map((category) => `,${space}${JSON.stringify(nameOf(category))}${colon}${literal}`);
    return [{ start: last.value.end, end: last.value.end, text: added.join('') }];
  });
}
