import { styleOf, writeString } from '../messages/json-string.ts';
import { readJson } from '../messages/json-tree.ts';
import { treeFormat } from '../messages/tree-format.ts';
import { namesLanguage } from '../shared/language-tags.ts';
import { refuse } from '../shared/refusals.ts';

const STRING_CATALOG = /^\s*\{(?=[^]{0,200}"sourceLanguage"\s*:)(?=[^]*"strings"\s*:\s*\{)/;

/** JSON: the string values of a file of texts. Keys, numbers and the file's layout stay. */
export const jsonFormat = treeFormat({
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
  read: (text) => [readJson(text)],
  writer(text) {
    const style = styleOf(text);
    return (value, { start, end }) => writeString(value, text.slice(start, end), style);
  },
  // ARB.
  isIcu: (text, fileName) => /\.arb$/i.test(fileName ?? '') || /"@@locale"\s*:/.test(text),

  /** `@@locale` of an ARB file. */
  languageEdits(root, text, from, to) {
    const locale = root.kind === 'object' && root.members.findLast(({ key }) => key === '@@locale')?.value;
    if (!locale || locale.kind !== 'string' || !namesLanguage(locale.value, from)) return [];
    const { start, end } = locale;
    const tag = locale.value.includes('-') ? to : to.replaceAll('-', '_');
    return [{ start, end, text: writeString(tag, text.slice(start, end), styleOf(text)) }];
  },
  addedKey: (name, space) => `,${space}${JSON.stringify(name)}`,
});
