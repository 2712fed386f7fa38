/** The anchors that a site generates from a file's headings, and which of them the translation changes. */
export interface Headings {
  /** `visible`: the heading's text with its codes; `raw`: as written; `written`: its last translation. */
  add(visible: string, raw: string, end: number, written: () => string | undefined): void;
  /** Headings whose anchor has changed, and that have no explicit one. */
  changed(): readonly { readonly anchor: string; readonly end: number }[];
}

const OWN_ANCHOR = /\{[^{}]*#[^{}]*\}|\sid\s*=|<a\s+name\s*=/;

export function headings(): Headings {
  const found: { anchor: string; end: number; isNamed: boolean; written: () => string | undefined }[] = [];
  const counts = new Map<string, number>();
  return {
    add(visible, raw, end, written) {
      const base = anchorOf(visible);
      const count = counts.get(base) ?? 0;
      counts.set(base, count + 1);
      const anchor = count === 0 ? base : `${base}-${count}`;
      found.push({ anchor, end, isNamed: OWN_ANCHOR.test(raw), written });
    },
    changed: () =>
      found.filter(({ anchor, isNamed, written }) => {
        const text = written();
        return !isNamed && text !== undefined && anchorOf(text) !== anchor;
      }),
  };
}

/** Anchors are generated as on GitHub and in most generators. */
function anchorOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The targets of links within the file. */
export function linkedAnchors(text: string): string[] {
  return Array.from(
    text.matchAll(/(?:\]\(\s{0,9}<?|\]:\s{1,9}<?|href=["'])#([^\s)>"'#]{1,300})/g),
    ([, anchor]) => decoded(anchor!).toLowerCase(),
  );
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
