import { describe, expect, it } from 'vitest';
import { devServerOf } from '../../electron/main/page-address.ts';

const named = (ELECTRON_RENDERER_URL: string) => ({ ELECTRON_RENDERER_URL });

describe("the dev server's page", () => {
  it('is shown in development', () => {
    expect(devServerOf(named('http://127.0.0.1:5173/'), false)).toBe('http://127.0.0.1:5173');
    expect(devServerOf(named('http://localhost:5173'), false)).toBe('http://localhost:5173');
    expect(devServerOf({}, false)).toBeUndefined();
  });

  it('is never shown by an installed program, whatever its environment says', () => {
    expect(devServerOf(named('http://127.0.0.1:5173'), true)).toBeUndefined();
  });

  it.each([
    'https://evil.example/',
    'http://10.0.0.1:5173',
    'http://localhost.evil.example',
    'file:///x',
    'nonsense',
  ])('is not taken from %s', (url) => {
    expect(devServerOf(named(url), false)).toBeUndefined();
  });
});
