import { defineStore } from 'pinia';
import { ref } from 'vue';
import { connectServer, leaveServer } from '../api/team-server.ts';
import { words } from '../i18n/words.ts';

/** The form that connects the app to a team's server, and back. The shell examines, stores and restarts. */
export const useTeamServer = defineStore('team-server', () => {
  const address = ref('');
  const key = ref('');
  /** The selected certificate file of an authority: its name is shown, its content sent. */
  const authority = ref<{ name: string; pem: string }>();
  /** A certificate that the user has to compare before anything is sent. */
  const unknown = ref<{ host: string; fingerprint: string }>();
  const isBusy = ref(false);
  const problem = ref('');

  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (isBusy.value) return undefined;
    isBusy.value = true;
    problem.value = '';
    try {
      return await work();
    } catch (error) {
      problem.value = words.sentence(error);
      return undefined;
    } finally {
      isBusy.value = false;
    }
  }

  /** @param fingerprint of the certificate that was compared. Resolves with whether the app restarts. */
  async function connect(fingerprint?: string): Promise<boolean> {
    const outcome = await run(() =>
      connectServer({ address: address.value, key: key.value, authority: authority.value?.pem, fingerprint }),
    );
    unknown.value = outcome?.outcome === 'unknown' ? outcome : undefined;
    if (outcome?.outcome === 'failed') problem.value = outcome.message;
    return outcome?.outcome === 'restarts';
  }

  async function leave(): Promise<void> {
    problem.value = (await run(leaveServer)) ?? problem.value;
  }

  async function chooseAuthority(file: File | undefined): Promise<void> {
    authority.value = file && { name: file.name, pem: await file.text() };
  }

  /** Nothing outlives the form, least of all the key. */
  function clear(): void {
    address.value = '';
    key.value = '';
    authority.value = undefined;
    unknown.value = undefined;
    problem.value = '';
  }

  return { address, key, authority, unknown, isBusy, problem, connect, leave, chooseAuthority, clear };
});
