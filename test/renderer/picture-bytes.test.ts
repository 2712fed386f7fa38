import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { pictureBytes } from '../../renderer/lib/picture-bytes.ts';

it('the pictures of a package are counted as they are packed, and a file that is no package has none', async () => {
  const zip = new JSZip();
  zip.file('word/document.xml', 'x'.repeat(5_000));
  zip.file('word/media/image1.png', 'y'.repeat(2_000));
  zip.file('Pictures/1000.jpg', 'z'.repeat(1_000));
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'STORE' });
  expect(await pictureBytes(new Blob([new Uint8Array(bytes)]))).toBe(3_000);
  expect(await pictureBytes(new Blob(['Only a text.']))).toBe(0);
  expect(await pictureBytes(new Blob([new Uint8Array(bytes.slice(0, -30))]))).toBe(0);
});
