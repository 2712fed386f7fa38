// Content controls bound to a data store: Word refills them from it, so both have to say the same.
import { isWord } from './docx-model.ts';
import { excerpt } from './package.ts';
import { attr, child, elements, parseXml, textOf, walk } from './xml.ts';
import type { XmlNode } from './xml.ts';
import type { Package, Violation } from './package.ts';

const STORES = /^\/(?:customxml\/item\d+\.xml|docprops\/(?:core|app)\.xml)$/;

/** The text that a bound control shows and that of its store, in document order. */
function bindings(pack: Package, parts: readonly string[]): { shown: string; stored: string | undefined }[] {
  const stores = [...pack.parts].filter(([key]) => STORES.test(key)).map(([, part]) => parseXml(part.data));
  const found = [];
  for (const key of parts) {
    const part = pack.parts.get(key);
    if (!part) continue;
    for (const node of walk(parseXml(part.data))) {
      const binding =
        isWord(node) && node.local === 'sdt' ? child(child(node, 'sdtPr'), 'dataBinding') : undefined;
      if (!binding) continue;
      const steps = (attr(binding, 'xpath') ?? '').split('/').filter((step) => step !== '');
      const targets = stores.flatMap((store) => resolve(store, steps) ?? []);
      const shown = [...walk(node)].filter((n) => isWord(n) && n.local === 't').map((n) => textOf(n));
      found.push({ shown: shown.join(''), stored: targets.length === 1 ? textOf(targets[0]) : undefined });
    }
  }
  return found;
}

/** Steps such as `ns0:cover[1]`, by local name. */
function resolve(root: XmlNode, steps: readonly string[]): XmlNode | undefined {
  let at: XmlNode | undefined;
  for (const [i, step] of steps.entries()) {
    const [, local, index = '1'] = /^(?:[\w.-]+:)?([\w.-]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    if (local === undefined) return undefined;
    const candidates = i === 0 ? [root] : elements(at);
    at = candidates.filter((node) => node.local === local)[Number(index) - 1];
    if (!at) return undefined;
  }
  return at;
}

/** Display and data that were equal before are equal afterwards. */
export function compareBindings(source: Package, result: Package, parts: readonly string[]): Violation[] {
  const after = bindings(result, parts);
  return bindings(source, parts).flatMap(({ shown, stored }, i) => {
    const now = after[i];
    if (stored === undefined || shown !== stored || now?.shown === now?.stored) return [];
    const detail = `shown "${excerpt(now?.shown ?? '')}", stored "${excerpt(now?.stored ?? '')}"`;
    return [{ rule: 'bound_data_differs', detail }];
  });
}
