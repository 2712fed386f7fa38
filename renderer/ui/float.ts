/**
 * Places a floating element (shown by the popover API, so nothing clips it) under its anchor: above it if
 * there is no room below, and never beyond the window. `align`: the inline edge they share.
 */
export function placeFloat(float: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const gap = 4;
  const margin = 8;
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - gap - margin;
  const above = box.top - gap - margin;
  const rtl = getComputedStyle(anchor).direction === 'rtl';
  const size = float.getBoundingClientRect();
  const left = (align === 'start') === rtl ? box.right - size.width : box.left;
  const up = size.height > below && above > below;
  float.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - size.width - margin))}px`;
  float.style.top = up ? 'auto' : `${box.bottom + gap}px`;
  float.style.bottom = up ? `${window.innerHeight - box.top + gap}px` : 'auto';
  float.style.maxHeight = `${Math.min(360, up ? above : below)}px`;
}
