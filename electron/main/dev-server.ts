import { app } from 'electron';
import { devServerOf } from './page-address.ts';

/** The origin that `npm run dev` serves the window from; otherwise undefined. */
export function devServer(): string | undefined {
  return devServerOf(process.env, app.isPackaged);
}
