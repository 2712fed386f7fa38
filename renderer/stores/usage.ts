import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { UsageResource } from '../../service/contract/index.ts';
import { readUsage } from '../api/catalog.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

/** The account's usage to date, and the rest of its quota. */
export const useUsage = defineStore('usage', () => {
  const connection = useConnection();
  const usage = ref<UsageResource>();
  const problem = ref('');

  async function load(): Promise<void> {
    problem.value = '';
    try {
      usage.value = await readUsage();
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
    }
  }

  return { usage, problem, load };
});
