import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { listTerms } from '../api/examine.ts';
import { words } from '../i18n/words.ts';
import type { UploadEntry } from '../store-parts/upload-entry.ts';
import { useCatalog } from './catalog.ts';
import { useConnection } from './connection.ts';
import { useUploads } from './uploads.ts';

interface SettledTerm {
  readonly term: string;
  translation: string;
  readonly times: number;
  isKept: boolean;
}

/** The names and terms of a document that waits, listed by a language model and settled before it is sent. */
export const useFirstPass = defineStore('first-pass', () => {
  const catalog = useCatalog();
  const connection = useConnection();
  const uploads = useUploads();
  const entry = shallowRef<UploadEntry>();
  const terms = shallowRef<readonly SettledTerm[]>([]);
  const state = shallowRef<'asking' | 'listed' | 'failed'>('asking');
  const problem = shallowRef('');
  /** Of the document's text, from 0 to 1. */
  const readShare = shallowRef(1);
  let asking: AbortController | undefined;

  const kept = computed(() =>
    terms.value.filter(({ isKept, translation }) => isKept && translation.trim() !== ''),
  );

  /** Whether the engine that a file would go to can list its terms. */
  function isPossibleFor({ request }: UploadEntry): boolean {
    const { from, to, engine = '' } = request;
    return catalog.engineFor(from, to, engine)?.capabilities.terms === true;
  }

  async function ask(upload: UploadEntry): Promise<void> {
    close();
    const { signal } = (asking = new AbortController());
    entry.value = upload;
    terms.value = [];
    state.value = 'asking';
    try {
      const listed = await listTerms(upload.file, upload.request, signal);
      terms.value = listed.terms.map(({ term, translation, times }) => ({
        ...{ term, translation, times, isKept: true },
      }));
      readShare.value = listed.chars === 0 ? 1 : listed.read_chars / listed.chars;
      state.value = 'listed';
    } catch (error) {
      if (signal.aborted) return;
      connection.note(error);
      problem.value = words.sentence(error);
      state.value = 'failed';
    }
  }

  function change(index: number, change: Partial<Pick<SettledTerm, 'translation' | 'isKept'>>): void {
    terms.value = terms.value.map((one, n) => (n === index ? { ...one, ...change } : one));
  }

  /** Sends the document with the terms that are kept. */
  function settle(): void {
    const upload = entry.value;
    if (!upload) return;
    const settled = kept.value.map(({ term, translation }) => ({ term, translation: translation.trim() }));
    if (settled.length > 0) upload.request = { ...upload.request, terms: settled };
    uploads.release([upload]);
  }

  /** Stops asking. */
  function close(): void {
    asking?.abort();
    asking = undefined;
    entry.value = undefined;
  }

  return { entry, terms, state, problem, readShare, kept, isPossibleFor, ask, change, settle, close };
});
