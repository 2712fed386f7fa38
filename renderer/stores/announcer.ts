import { defineStore } from 'pinia';
import { ref } from 'vue';

/**
 * The text of the live region. Messages of one tick are joined, so that ten finished files are one
 * announcement; equal ones are said once.
 */
export const useAnnouncer = defineStore('announcer', () => {
  const message = ref('');
  let waiting: string[] = [];

  function say(text: string): void {
    waiting.push(text);
    if (waiting.length > 1) return;
    setTimeout(() => {
      // A screen reader stays silent if the text does not change, so an equal message gets an invisible
      // difference.
      const next = [...new Set(waiting)].join(' ');
      message.value = next === message.value ? `${next}\u00a0` : next;
      waiting = [];
    }, 100);
  }

  return { message, say };
});
