// @ts-check
// Anchors in Markdown pages.

/** The anchor that GitHub gives a heading. @param {string} heading */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}
