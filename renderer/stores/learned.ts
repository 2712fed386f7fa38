import { defineStore } from 'pinia';
import { changeCorrection } from '../api/corrections.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

/** The translator's verdicts on what the memory learned. */
export const useLearned = defineStore('learned', () => {
  const connection = useConnection();
  const { tell } = useToasts();

  /** Refuses a correction for good, or makes it without asking for more equal edits. `phrases`: for the message. */
  async function decide(
    id: string,
    state: 'refused' | 'always',
    phrases: { from: string; to: string },
  ): Promise<void> {
    try {
      await changeCorrection(id, state);
      tell(words.t(state === 'refused' ? 'learned.refused' : 'learned.kept', phrases));
    } catch (error) {
      connection.note(error);
      tell(words.sentence(error));
    }
  }

  return { decide };
});
