import { textOf } from './chips.ts';

/** Texts with codes on the clipboard, for this window: other programs get the readable text. */
const CODED = 'application/x-interlinear-coded';

/** Adds the codes of text that is copied, cut or dragged within a segment. Returns whether there are any. */
export function giveCodes(event: ClipboardEvent | DragEvent): boolean {
  const data = givenBy(event);
  const selected = selectedIn(event.currentTarget as Node)?.cloneContents();
  if (!data || !selected?.querySelector('[data-code]')) return false;
  data.setData(CODED, textOf(selected, true));
  data.setData('text/plain', String(document.getSelection()));
  // Otherwise the browser would copy in its own way; a drag would not start.
  if (event instanceof ClipboardEvent) event.preventDefault();
  return true;
}

/** The pasted or dropped text with codes; empty without any. */
export function codesGiven(event: ClipboardEvent | DragEvent): string {
  return givenBy(event)?.getData(CODED) ?? '';
}

/** The selection, if it is within one text. A triple click extends it to the beginning of the next. */
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
