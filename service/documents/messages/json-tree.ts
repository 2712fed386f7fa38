import { visit } from 'jsonc-parser';
import { damaged, hostile } from '../shared/refusals.ts';
import type { TreeMember, TreeNode } from './tree.ts';

const MAX_DEPTH = 256;

/** Reads JSON strictly (RFC 8259). A repeated key yields both members. */
export function readJson(text: string): TreeNode {
  const root: TreeNode[] = [];
  const open: ((node: TreeNode) => void)[] = [(node) => root.push(node)];
  let member: Omit<TreeMember, 'value'> | undefined;
  const add = (node: TreeNode): void => {
    open.at(-1)!(node);
  };
  const begin = (collect: (node: TreeNode) => void): void => {
    if (open.length > MAX_DEPTH) throw hostile('it is nested absurdly deep');
    open.push(collect);
  };
  const end = (): void => {
    open.pop();
  };
  visit(
    text,
    {
      onObjectBegin() {
        const members: TreeMember[] = [];
        add({ kind: 'object', members });
        begin((value) => {
          if (member) members.push({ ...member, value });
          member = undefined;
        });
      },
      onObjectProperty(key, keyStart, length) {
        member = { key, keyStart, keyEnd: keyStart + length };
      },
      onObjectEnd: end,
      onArrayBegin() {
        const items: TreeNode[] = [];
        add({ kind: 'array', items });
        begin((item) => items.push(item));
      },
      onArrayEnd: end,
      onLiteralValue(value: unknown, start, length) {
        add(
          typeof value === 'string'
            ? { kind: 'string', value, start, end: start + length }
            : { kind: 'other', value },
        );
      },
      onComment(_, __, line) {
        throw damaged(`it has a comment in line ${line + 1}, which JSON does not allow`);
      },
      onError(_, __, ___, line, column) {
        throw damaged(`it is no valid JSON in line ${line + 1}, character ${column + 1}`);
      },
    },
    { disallowComments: false },
  );
  const [node] = root;
  if (!node) throw damaged('it has no value in it');
  return node;
}
