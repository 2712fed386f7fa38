import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import { fetchPage } from '../api/preview.ts';
import type { PagePicture } from '../api/preview.ts';
import { words } from '../i18n/words.ts';
import { useReview } from './review.ts';

/** Pixels: sharp on a wide pane. */
const WIDTH = 1_400;

/** The picture of the page of the PDF that a segment comes from. */
export const usePagePicture = defineStore('pagePicture', () => {
  const review = useReview();
  const shown = shallowRef<PagePicture>();
  /** An object URL; undefined without a picture. */
  const address = ref<string>();
  /** Why there is none. */
  const refusal = ref('');
  let reading: AbortController | undefined;

  /** Resolves once it is shown; false if another one was asked for meanwhile, or it cannot be had. */
  async function load(segment: number): Promise<boolean> {
    reading?.abort();
    const { job } = review;
    if (!job || segment < 0) return false;
    const { signal } = (reading = new AbortController());
    try {
      const found = await fetchPage(job, { segment, width: WIDTH, known: shown.value?.etag }, signal);
      if (found.picture) {
        release();
        address.value = URL.createObjectURL(found.picture);
      }
      shown.value = found;
      refusal.value = '';
      return true;
    } catch (error) {
      if (!signal.aborted) refusal.value = words.sentence(error);
      return false;
    }
  }

  function release(): void {
    if (address.value !== undefined) URL.revokeObjectURL(address.value);
    address.value = undefined;
  }

  function close(): void {
    reading?.abort();
    release();
    shown.value = undefined;
    refusal.value = '';
  }

  return { shown, address, refusal, load, close };
});
