/**
 * Drops answers that arrive out of order. Call the result when sending a request, and the function it returns
 * when the answer arrives: false means that a later request's answer is already shown.
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
