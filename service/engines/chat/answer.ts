import { scanJson } from '../../lib/scan-json.ts';
import { withoutThoughts } from './completion.ts';

/** A language model's text for each item. */
export type AnswerItems = ReadonlyMap<number, string>;

/** Items of 4,000 characters are requested at once; reasoning may precede the answer. In UTF-16 units. */
const MAX_CONTENT = 1_000_000;

/**
 * The translations in a model's message, by id: from the requested JSON, even with words, a fence or
 * reasoning around it; from truncated JSON, the complete items. Unrequested ids and ids with two texts are
 * ignored.
 */
export function readAnswer(content: string, asked: ReadonlySet<number>): AnswerItems {
  if (content.length > MAX_CONTENT) return new Map();
  const list = listedIn(content) ?? wholeItems(withoutThoughts(content));
  const items = new Map<number, string>();
  const unclear = new Set<number>();
  for (const entry of list) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { id: given, text } = entry as Record<string, unknown>;
    const id = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof id !== 'number' || typeof text !== 'string' || !asked.has(id) || text.trim() === '') continue;
    if (items.has(id) && items.get(id) !== text) unclear.add(id);
    items.set(id, text);
  }
  for (const id of unclear) items.delete(id);
  return items;
}

/** The list in a model's message, even with words, a fence or reasoning around it. */
export function listedIn(content: string): unknown[] | undefined {
  return content.length > MAX_CONTENT ? undefined : listIn(parseLoosely(content));
}

/** The requested `items`, at any depth; else the outermost list that has an item. */
function listIn(value: unknown): unknown[] | undefined {
  const open: unknown[] = [value];
  let other: unknown[] | undefined;
  for (const one of open) {
    if (typeof one !== 'object' || one === null) continue;
    if ('items' in one && Array.isArray(one.items)) return one.items as unknown[];
    if (Array.isArray(one) && one.some(isItem)) other ??= one;
    for (const member of Object.values(one)) open.push(member);
  }
  return other;
}

function isItem(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'id' in entry && 'text' in entry;
}

/** An item as requested, in JSON. */
const ITEM =
  /\{\s{0,9}"id"\s{0,9}:\s{0,9}"?\d{1,9}"?\s{0,9},\s{0,9}"text"\s{0,9}:\s{0,9}"(?:[^"\\]|\\.)*"\s{0,9}\}/g;

function wholeItems(content: string): unknown[] {
  return [...content.matchAll(ITEM)].flatMap(([json]): unknown[] => {
    try {
      return [JSON.parse(json)];
    } catch {
      return [];
    }
  });
}

function parseLoosely(content: string): unknown {
  const said = withoutThoughts(content);
  const fenced = /```(?:json)?\s*([^]*?)```/.exec(said)?.[1];
  for (const text of [content, said, fenced, fromFirstBrace(said)]) {
    if (text === undefined || scanJson(Buffer.from(text)) !== undefined) continue;
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      continue;
    }
  }
  return undefined;
}

function fromFirstBrace(text: string): string | undefined {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
}
