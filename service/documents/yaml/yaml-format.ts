import { isIcuMessage } from '../messages/icu-message.ts';
import { pathMatcher } from '../messages/key-paths.ts';
import { brokenMessages, messageSpans, readingOf } from '../messages/message-spans.ts';
import { incompletePlurals, pluralWarnings } from '../messages/plural-keys.ts';
import type { PluralKeys } from '../messages/plural-keys.ts';
import { isNameByKey, textsOfTree } from '../messages/texts-of-tree.ts';
import type { TreeText } from '../messages/texts-of-tree.ts';
import type { TreeNode } from '../messages/tree.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import type { Edit } from '../shared/spans.ts';
import type { Span, Written } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { writeYaml } from './yaml-string.ts';
import { readYaml } from './yaml-tree.ts';
import type { YamlString } from './yaml-tree.ts';

/** YAML: the values of its keys and lists that are texts, such as Rails keeps them. */
export const yamlFormat = spanFormat({
  fileType: 'yaml',
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),

  read(text, { from, to, options }) {
    const roots = readYaml(text);
    const isIncluded = pathMatcher(options['json.include']);
    const isExcluded = pathMatcher(options['json.exclude']);
    const takesAll = options['json.include'].length === 0;
    const textsOf = (nodes: readonly TreeNode[]): TreeText[] =>
      nodes.flatMap((node, index) =>
        [...textsOfTree(node)]
          .filter(({ path }) => (takesAll || isIncluded(path)) && !isExcluded(path))
          .map((one) => (index === 0 ? one : { ...one, path: [`${index + 1}`, ...one.path] })),
      );
    const texts = textsOf(roots);
    const isIcu = texts.some(({ node }) => isIcuMessage(node.value));
    const plurals = to === undefined ? [] : roots.flatMap((root) => incompletePlurals(root, to));
    return {
      ...readingOf(spansIn(texts, text, to, isIcu), (written) =>
        spansIn(textsOf(readYaml(written)), written, to, isIcu),
      ),
      warnings: () => brokenMessages(texts),
      closing: (done) => {
        if (done.changed === 0 || from === undefined || to === undefined) return {};
        const added = options['json.plurals'] ? plurals.filter(isAddable) : [];
        return {
          edits: [...localeEdits(roots, text, from, to), ...pluralEdits(added, text, done)],
          warnings: pluralWarnings(plurals.filter((one) => !added.includes(one))),
        };
      },
    };
  },
});

function* spansIn(
  texts: readonly TreeText[],
  text: string,
  to: string | undefined,
  isIcu: boolean,
): Generator<Span> {
  for (const { path, node, note } of texts) {
    const { start, end, value } = node;
    yield* messageSpans({
      start,
      end,
      value,
      key: path.join('.'),
      note,
      isIcu,
      isName: isNameByKey(path, value),
      to,
      write: (written, harder) => writeYaml(written, text.slice(start, end), node as YamlString, harder),
    });
  }
}

/** The key around all texts of Rails, where it names the source language. */
function localeEdits(roots: readonly TreeNode[], text: string, from: string, to: string): Edit[] {
  return roots.flatMap((root): Edit[] => {
    const [member, ...others] = root.kind === 'object' ? root.members : [];
    if (!member || others.length > 0 || member.value.kind !== 'object') return [];
    if (!/^[a-z]{2,3}(?:[-_]\w{2,8})*$/i.test(member.key) || !namesLanguage(member.key, from)) return [];
    const { keyStart, keyEnd } = member;
    const quote = /^["']/.exec(text.slice(keyStart, keyEnd))?.[0] ?? (to === 'no' ? '"' : '');
    return [{ start: keyStart, end: keyEnd, text: `${quote}${to}${quote}` }];
  });
}

/** On lines of their own, and not as lines of a block. */
function isAddable({ other, last }: PluralKeys): boolean {
  return [other, last].every(({ value }) => {
    const { style, isInFlow } = value as YamlString;
    return !isInFlow && !style.startsWith('BLOCK');
  });
}

function pluralEdits(plurals: readonly PluralKeys[], text: string, { edits }: Written): Edit[] {
  const written = new Map(edits.map((edit) => [edit.start, edit.text]));
  return plurals.map(({ other, last, nameOf, missing }) => {
    const [from, to] = [other.value as YamlString, last.value as YamlString];
    const literal = written.get(from.start) ?? text.slice(from.start, from.end);
    const space = /(?:\r\n|\n)?[ \t]*$/.exec(text.slice(Math.max(0, last.keyStart - 500), last.keyStart))![0];
    const colon = text.slice(other.keyEnd, from.start);
    const added = missing.map((category) => space + nameOf(category) + colon + literal);
    return { start: to.end, end: to.end, text: added.join('') };
  });
}
