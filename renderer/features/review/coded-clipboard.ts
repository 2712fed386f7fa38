import { textOf } from './chips.ts';

/** Texts with codes on the clipboard, for this window: other programs are given what people read. */
const CODED = 'application/x-interlinear-coded';

/** Adds the codes to text that is copied, cut or dragged within a segment. Returns whether it has any. */
export function giveCodes(event: ClipboardEvent | DragEvent): boolean {
  const data = givenBy(event);
  const selected = selectedIn(event.currentTarget as Node)?.cloneContents();
  if (!data || !selected?.querySelector('[data-code]')) return false;
  data.setData(CODED, textOf(selected, true));
  data.setData('text/plain', String(document.getSelection()));
  // Or the browser would copy in its own way; a drag would not begin.
  if (event instanceof ClipboardEvent) event.preventDefault();
  return true;
}

/** The text with codes that is pasted or dropped; an empty one if there are none. */
export function codesGiven(event: ClipboardEvent | DragEvent): string {
  return givenBy(event)?.getData(CODED) ?? '';
}

/** The selection, if it is within one text. A triple click selects up to the beginning of the next. */
function selectedIn(text: Node): Range | undefined {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  if (text.contains(range.commonAncestorContainer)) return range;
  range.setEnd(text, text.childNodes.length);
  return String(range).trim() === String(selection).trim() ? range : undefined;
}

function givenBy(event: ClipboardEvent | DragEvent): DataTransfer | null {
  return event instanceof ClipboardEvent ? event.clipboardData : event.dataTransfer;
}
