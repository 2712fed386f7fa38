/** What throws becomes a rejection, as callers of a promise expect of work that happens to be done at once. */
export function settle<Value>(work: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
