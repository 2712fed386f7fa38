import { parseXml } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { XLIFF_NAMES } from './names.ts';

/** Trados Studio's marks around tracked changes and commented words. */
const REVISION = /^x-sdl-(?:added|deleted|comment)$/;

/** Whether tracked changes or comments mark words of a source or target. */
export function hasRevisions(node: XmlNode): boolean {
  return node.children.some((inner) => isRevision(inner) || hasRevisions(inner));
}

/** The element as it reads when all tracked changes are accepted, with its text. */
export function withoutRevisions(text: string, node: XmlNode): { text: string; node: XmlNode } {
  const inner = accepted(text, node);
  const whole = `<source xmlns:sdl="${SDL}">${inner}</source>`;
  return {
    text: whole,
    node: parseXml(whole, 'XLIFF', { names: XLIFF_NAMES, allowDoctype: false, textOf: new Set() }),
  };
}

const SDL = 'http://sdl.com/FileTypes/SdlXliff/1.0';

/** Start tags of the comments in a target, outermost first: a new translation stands within them. */
export function commentTags(text: string, node: XmlNode | undefined): string[] {
  return (node?.children ?? []).flatMap((inner) => [
    ...(inner.name === 'mrk' && inner.attributes['mtype'] === 'x-sdl-comment'
      ? [text.slice(inner.start, inner.contentStart).replace(/\s*\/>$/, '>')]
      : []),
    ...commentTags(text, inner),
  ]);
}

/** Whether tracked changes, not mere comments, mark words. */
export function hasTrackedChanges(node: XmlNode | undefined): boolean {
  return (node?.children ?? []).some(
    (inner) =>
      (isRevision(inner) && inner.attributes['mtype'] !== 'x-sdl-comment') || hasTrackedChanges(inner),
  );
}

function isRevision({ name, attributes }: XmlNode): boolean {
  return name === 'mrk' && REVISION.test(attributes['mtype'] ?? '');
}

function accepted(text: string, { contentStart, contentEnd, children }: XmlNode): string {
  let written = '';
  let at = contentStart;
  for (const inner of children) {
    written += text.slice(at, inner.start);
    if (!isRevision(inner))
      written +=
        text.slice(inner.start, inner.contentStart) +
        accepted(text, inner) +
        text.slice(inner.contentEnd, inner.end);
    else if (inner.attributes['mtype'] !== 'x-sdl-deleted') written += accepted(text, inner);
    at = inner.end;
  }
  return written + text.slice(at, contentEnd);
}
