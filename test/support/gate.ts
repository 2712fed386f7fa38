/** Lets one part of a test wait until another says so: an event instead of a time. */
export interface Gate {
  /** Resolves once the gate is open. */
  readonly passed: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}
