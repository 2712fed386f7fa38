import { version } from '../package.json';

/** The product's version, for health, endpoint.json and the window. */
export const VERSION: string = version;
