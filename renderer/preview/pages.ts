import type { PageWords } from './messages.ts';

/** A drawn document, not yet shown. */
export interface Drawn {
  readonly root: HTMLElement;
  /** Width of a page in CSS pixels, which is fitted to the frame; undefined where text flows. */
  readonly width?: number | undefined;
  /** Slides, sheets or chapters of the file itself. */
  readonly pages?: number;
  /** Charts and diagrams shown as boxes. */
  readonly boxes?: number;
  /** Frees what the page holds, such as addresses of pictures. */
  readonly drop?: () => void;
}

export interface Source {
  readonly bytes: ArrayBuffer;
  readonly fileType: string;
  readonly words: PageWords;
}

export type Draw = (source: Source) => Promise<Drawn> | Drawn;

export function textOf({ bytes }: Source): string {
  return new TextDecoder().decode(bytes);
}

/** An element with class and content. */
export function make(tag: string, className = '', ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}
