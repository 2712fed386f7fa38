import { renderAsync } from 'docx-preview';
import JSZip from 'jszip';
import { disarm } from './disarm.ts';
import { make } from './pages.ts';
import type { Draw } from './pages.ts';

const OPTIONS = {
  className: 'docx',
  inWrapper: true,
  breakPages: true,
  renderHeaders: true,
  renderFooters: true,
  renderFootnotes: true,
  renderEndnotes: true,
  // HTML that a document carries along.
  renderAltChunks: false,
  renderComments: false,
  useBase64URL: false,
} as const;

/** A Word document, by docx-preview. Drawn shapes and charts are missing. */
export const drawDocx: Draw = async ({ bytes }) => {
  const root = make('main', 'pages');
  const styles = make('div');
  try {
    await renderAsync(bytes, root, styles, OPTIONS);
  } catch {
    // The library stops at drawings that it does not know: without them there is a page.
    root.replaceChildren();
    styles.replaceChildren();
    await renderAsync(await withoutDrawings(bytes), root, styles, OPTIONS);
  }
  root.prepend(...styles.childNodes);
  const addresses = Array.from(root.querySelectorAll('img'), ({ src }) => src);
  disarm(root);
  const [page] = root.querySelectorAll<HTMLElement>('section.docx');
  return {
    root,
    width: pixels(page?.style.width),
    drop: () => addresses.filter((one) => one.startsWith('blob:')).forEach((one) => URL.revokeObjectURL(one)),
  };
};

async function withoutDrawings(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const zip = await JSZip.loadAsync(bytes);
  for (const part of zip.file(/^word\/[^/]+\.xml$/)) {
    const text = await part.async('string');
    zip.file(part.name, text.replace(/<w:(drawing|pict|object)\b[^]*?<\/w:\1>/g, ''));
  }
  return zip.generateAsync({ type: 'arraybuffer' });
}

/** Word's measures are points, of which 72 are an inch as 96 CSS pixels are. */
function pixels(width = ''): number | undefined {
  const [, number, unit] = /^([\d.]+)(pt|px|in|cm|mm)$/.exec(width) ?? [];
  const scale = { pt: 96 / 72, px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 }[unit ?? ''];
  return scale === undefined ? undefined : Number(number) * scale;
}
