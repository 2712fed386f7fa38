import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { declared } from './stand-in/declared.ts';
import { emit, strict } from './stand-in/strict.ts';

describe('the stand-in for Electron', () => {
  it('knows the declarations of electron.d.ts, inherited members included', () => {
    const { members, events } = declared('BrowserWindow');
    for (const member of ['setProgressBar', 'getAllWindows', 'webContents', 'isDestroyed'])
      expect(members).toContain(member);
    for (const event of ['ready-to-show', 'session-end', 'closed']) expect(events).toContain(event);
    expect(declared('App').events).toContain('second-instance');
    expect(() => declared('Nonsense')).toThrow('declares no Nonsense');
  });

  it('may not offer a member that Electron does not have', () => {
    expect(() => strict('Shell', { openEverything: () => true })).toThrow('has no "openEverything"');
    class Power extends EventEmitter {
      isOnFire() {
        return false;
      }
    }
    expect(() => strict('PowerMonitor', new Power())).toThrow('has no "isOnFire"');
  });

  it('fails on a member that it lacks, rather than being undefined', () => {
    const shell = strict<Record<string, unknown>>('Shell', { beep: () => undefined });
    expect(() => shell['trashItem']).toThrow('has no "trashItem"');
    expect(() => (shell['trashItem'] = 1)).toThrow('has no "trashItem"');
  });

  it('fails on an event that Electron does not have, listened to or emitted', () => {
    const power = strict('PowerMonitor', new EventEmitter());
    expect(() => power.on('sunset', () => undefined)).toThrow('no event "sunset"');
    expect(() => power.on('suspend', () => undefined)).not.toThrow();
    expect(() => emit('PowerMonitor', power, 'sunset')).toThrow('no event "sunset"');
  });
});
