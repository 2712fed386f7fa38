import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { i18n } from './i18n/index.ts';
import { useConnection } from './stores/connection.ts';
import { useSettings } from './stores/settings.ts';
import './ui/base.css';

const app = createApp(App);
app.use(createPinia());
app.use(i18n);
// Before the first paint, so that a chosen theme does not flash.
useSettings();
void useConnection().open();
app.mount('#app');
