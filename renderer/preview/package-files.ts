import JSZip from 'jszip';

/** Types of the pictures that browsers draw from a package. SVG may refer to other files, so it is left out. */
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
};

/** The parts of a package. */
export interface PackageFiles {
  text(path: string): Promise<string | undefined>;
  xml(path: string): Promise<Document | undefined>;
  /** An address of a picture, for this page only; undefined if there is none that can be drawn. */
  picture(path: string): Promise<string | undefined>;
  /** Frees the pictures. */
  readonly drop: () => void;
}

export async function openPackage(bytes: ArrayBuffer): Promise<PackageFiles> {
  const zip = await JSZip.loadAsync(bytes);
  const pictures = new Map<string, string | undefined>();
  const text = async (path: string): Promise<string | undefined> => zip.file(path)?.async('string');
  return {
    text,
    async xml(path) {
      const source = await text(path);
      if (source === undefined) return undefined;
      const parsed = new DOMParser().parseFromString(source, 'application/xml');
      return parsed.querySelector('parsererror') ? undefined : parsed;
    },
    async picture(path) {
      if (pictures.has(path)) return pictures.get(path);
      const type = PICTURES[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
      const content = type === undefined ? undefined : await zip.file(path)?.async('arraybuffer');
      const hasContent = content !== undefined && content.byteLength > 0;
      const address = hasContent ? URL.createObjectURL(new Blob([content], { type: type! })) : undefined;
      pictures.set(path, address);
      return address;
    },
    drop: () => {
      for (const address of pictures.values()) if (address !== undefined) URL.revokeObjectURL(address);
    },
  };
}

/** A path of a package, from a reference in one of its parts. */
export function resolvePath(base: string, reference: string): string {
  const parts = reference.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const part of decode(reference.replace(/[?#].*$/s, '')).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
