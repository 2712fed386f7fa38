/**
 * Drops answers that arrive out of order. Call the result when a request is sent, and the function that it
 * returns when the answer arrives: false means that the answer to a later request is already shown.
 */
export function inOrder(): () => () => boolean {
  let asked = 0;
  let shown = 0;
  return () => {
    const own = ++asked;
    return () => {
      if (own < shown) return false;
      shown = own;
      return true;
    };
  };
}
