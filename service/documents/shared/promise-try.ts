/** `Promise.try`, which Node 20 lacks: a throw becomes a rejection. */
export function promiseTry<Value>(work: () => Value | Promise<Value>): Promise<Value> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
