import { treeFormat } from '../messages/tree-format.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { writeYaml } from './yaml-string.ts';
import { readYaml } from './yaml-tree.ts';
import type { YamlString } from './yaml-tree.ts';

/** YAML: the text values of its keys and lists, as Rails stores them. */
export const yamlFormat = treeFormat({
  fileType: 'yaml',
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),
  read: readYaml,
  writer: (text) => (value, node, harder) =>
    writeYaml(value, text.slice(node.start, node.end), node as YamlString, harder),

  /** The key around all texts of Rails. */
  languageEdits(root, text, from, to) {
    const [member, ...others] = root.kind === 'object' ? root.members : [];
    if (!member || others.length > 0 || member.value.kind !== 'object') return [];
    if (!/^[a-z]{2,3}(?:[-_]\w{2,8})*$/i.test(member.key) || !namesLanguage(member.key, from)) return [];
    const { keyStart, keyEnd } = member;
    const quote = /^["']/.exec(text.slice(keyStart, keyEnd))?.[0] ?? (to === 'no' ? '"' : '');
    return [{ start: keyStart, end: keyEnd, text: `${quote}${to}${quote}` }];
  },
  /** Only on a separate line, and not as a line of a block. */
  addedKey(name, space, { other, last }) {
    const isLine = [other, last].every(({ value }) => {
      const { style, isInFlow } = value as YamlString;
      return !isInFlow && !style.startsWith('BLOCK');
    });
    return isLine ? space + name : undefined;
  },
});
