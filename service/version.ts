import { version } from '../package.json';

/** The product's version, as health, endpoint.json and the window show it. */
export const VERSION: string = version;
