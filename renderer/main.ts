import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { i18n } from './i18n/index.ts';
import { paintTheme, readTheme } from './lib/first-theme.ts';
import { useConnection } from './stores/connection.ts';
import { useKept } from './stores/kept.ts';
import { useServiceSettings } from './stores/service-settings.ts';
import { useSettings } from './stores/settings.ts';
import './ui/base.css';

/** The longest time an empty window waits for the service before it says so, in ms. */
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
  // Before any store begins with what it does not know yet.
  await useKept().open();
  // The language is one of them: the first words are the right ones.
  await service.loaded();
  await useSettings().languageShown;
  useKept().tellDamaged();
  clearTimeout(waiting);
  app.mount('#app');
}

/** A window that cannot begin without its service says so; the language is not known yet. */
function sayLost(): void {
  const notice = document.createElement('p');
  notice.className = 'empty-state hint';
  notice.setAttribute('role', 'status');
  notice.textContent = i18n.global.t('lost.text');
  document.querySelector('#app')?.replaceChildren(notice);
}
