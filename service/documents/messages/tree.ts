/** A value of a key-value file (JSON, YAML), and its place; offsets are UTF-16 units. */
export type TreeNode = TreeObject | TreeArray | TreeString | TreeOther;

export interface TreeObject {
  readonly kind: 'object';
  readonly members: readonly TreeMember[];
}
export interface TreeArray {
  readonly kind: 'array';
  readonly items: readonly TreeNode[];
}
export interface TreeString {
  readonly kind: 'string';
  readonly value: string;
  /** Offset of the literal, quotation marks included. */
  readonly start: number;
  readonly end: number;
}
interface TreeOther {
  readonly kind: 'other';
  readonly value: unknown;
}
export interface TreeMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: TreeNode;
}
