import { formatsOfExtension } from '../../contract/index.ts';

/** Extensions of unsupported formats: other content contradicts them. Ours are not included. */
const OTHER_FORMATS = new Set(
  (
    'docm dotx dotm doc dot xlsm xltx xltm xlsb xlam xls xlt xla ppt pptx pptm pps ppsx pot potx odt fodt fods fodp ott ods ots odp odg rtf pdf ' +
    'xml json jsonl yaml yml md markdown tex rst po pot xlf xliff sdlxliff tmx tbx srt vtt ass properties strings resx ini ' +
    'js ts css py java c h cpp cs php rb go rs sh bat ps1 sql eml mht ' +
    'png jpg jpeg gif bmp tif tiff webp svg ico heic mp3 mp4 wav avi mov zip rar 7z gz tar exe dll epub mobi pages numbers key'
  ).split(' '),
);

/** Lower case, without the dot; empty if the name has none. */
export function extensionOf(fileName: string | undefined): string {
  const name = (fileName ?? '').split(/[\\/]/).at(-1)!.trim();
  return /[^.].*\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

export function promisesOtherFormat(extension: string): boolean {
  return OTHER_FORMATS.has(extension) && formatsOfExtension(extension).length === 0;
}
