/**
 * `Promise.try`, which Node 20 lacks: the result of the work as a promise, and what it throws as a rejection.
 */
export function promiseTry<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
