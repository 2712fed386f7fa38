import { z } from 'zod';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A display; all in device-independent pixels. */
export interface Screen {
  bounds: Area;
  /** Without task bar, dock and menu bar. */
  workArea: Area;
  scaleFactor: number;
}

/** The place and size of a new window. Without a place the system chooses one. */
export interface WindowState {
  width: number;
  height: number;
  x?: number;
  y?: number;
  maximized: boolean;
  fullScreen: boolean;
}

/** The window's last size, and its place if the system reports it. */
export type LeftState = Omit<WindowState, 'x' | 'y'> & Partial<Pick<Area, 'x' | 'y'>>;

export const MIN_SIZE = { width: 720, height: 480 } as const;
const FIRST = { width: 1180, height: 800, maximized: false, fullScreen: false } as const;
/** How much of the title bar must be on a screen so that the window can be dragged. */
const GRIP = 80;
/** Desk, train, meeting room: arrangements of displays that are remembered. */
const MAX_ARRANGEMENTS = 8;

const pixels = z.number().int().min(-1_000_000).max(1_000_000);
const keptSchema = z.array(
  z.object({
    screens: z.string(),
    x: pixels.optional(),
    y: pixels.optional(),
    width: pixels.positive(),
    height: pixels.positive(),
    maximized: z.boolean(),
    fullScreen: z.boolean(),
  }),
);
/** A state for each arrangement of displays, most recently used first. */
export type KeptStates = z.infer<typeof keptSchema>;

/**
 * The state stored for these screens, else the last one, as far as it fits: the size is reduced to its
 * screen, and a place is dropped if the window could not be dragged there, such as on a screen that has since
 * been unplugged.
 */
export function restoreWindowState(kept: unknown, screens: readonly Screen[]): WindowState {
  const states = readStates(kept);
  const state = states.find((one) => one.screens === arrangementOf(screens)) ?? states[0];
  if (!state) return { ...FIRST };
  const { x, y } = state;
  const place = x === undefined || y === undefined ? undefined : { ...state, x, y };
  const screen = place && screenOf(place, screens);
  const { width: mostWidth, height: mostHeight } = (screen ?? screens[0])?.workArea ?? FIRST;
  const size = {
    width: clamp(state.width, MIN_SIZE.width, mostWidth),
    height: clamp(state.height, MIN_SIZE.height, mostHeight),
  };
  const { maximized, fullScreen } = state;
  const at = screen ? placeOn(screen.workArea, { ...size, x: place.x, y: place.y }) : {};
  return { ...size, ...at, maximized, fullScreen };
}

/**
 * The window's bounds, as far as they are known. On Wayland a program cannot learn the place of its windows:
 * Electron always reports 0, 0. https://github.com/electron/electron/issues/40886
 */
export function knownBounds<B extends Area>(
  bounds: B,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): Omit<B, 'x' | 'y'> & Partial<Pick<B, 'x' | 'y'>> {
  const isWayland =
    platform === 'linux' && (env['XDG_SESSION_TYPE'] === 'wayland' || !!env['WAYLAND_DISPLAY']);
  if (!isWayland || bounds.x !== 0 || bounds.y !== 0) return bounds;
  const { x: _x, y: _y, ...size } = bounds;
  return size;
}

/** The states to store when a window is closed on these screens. */
export function keepWindowState(kept: unknown, left: LeftState, screens: readonly Screen[]): KeptStates {
  const arrangement = arrangementOf(screens);
  const others = readStates(kept).filter((one) => one.screens !== arrangement);
  const { x, y, width, height, maximized, fullScreen } = left;
  const place = x === undefined || y === undefined ? {} : { x: Math.round(x), y: Math.round(y) };
  const rounded = {
    ...place,
    width: Math.round(width),
    height: Math.round(height),
  };
  return [{ screens: arrangement, ...rounded, maximized, fullScreen }, ...others].slice(0, MAX_ARRANGEMENTS);
}

/** Whether screens differ in scale, which Electron ignores for a new window's size. */
export function haveMixedScales(screens: readonly Screen[]): boolean {
  return new Set(screens.map(({ scaleFactor }) => scaleFactor)).size > 1;
}

function readStates(kept: unknown): KeptStates {
  const read = keptSchema.safeParse(kept);
  return read.success ? read.data : [];
}

/** By place, size and scale: on some systems a display's id changes with a restart. */
function arrangementOf(screens: readonly Screen[]): string {
  return screens
    .map(({ bounds: { x, y, width, height }, scaleFactor }) => `${x},${y},${width}x${height}@${scaleFactor}`)
    .sort()
    .join(' ');
}

/** The screen with most of the window, if the window can be dragged there. */
function screenOf(window: Area, screens: readonly Screen[]): Screen | undefined {
  const holding = screens.filter(({ workArea }) => holdsGrip(workArea, window));
  return holding.sort((one, other) => overlap(other.workArea, window) - overlap(one.workArea, window))[0];
}

function holdsGrip(area: Area, window: Area): boolean {
  return (
    overlapOf(area.x, area.width, window.x, window.width) >= GRIP &&
    window.y >= area.y &&
    window.y <= area.y + area.height - GRIP
  );
}

/** A window reduced to its screen is placed on it whole; any other keeps its place. */
function placeOn(area: Area, window: Area): { x: number; y: number } {
  const isAsWide = window.width >= area.width;
  const isAsHigh = window.height >= area.height;
  return { x: isAsWide ? area.x : window.x, y: isAsHigh ? area.y : window.y };
}

function overlap(one: Area, other: Area): number {
  return (
    overlapOf(one.x, one.width, other.x, other.width) * overlapOf(one.y, one.height, other.y, other.height)
  );
}

function overlapOf(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}
