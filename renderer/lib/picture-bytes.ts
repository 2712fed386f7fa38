import { zipEntries } from './workbook/zip.ts';

const PICTURE = /(?:^|\/)(?:media|Pictures)\/|\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|svg|webp)$/i;

/**
 * How many bytes of a package, such as a Word document, are pictures and other media; 0 for other or damaged
 * files.
 */
export async function pictureBytes(file: Blob): Promise<number> {
  try {
    let sum = 0;
    for (const [name, { compressedBytes }] of await zipEntries(file))
      if (PICTURE.test(name)) sum += compressedBytes;
    return Math.min(sum, file.size);
  } catch {
    return 0;
  }
}
