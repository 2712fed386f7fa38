import { visit } from 'jsonc-parser';
import { damaged, hostile } from '../shared/refusals.ts';

/** A value of a JSON text and where it is; offsets are UTF-16 units. */
export type JsonNode = JsonObject | JsonArray | JsonString | JsonOther;

export interface JsonObject {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}
interface JsonArray {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonString {
  readonly kind: 'string';
  readonly value: string;
  /** Of the literal, quotation marks included. */
  readonly start: number;
  readonly end: number;
}
interface JsonOther {
  readonly kind: 'other';
  readonly value: unknown;
}
export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

const MAX_DEPTH = 256;

/** Reads JSON strictly (RFC 8259). Of a key that comes twice both members are there. */
export function readJson(text: string): JsonNode {
  const root: JsonNode[] = [];
  const open: ((node: JsonNode) => void)[] = [(node) => root.push(node)];
  let member: Omit<JsonMember, 'value'> | undefined;
  const add = (node: JsonNode): void => {
    open.at(-1)!(node);
  };
  const begin = (collect: (node: JsonNode) => void): void => {
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
        const members: JsonMember[] = [];
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
        const items: JsonNode[] = [];
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
    { disallowComments: true },
  );
  const [node] = root;
  if (!node) throw damaged('it has no value in it');
  return node;
}
