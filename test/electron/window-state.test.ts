import { describe, expect, it } from 'vitest';
import { shellWords } from '../../electron/main/language/words.ts';
import { closeQuestion } from '../../electron/main/windows/close-question.ts';
import { goneInWords, goneSentence } from '../../electron/main/windows/gone-in-words.ts';
import {
  haveMixedScales,
  keepWindowState,
  knownBounds,
  restoreWindowState,
} from '../../electron/main/windows/window-state.ts';
import type { Screen } from '../../electron/main/windows/window-state.ts';

const screenAt = (x: number, width: number, height: number, scaleFactor = 1): Screen => ({
  bounds: { x, y: 0, width, height },
  workArea: { x, y: 0, width, height: height - 40 },
  scaleFactor,
});
const DESK = screenAt(0, 1920, 1080);
const SECOND = screenAt(1920, 1280, 1024);
const LAPTOP = screenAt(0, 1440, 900, 2);
const left = (over: object) => ({
  x: 100,
  y: 50,
  width: 1000,
  height: 700,
  maximized: false,
  fullScreen: false,
  ...over,
});
/** As it comes back from the disk. */
const kept = (...args: Parameters<typeof keepWindowState>): unknown =>
  JSON.parse(JSON.stringify(keepWindowState(...args)));

describe('the window comes back', () => {
  it('where it was, also on a second screen', () => {
    const state = kept(undefined, left({ x: 2000 }), [DESK, SECOND]);
    expect(restoreWindowState(state, [SECOND, DESK])).toEqual(left({ x: 2000 }));
  });

  it('where it was on these screens, however it was left on others meanwhile', () => {
    const atDesk = kept(undefined, left({ x: 2000, maximized: true }), [DESK, SECOND]);
    const onTheTrain = kept(atDesk, left({ width: 800 }), [LAPTOP]);
    expect(restoreWindowState(onTheTrain, [DESK, SECOND])).toEqual(left({ x: 2000, maximized: true }));
    expect(restoreWindowState(onTheTrain, [LAPTOP])).toEqual(left({ width: 800 }));
  });

  it('in a place that can be seen when its screen has gone', () => {
    const state = kept(undefined, left({ x: 2000, maximized: true }), [DESK, SECOND]);
    const size = { width: 1000, height: 700, maximized: true, fullScreen: false };
    expect(restoreWindowState(state, [DESK])).toEqual(size);
  });

  it('where the system puts it, after a session on Wayland', () => {
    const wayland = { platform: 'linux', env: { XDG_SESSION_TYPE: 'wayland' } } as const;
    const { x: _x, y: _y, ...size } = left({});
    const state = kept(undefined, knownBounds(left({ x: 0, y: 0 }), wayland), [DESK]);
    expect(restoreWindowState(state, [DESK])).toEqual(size);
    for (const session of [
      { platform: 'linux', env: {} },
      { platform: 'win32', env: wayland.env },
    ] as const)
      expect(knownBounds(left({ x: 0, y: 0 }), session)).toMatchObject({ x: 0, y: 0 });
  });

  it('by its title bar when that alone hung over the edge', () => {
    const gone = { maximized: false, fullScreen: false, width: 1000, height: 700 };
    for (const place of [{ y: -30 }, { y: 1060 }, { x: 1890 }, { x: -950 }])
      expect(restoreWindowState(kept(undefined, left(place), [DESK]), [DESK])).toEqual(gone);
  });

  it('no larger than the screen it is on, and whole on it', () => {
    const state = kept(undefined, left({ x: 2000, width: 9000, height: 9000 }), [DESK, SECOND]);
    expect(restoreWindowState(state, [DESK, SECOND])).toMatchObject({
      x: 1920,
      y: 0,
      width: 1280,
      height: 984,
    });
  });

  it('no smaller than it can be used', () => {
    const state = kept(undefined, left({ width: 100, height: 90 }), [DESK]);
    expect(restoreWindowState(state, [DESK])).toMatchObject({ width: 720, height: 480 });
  });

  it('where it was after the scale of its screen was changed, in that scale’s pixels', () => {
    const state = kept(undefined, left({ width: 1900, height: 1000 }), [DESK]);
    const scaled = screenAt(0, 1280, 720, 1.5);
    expect(restoreWindowState(state, [scaled])).toMatchObject({ width: 1280, height: 680, x: 0, y: 0 });
  });

  it('as it was on each of the eight arrangements of screens that were used last', () => {
    let states: unknown;
    for (let index = 0; index < 20; index += 1)
      states = kept(states, left({ x: index * 10 }), [screenAt(index, 1920, 1080)]);
    expect(states).toHaveLength(8);
  });

  it.each([undefined, null, '', 7, [], {}, [{ screens: 1 }], [{ ...left({}), screens: 'x', width: NaN }]])(
    'in its first size from %j',
    (value) => {
      const first = { width: 1180, height: 800, maximized: false, fullScreen: false };
      expect(restoreWindowState(value, [DESK])).toEqual(first);
    },
  );
});

describe('screens of several scales', () => {
  it('are distinguished from those of one', () => {
    expect(haveMixedScales([DESK, LAPTOP])).toBe(true);
    expect(haveMixedScales([DESK, SECOND])).toBe(false);
  });
});

describe('ending while jobs run', () => {
  const english = shellWords('en');
  it('is asked about with their number', () => {
    const asked = (runningJobs: number, unsentFiles = 0) =>
      closeQuestion(english, 'Interlinear', { runningJobs, unsentFiles })?.message;
    expect(asked(0)).toBeUndefined();
    expect(asked(1)).toBe('1 job is still running.');
    expect(asked(3)).toBe('3 jobs are still running.');
    expect(asked(0, 2)).toBe('2 files have not been sent yet.');
    expect(asked(3, 1)).toBe('1 file has not been sent yet. 3 jobs are still running.');
  });

  it('says of files that are not sent that they are lost, and of jobs that they are not', () => {
    const asked = closeQuestion(english, 'Interlinear', { runningJobs: 1, unsentFiles: 1 });
    expect(asked?.detail).toBe(
      'Files that are not sent have to be dropped again. Running jobs go on from where they are when Interlinear is started again.',
    );
  });
});

describe('a process that is gone', () => {
  it('leaves its reason in words, also one that is not known yet', () => {
    expect(goneInWords('oom')).toBe('ran out of memory');
    expect(goneInWords('crashed')).toBe('has crashed');
    expect(goneInWords('eaten')).toBe('is gone (eaten)');
    expect(goneSentence(shellWords('en'), 'eaten')).toBe('Its process is gone (eaten).');
    expect(goneSentence(shellWords('es'), 'oom')).toBe('Su proceso se quedó sin memoria.');
  });
});
