import { namesLanguage } from '../shared/language-tags.ts';
import type { TreeNode, TreeObject } from './tree.ts';

/* Values read by a program, recognised by the file's specification, its keys, and the form of its other values. */

/** A kind of document whose specification names its texts; all other strings are the program's. */
interface Specified {
  readonly spec: string;
  readonly is: (root: TreeObject) => boolean;
  /** Keys of texts. */
  readonly texts: ReadonlySet<string>;
}

const SPECIFIED: readonly Specified[] = [
  {
    spec: 'https://spec.openapis.org/oas/v3.1.0, https://www.asyncapi.com/docs/reference/specification/v3.0.0',
    is: (root) => root.members.some(({ key }) => /^(?:openapi|swagger|asyncapi)$/.test(key)),
    texts: new Set(['title', 'summary', 'description']),
  },
  {
    spec: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-9',
    is: (root) => /\bjson-schema\.org\b/.test(stringOf(root, '$schema')),
    texts: new Set(['title', 'description', 'markdownDescription', 'deprecationMessage', 'errorMessage']),
  },
];

/** Below the language: https://guides.rubyonrails.org/i18n.html#translations-for-active-record-models */
const RAILS_VALUES: readonly (readonly string[])[] = [
  ['date', 'order'],
  ['time', 'am'],
  ['time', 'pm'],
];

/** Values recognised by their key and their form. */
interface Keyed {
  readonly what: string;
  /** Of the last key. */
  readonly key: RegExp;
  readonly value: RegExp;
  /** Only in a file that writes its labels with capitals: it writes none in small letters. */
  readonly amongCapitals?: true;
}

const LOGICAL = /^(?:true|false|null)$/;

const KEYED: readonly Keyed[] = [
  { what: 'logical values', key: /(?:)/, value: LOGICAL },
  {
    what: 'names, of several parts in lower case: `white-bread`, `btn btn-primary`, `row_2`',
    key: /^(?:id|slug|icon|anchor|css|class|className|permalink)$/,
    value: /^(?=.*[-_\d])[a-z\d]+(?:[-_ ][a-z\d]+)*$/,
  },
  {
    what: 'settings: one word in lower case',
    key: /(?:^|[._-])(?:align|alignment|charset|class|direction|display|encoding|font|format|lang|layout|level|locale|method|mode|orientation|position|theme|type|variant)$/i,
    value: /^[a-z][a-z\d]*$/,
    amongCapitals: true,
  },
  {
    what: 'names in code, without a space: `com.example.House`, `Arial-bold-12`',
    key: /(?:^|[._-])(?:class|font)$/i,
    value: /^[\w$]+(?:[.-][\w$]+)+$/,
  },
];

/** Lists of values beside lists of the texts that are shown for them, by the ends of their names. */
interface Paired {
  readonly spec: string;
  readonly values: RegExp;
  readonly texts: RegExp;
}

const PAIRED: readonly Paired[] = [
  {
    spec: 'https://developer.android.com/reference/androidx/preference/ListPreference: entryValues, entries',
    values: /_?(?:values|Values)$/,
    texts: /_?(?:entries|Entries|labels|Labels|names|Names|titles|Titles|options|Options)$/,
  },
];

/** The names of lists whose values a program compares: a list of their texts is beside them. */
export function valueLists(names: readonly string[]): ReadonlySet<string> {
  const found = PAIRED.flatMap(({ values, texts }) => {
    const shown = new Set(names.flatMap((name) => (values.test(name) ? [] : [name.replace(texts, '')])));
    return names.filter((name) => values.test(name) && shown.has(name.replace(values, '')));
  });
  return new Set(found);
}

export interface KeyedValue {
  readonly path: readonly string[];
  readonly value: string;
}

/** Which values of a file are a program's: see `isProgramValue`. */
export function programValues(all: readonly KeyedValue[], root?: TreeNode): (one: KeyedValue) => boolean {
  const tree = root?.kind === 'object' ? root : undefined;
  const specified = tree && SPECIFIED.find(({ is }) => is(tree));
  if (specified) return ({ path }) => !specified.texts.has(path.findLast((key) => !/^\d+$/.test(key)) ?? '');
  const isRails = tree?.members.length === 1 && tree.members[0]!.value.kind === 'object';
  const labels = all.filter(
    ({ path, value }) => !isSetting(path) && !LOGICAL.test(value) && /^\P{L}*\p{L}/u.test(value),
  );
  const capitals = labels.filter(({ value }) => /^\P{L}*\p{Lu}/u.test(value)).length;
  const hasCapitals = capitals > 0 && capitals >= labels.length / 2;
  const rows = KEYED.filter(({ amongCapitals }) => amongCapitals !== true || hasCapitals);
  return ({ path, value }) =>
    rows.some((row) => row.key.test(path.at(-1) ?? '') && row.value.test(value)) ||
    (isRails && RAILS_VALUES.some((keys) => keys.every((key, n) => path[n + 1] === key)));
}

function isSetting(path: readonly string[]): boolean {
  return KEYED.some(({ key, amongCapitals }) => amongCapitals === true && key.test(path.at(-1) ?? ''));
}

function stringOf(root: TreeObject, name: string): string {
  const value = root.members.findLast(({ key }) => key === name)?.value;
  return value?.kind === 'string' ? value.value : '';
}

/** A tag of a language, as files write it in keys: `en`, `pt-BR`, `zh_Hans`. */
const TAG = /^[a-z]{2,3}(?:[-_](?:[A-Z][a-z]{3}|[A-Z]{2}|\d{3}))*$/;

/**
 * The objects of a file that hold the same texts in several languages, each under its tag: of these only the
 * members of the source language are read. The texts themselves as members are taken for that only if they are
 * so in several objects: `{ "en": "English", "de": "German" }` names languages.
 */
export function multilingualObjects(root: TreeNode, from: string | undefined): ReadonlySet<TreeObject> {
  const whole: TreeObject[] = [];
  const ofTexts: TreeObject[] = [];
  const visit = (node: TreeNode): void => {
    if (node.kind === 'array') for (const item of node.items) visit(item);
    if (node.kind !== 'object') return;
    const kinds = new Set(node.members.map(({ value }) => value.kind));
    const isByLanguage =
      node.members.length > 1 &&
      kinds.size === 1 &&
      node.members.every(({ key }) => TAG.test(key)) &&
      node.members.some(({ key }) => namesLanguage(key, from!));
    if (isByLanguage && kinds.has('object')) whole.push(node);
    else if (isByLanguage && kinds.has('string')) ofTexts.push(node);
    for (const { value } of node.members) visit(value);
  };
  if (from !== undefined) visit(root);
  return new Set([...whole, ...(ofTexts.length > 1 ? ofTexts : [])]);
}
