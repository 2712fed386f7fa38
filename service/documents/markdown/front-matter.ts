import { CST, Parser } from 'yaml';
import { ProblemError } from '../../contract/index.ts';
import { styleOf, writeString } from '../messages/json-string.ts';
import { readJson } from '../messages/json-tree.ts';
import type { TreeNode } from '../messages/tree.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';

/** Keys of a page's front matter that sites display. */
const KEYS = ['title', 'description', 'summary', 'subtitle'];
const TOML_LINE = /^([\w-]+)[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*(?=#|\r?$)/gm;
const MAX_DEPTH = 20;

/**
 * The texts of YAML `text[start, end)`, by key; `more` adds paths (`hero.title`, ignoring lists). Unreadable
 * values, such as those without a closing quote, are passed to `onBroken`.
 */
export function* yamlSpans(
  text: string,
  start: number,
  end: number,
  more: readonly string[],
  onBroken: () => void,
): Generator<Span> {
  const wanted = new Set([...KEYS, ...more]);
  for (const token of new Parser().parse(text.slice(start, end)))
    if (token.type === 'document' && token.value) yield* valuesOf(token.value, '', 0);

  function* valuesOf(token: CST.Token, path: string, depth: number): Generator<Span> {
    if (depth > MAX_DEPTH) return;
    if (token.type === 'block-map' || token.type === 'flow-collection') {
      for (const { key, value } of token.items) {
        const name = key && CST.resolveAsScalar(key, false, onBroken)?.value;
        if (value)
          yield* valuesOf(
            value,
            name === undefined || name === null ? path : path === '' ? name : `${path}.${name}`,
            depth + 1,
          );
      }
    } else if (token.type === 'block-seq') {
      for (const { value } of token.items) if (value) yield* valuesOf(value, path, depth + 1);
    } else if (wanted.has(path)) {
      const span = scalarSpan(token, path);
      if (span) yield span;
    }
  }

  function scalarSpan(token: CST.Token, path: string): Span | undefined {
    const bare: CST.Token = { ...token };
    delete (bare as { end?: unknown }).end;
    const errors: string[] = [];
    const scalar = CST.resolveAsScalar(bare, true, (_, code) => errors.push(code));
    if (errors.length > 0) onBroken();
    if (!scalar || errors.length > 0 || scalar.value.trim() === '') return undefined;
    const raw = CST.stringify(bare);
    const from = start + token.offset;
    if (!text.startsWith(raw, from)) return undefined;
    return plainSpan({
      start: from,
      end: from + raw.length,
      value: scalar.value,
      key: path,
      shape: `front matter ${path}`,
      write: (value) => {
        const copy = structuredClone(bare);
        CST.setScalarValue(copy, value, {
          afterKey: true,
          ...(copy.type === 'block-scalar' ? {} : { type: typeOf(copy, value) }),
        });
        delete (copy as { end?: unknown }).end;
        return withEndOf(raw, CST.stringify(copy));
      },
    });
  }
}

/** The line ends of the source, and as many of them at the end. */
function withEndOf(raw: string, written: string): string {
  const ended = written.replace(/[\r\n]+$/, '') + /[\r\n]*$/.exec(raw)![0];
  return raw.includes('\r\n') ? ended.replace(/\r?\n/g, '\r\n') : ended;
}

function typeOf(token: CST.Token, value: string): 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | 'PLAIN' {
  if (token.type === 'single-quoted-scalar') return 'QUOTE_SINGLE';
  if (token.type === 'double-quoted-scalar') return 'QUOTE_DOUBLE';
  // Readers other than YAML parsers split at any colon.
  return /^[\s\-?:,[\]{}#&*!|>'"%@`]|:(?:\s|$)|\s#|[\r\n\t]|\s$|^(?:true|false|null|yes|no|on|off|~|[-+.\d][\d_.,eExX]*)$/i.test(
    value,
  )
    ? 'QUOTE_DOUBLE'
    : 'PLAIN';
}

/** The texts of TOML between `+++`. */
export function* tomlSpans(text: string, start: number, end: number): Generator<Span> {
  const source = text.slice(start, end);
  const top = source.slice(0, /^[ \t]*\[/m.exec(source)?.index ?? source.length);
  for (const { 0: line, 1: key, 2: raw, index } of top.matchAll(TOML_LINE)) {
    if (!KEYS.includes(key!)) continue;
    const value = raw!.startsWith("'") ? raw!.slice(1, -1) : unquoted(raw!);
    if (value === undefined || value.trim() === '') continue;
    const from = start + index + line.indexOf(raw!, key!.length);
    yield plainSpan({
      start: from,
      end: from + raw!.length,
      value,
      key: key!,
      shape: `front matter ${key!}`,
      write: (target) => JSON.stringify(target),
    });
  }
}

/** Escapes are JSON's, except a few that nobody uses in a title. */
function unquoted(raw: string): string | undefined {
  try {
    return JSON.parse(raw) as string;
  } catch {
    return undefined;
  }
}

/** Front matter in JSON, `text[0, end)`. */
export interface JsonFrontMatter {
  readonly end: number;
  readonly root: TreeNode;
}

/** The JSON object that a page begins with, alone on its lines, as Hugo reads it; undefined without one. */
export function jsonFrontMatter(text: string): JsonFrontMatter | undefined {
  if (!/^\{\s*["}]/.test(text)) return undefined;
  const end = endOfObject(text);
  if (end === undefined || !/^[ \t]*(?:[\r\n]|$)/.test(text.slice(end, end + MAX_TRAIL))) return undefined;
  try {
    return { end, root: readJson(text.slice(0, end)) };
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

/** UTF-16 units of white space behind the object. */
const MAX_TRAIL = 200;

const STRING_OR_BRACE = /"(?:[^"\\\r\n]|\\.)*"|[{}]/g;

function endOfObject(text: string): number | undefined {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(STRING_OR_BRACE)) {
    if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return index + 1;
  }
  return undefined;
}

/** The texts of front matter in JSON, by key; `more` adds paths, as in YAML. */
export function* jsonSpans(
  text: string,
  { root, end }: JsonFrontMatter,
  more: readonly string[],
): Generator<Span> {
  const wanted = new Set([...KEYS, ...more]);
  const style = styleOf(text.slice(0, end));
  yield* valuesOf(root, '');

  function* valuesOf(node: TreeNode, path: string): Generator<Span> {
    if (node.kind === 'object') {
      for (const { key, value } of node.members) yield* valuesOf(value, path === '' ? key : `${path}.${key}`);
    } else if (node.kind === 'array') {
      for (const item of node.items) yield* valuesOf(item, path);
    } else if (node.kind === 'string' && wanted.has(path) && node.value.trim() !== '') {
      const { start, end: valueEnd, value } = node;
      yield plainSpan({
        start,
        end: valueEnd,
        value,
        key: path,
        shape: `front matter ${path}`,
        write: (target) => writeString(target, text.slice(start, valueEnd), style),
      });
    }
  }
}
