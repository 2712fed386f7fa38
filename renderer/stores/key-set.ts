import { defineStore } from 'pinia';
import { KEY_SET_IDS, KEY_SETS } from '../lib/key-sets.ts';
import type { CommandId, KeySetId } from '../lib/key-sets.ts';
import { remembered } from '../lib/remembered.ts';

/** The keys that the user has chosen for Review. */
export const useKeySet = defineStore('key-set', () => {
  const chosen = remembered<KeySetId>('key-set', 'own', (value): value is KeySetId =>
    KEY_SET_IDS.some((id) => id === value),
  );
  const keyFor = (command: CommandId): string => KEY_SETS[chosen.value].keys[command];
  return { chosen, keyFor };
});

/** Names of programs, the same in all languages. */
export const KEY_SET_NAMES: Readonly<Record<KeySetId, string>> = {
  own: 'Interlinear',
  trados: 'Trados Studio',
  memoq: 'memoQ',
  omegat: 'OmegaT',
};
