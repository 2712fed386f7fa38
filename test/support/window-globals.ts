import { vi } from 'vitest';

/** As much of a browser's window as the stores ask for. Undone by `vi.unstubAllGlobals()`. */
export function stubWindow(): void {
  stubLocalStorage();
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined });
}

/** A browser's: its items are its own enumerable members, its methods are not. */
export function stubLocalStorage(): void {
  const items = new Map<string, string>();
  const methods = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  const storage = new Proxy(methods, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, name) => ({
      value: items.get(String(name)),
      enumerable: true,
      configurable: true,
    }),
  });
  vi.stubGlobal('localStorage', storage);
}
