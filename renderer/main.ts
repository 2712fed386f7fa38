import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { i18n } from './i18n/index.ts';
import { paintTheme, readTheme } from './lib/first-theme.ts';
import { useClients } from './stores/clients.ts';
import { useConnection } from './stores/connection.ts';
import { useKept } from './stores/kept.ts';
import { useServiceSettings } from './stores/service-settings.ts';
import { useSettings } from './stores/settings.ts';
import './ui/base.css';

/** Milliseconds that an empty window waits for the service before reporting the delay. */
const SILENT_MS = 3_000;

// Before the first paint, so that a chosen theme does not flash.
paintTheme(readTheme().theme);
void open();

async function open(): Promise<void> {
  const app = createApp(App);
  app.use(createPinia());
  app.use(i18n);
  const waiting = setTimeout(sayLost, SILENT_MS);
  await useConnection().open();
  const service = useServiceSettings();
  // Before any store uses kept data.
  await useKept().open();
  // Whose work the stores read.
  if (useConnection().state === 'ready') await useClients().opened;
  // These include the language, so that the first words are in the right one.
  await service.loaded();
  await useSettings().languageShown;
  useKept().tellDamaged();
  clearTimeout(waiting);
  app.mount('#app');
}

/** Reports that the window cannot start without its service; the language is not known yet. */
function sayLost(): void {
  const notice = document.createElement('p');
  notice.className = 'no-service hint';
  notice.setAttribute('role', 'status');
  notice.textContent = i18n.global.t('lost.text');
  document.querySelector('#app')?.replaceChildren(notice);
}
