import type { Warning } from '../../contract/index.ts';
import { commonCategories, isPluralCategory, pluralCategories } from './plural-categories.ts';
import type { TreeMember, TreeNode, TreeObject } from './tree.ts';

/** The keys of one text in an object, one for each plural form of the source. */
export interface PluralKeys {
  /** The member for all other numbers, whose text is used for added forms. */
  readonly other: TreeMember;
  /** The last of them in the file: new ones are added after it. */
  readonly last: TreeMember;
  /** The key of a further category. */
  readonly nameOf: (category: string) => string;
  readonly missing: readonly string[];
  /** Whether some of the missing categories apply to small numbers. */
  readonly isCommon: boolean;
}

const SUFFIXED = /^(.+?)(_ordinal)?_([a-z]+)$/;

/** Plurals of i18next (`car_one`) and Rails (`car: { one }`) that lack a form of the target language. */
export function incompletePlurals(root: TreeNode, to: string): PluralKeys[] {
  const found: PluralKeys[] = [];
  const cardinal = pluralCategories(to);
  const ordinal = pluralCategories(to, 'ordinal');
  const common = new Set<string>(commonCategories(to));
  const visit = (node: TreeNode): void => {
    if (node.kind === 'array') node.items.forEach(visit);
    if (node.kind !== 'object') return;
    for (const [base, forms] of suffixedForms(node)) {
      add(forms, base.endsWith('_ordinal') ? ordinal : cardinal, (category) => `${base}_${category}`);
    }
    const isPlural = node.members.length > 1 && node.members.every(({ key }) => isPluralCategory(key));
    if (isPlural)
      add(new Map(node.members.map((member) => [member.key, member])), cardinal, (category) => category);
    for (const { value } of node.members) visit(value);
  };
  const add = (
    forms: ReadonlyMap<string, TreeMember>,
    needed: readonly string[],
    nameOf: PluralKeys['nameOf'],
  ): void => {
    const other = forms.get('other');
    const missing = needed.filter((category) => !forms.has(category));
    const isCommon = missing.some((category) => needed === ordinal || common.has(category));
    if (forms.size < 2 || other?.value.kind !== 'string' || missing.length === 0) return;
    found.push({ other, last: [...forms.values()].at(-1)!, nameOf, missing, isCommon });
  };
  visit(root);
  return found;
}

function suffixedForms(node: TreeObject): ReadonlyMap<string, Map<string, TreeMember>> {
  const bases = new Map<string, Map<string, TreeMember>>();
  for (const member of node.members) {
    const [, name, ordinal = '', category = ''] = SUFFIXED.exec(member.key) ?? [];
    if (name === undefined || !isPluralCategory(category) || member.value.kind !== 'string') continue;
    const base = name + ordinal;
    const forms = bases.get(base);
    if (forms) forms.set(category, member);
    else bases.set(base, new Map([[category, member]]));
  }
  return bases;
}

export function pluralWarnings(plurals: readonly PluralKeys[]): Warning[] {
  const count = plurals.filter(({ isCommon }) => isCommon).length;
  if (count === 0) return [];
  return [
    {
      code: 'plural_keys_missing',
      message:
        'Some texts have plural forms in separate keys, and the target language has more forms than the file. Add their keys, or translate the file with the option json.plurals.',
      count,
    },
  ];
}
