/** Where the window was, in device-independent pixels. */
export interface WindowState {
  width: number;
  height: number;
  x?: number;
  y?: number;
  maximized?: boolean;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const LEAST = { width: 720, height: 480 } as const;
const FIRST: WindowState = { width: 1180, height: 800 };
/** How much of the title bar must be on a screen so that the window can be taken hold of. */
const GRIP = 80;

/**
 * The state that was kept, as far as it still fits: a window on a screen that has since been unplugged would open where
 * nobody sees it, so a place off every screen is forgotten and the size is cut to the largest screen.
 */
export function restoreWindowState(kept: string | undefined, screens: readonly Area[]): WindowState {
  const state = parse(kept);
  if (!state) return { ...FIRST };
  const most = {
    width: Math.max(LEAST.width, ...screens.map((screen) => screen.width)),
    height: Math.max(LEAST.height, ...screens.map((screen) => screen.height)),
  };
  const size = {
    width: clamp(state.width, LEAST.width, most.width),
    height: clamp(state.height, LEAST.height, most.height),
  };
  const { x, y } = state;
  const placed = x !== undefined && y !== undefined && screens.some((s) => holdsGrip(s, { x, y, ...size }));
  return { ...size, ...(placed ? { x, y } : {}), ...(state.maximized ? { maximized: true } : {}) };
}

function parse(kept: string | undefined): WindowState | undefined {
  if (kept === undefined) return undefined;
  try {
    const value = JSON.parse(kept) as Partial<Record<keyof WindowState, unknown>> | null;
    if (!isNumber(value?.width) || !isNumber(value.height)) return undefined;
    return {
      width: value.width,
      height: value.height,
      ...(isNumber(value.x) && isNumber(value.y) ? { x: value.x, y: value.y } : {}),
      ...(value.maximized === true ? { maximized: true } : {}),
    };
  } catch {
    return undefined;
  }
}

function holdsGrip(screen: Area, window: Area): boolean {
  const left = Math.max(screen.x, window.x);
  const right = Math.min(screen.x + screen.width, window.x + window.width);
  return right - left >= GRIP && window.y >= screen.y && window.y <= screen.y + screen.height - GRIP;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
