import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Document, Node, Pair, Scalar } from 'yaml';
import type { TreeMember, TreeNode, TreeString } from '../messages/tree.ts';
import { damaged, hostile } from '../shared/refusals.ts';

/** How a string is written in YAML. */
export interface YamlString extends TreeString {
  readonly style: Scalar.Type;
  /** Within `[ ]` or `{ }`, where commas and brackets end a plain text. */
  readonly isInFlow: boolean;
}

const MAX_DEPTH = 256;
/** YAML 1.1, and so Ruby, reads these as booleans. */
const SWITCH = /^(?:y|yes|n|no|on|off)$/i;

/** The documents of a text as trees. Aliases are left out: their targets are read once. */
export function readYaml(text: string): TreeNode[] {
  return documentsOf(text).map(({ contents }) => treeOf(contents, false, 0));
}

/** Whether too many brackets open in a row: each costs the library more than the previous one. */
function isBracketed(text: string): boolean {
  let [open, gap] = [0, 0];
  for (const char of text) {
    if (char === '[' || char === '{') {
      if (++open > MAX_DEPTH) return true;
      gap = 0;
    } else if (open > 0 && (++gap > 20 || /[\]}'"\r\n]/.test(char))) {
      [open, gap] = [0, 0];
    }
  }
  return false;
}

function documentsOf(text: string): Document.Parsed[] {
  if (isBracketed(text)) throw hostile('it is nested absurdly deep');
  let documents: Document.Parsed[];
  try {
    const parsed = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
    documents = Array.isArray(parsed) ? parsed : [];
  } catch (error) {
    if (error instanceof RangeError) throw hostile('it is nested absurdly deep');
    throw error;
  }
  for (const { errors } of documents) {
    const [first] = errors;
    if (first) throw damaged(`it is no valid YAML in line ${first.linePos?.[0].line ?? 1}`);
  }
  return documents;
}

function treeOf(node: unknown, isInFlow: boolean, depth: number): TreeNode {
  if (depth > MAX_DEPTH) throw hostile('it is nested absurdly deep');
  if (isMap(node)) {
    const flow = isInFlow || node.flow === true;
    const members = node.items.flatMap((pair): TreeMember[] => memberOf(pair, flow, depth));
    return { kind: 'object', members };
  }
  if (isSeq(node)) {
    const flow = isInFlow || node.flow === true;
    return { kind: 'array', items: node.items.map((item) => treeOf(item, flow, depth + 1)) };
  }
  return (isScalar(node) ? stringOf(node, isInFlow) : undefined) ?? { kind: 'other', value: undefined };
}

function memberOf({ key, value }: Pair, isInFlow: boolean, depth: number): TreeMember[] {
  if (!isScalar(key) || !key.range) return [];
  const [keyStart, keyEnd] = key.range;
  return [{ key: String(key.value), keyStart, keyEnd, value: treeOf(value, isInFlow, depth + 1) }];
}

function stringOf(node: Scalar, isInFlow: boolean): YamlString | undefined {
  const { value, range, type, tag } = node as Scalar & Node;
  if (typeof value !== 'string' || !range || type === undefined) return undefined;
  if (tag !== undefined && tag !== '!' && tag !== 'tag:yaml.org,2002:str') return undefined;
  if (type === 'PLAIN' && SWITCH.test(value)) return undefined;
  return { kind: 'string', value, start: range[0], end: range[1], style: type, isInFlow };
}
