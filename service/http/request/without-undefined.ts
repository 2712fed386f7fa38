type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** An object whose optional members are absent instead of undefined, as the ports require. */
export function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
