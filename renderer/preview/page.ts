import type { PreviewKind } from '../../service/contract/preview.ts';
import { PASSED_KEYS } from './messages.ts';
import type { FromFrame, PassedKey, ToFrame } from './messages.ts';
import type { Draw, Drawn } from './pages.ts';
import { cutTo, partAround } from './part.ts';
import { createPlaces } from './places.ts';
import type { Places } from './places.ts';
import { STYLE } from './style.ts';
import { dropMarks, takeOutMarks } from './walk.ts';

/** The frame in which a document is drawn. It has no key and no way to the service: all comes by messages. */

type Draws = ToFrame & { type: 'draw' };

/** All are in one file, which the frame's policy names; each is run with the first document of its kind. */
const RENDERERS: Record<PreviewKind, () => Promise<Draw>> = {
  docx: async () => (await import('./draw-docx.ts')).drawDocx,
  html: async () => (await import('./draw-html.ts')).drawHtml,
  markdown: async () => (await import('./draw-markdown.ts')).drawMarkdown,
  epub: async () => (await import('./draw-epub.ts')).drawEpub,
  cues: async () => (await import('./draw-cues.ts')).drawCues,
  odf: async () => (await import('./draw-odf.ts')).drawOdf,
  pptx: async () => (await import('./draw-pptx.ts')).drawPptx,
  xlsx: async () => (await import('./draw-sheets.ts')).drawSheets,
  text: async () => (await import('./draw-text.ts')).drawText,
};

let drawn: Drawn | undefined;
let places: Places | undefined;
let zoom = 1;
/** A later document replaces one that is still being drawn. */
let latest = 0;

function say(message: FromFrame): void {
  // The window checks that it comes from its frame; its origin cannot be named by a sandboxed one.
  window.parent.postMessage(message, '*');
}

async function draw(message: Draws): Promise<void> {
  const own = ++latest;
  const { kind, fileType, bytes, words, states, pieces, current, language, direction } = message;
  const render = await RENDERERS[kind]();
  const next = await render({ bytes, fileType, words });
  if (own !== latest) return next.drop?.();
  const all = takeOutMarks(next.root);
  const part = partAround(current ?? 0, states.length);
  const found = part ? cutTo(next.root, all, part) : all;
  dropMarks(next.root);
  const offset = places?.offset();
  next.root.classList.add('page-root');
  document.body.replaceChildren(next.root);
  drawn?.drop?.();
  drawn = next;
  document.documentElement.lang = language;
  next.root.dir = direction;
  places = createPlaces(found, { words, states, pieces });
  fit();
  places.setCurrent(current);
  if (offset !== undefined) places.scrollTo(offset);
  say({
    type: 'drawn',
    placed: [...new Set(all.map(({ segment }) => segment))],
    pages: next.pages ?? 0,
    boxes: next.boxes ?? 0,
    part,
  });
}

/** Pages of a fixed width are fitted to the frame; text that flows only grows. */
function fit(): void {
  if (!drawn) return;
  const room = document.documentElement.clientWidth - 32;
  const scale = drawn.width === undefined ? 1 : Math.min(1.5, room / drawn.width);
  drawn.root.style.setProperty('zoom', String(scale * zoom));
}

function listen({ data, source }: MessageEvent): void {
  if (source !== window.parent) return;
  const message = data as ToFrame;
  switch (message.type) {
    case 'draw':
      draw(message).catch(() => say({ type: 'failed' }));
      break;
    case 'states':
      for (const [segment, state] of message.states) places?.setState(segment, state);
      break;
    case 'change':
      for (const change of message.changes) places?.change(change);
      break;
    case 'current':
      places?.setCurrent(message.segment);
      break;
    case 'look':
      document.documentElement.toggleAttribute('data-dark', message.dark);
      document.documentElement.toggleAttribute('data-marks', message.marks);
      zoom = message.zoom;
      fit();
      break;
    case 'focus':
      window.focus();
      places?.focusable()?.focus();
      break;
  }
}

function segmentAt(target: EventTarget | null): number | undefined {
  const span = target instanceof Element ? target.closest<HTMLElement>('[data-segment]') : null;
  return span ? Number(span.dataset['segment']) : undefined;
}

function click(event: MouseEvent): void {
  // Nothing in a document has an effect of its own.
  event.preventDefault();
  event.stopPropagation();
  const segment = segmentAt(event.target);
  if (segment !== undefined) say({ type: 'click', segment });
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

function press(event: KeyboardEvent): void {
  const { key, target, shiftKey, altKey } = event;
  const held = event.ctrlKey || event.metaKey;
  const named = `${shiftKey && /^F\d/.test(key) ? 'shift+' : ''}${altKey ? 'alt+' : ''}${key}` as PassedKey;
  if (!held && PASSED_KEYS.includes(named)) {
    event.preventDefault();
    say({ type: 'key', key: named });
    return;
  }
  const by = held ? ({ '+': 1, '=': 1, '-': -1, '0': 0 } as const)[key] : undefined;
  if (by !== undefined) {
    event.preventDefault();
    say({ type: 'zoom', by });
    return;
  }
  if (held || altKey) return;
  const segment = segmentAt(target);
  if (key === 'Enter' && segment !== undefined) say({ type: 'click', segment });
  const step = key === 'Tab' ? (shiftKey ? -1 : 1) : STEPS[key];
  if (step === undefined) return;
  const before = document.activeElement;
  const next = places?.step(before, step);
  // At the ends Tab leaves the page.
  if (key === 'Tab' && next === before) return;
  event.preventDefault();
  next?.focus();
}

const style = document.createElement('style');
style.textContent = STYLE;
document.head.append(style);
window.addEventListener('message', listen);
window.addEventListener('click', click, { capture: true });
window.addEventListener('auxclick', (event) => event.preventDefault(), { capture: true });
window.addEventListener('submit', (event) => event.preventDefault(), { capture: true });
window.addEventListener('keydown', press);
window.addEventListener('resize', fit);
window.addEventListener('unhandledrejection', () => say({ type: 'failed' }));
say({ type: 'ready' });
