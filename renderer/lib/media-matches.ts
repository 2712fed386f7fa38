import { ref } from 'vue';
import type { Ref } from 'vue';

const known = new Map<string, Ref<boolean>>();

/** Whether a media query matches, now and after each change of the window. */
export function mediaMatches(query: string): Readonly<Ref<boolean>> {
  const earlier = known.get(query);
  if (earlier) return earlier;
  const media = window.matchMedia(query);
  const matches = ref(media.matches);
  media.addEventListener('change', () => (matches.value = media.matches));
  known.set(query, matches);
  return matches;
}
