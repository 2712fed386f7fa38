/** The contract's only door: what the wire looks like, for every room and for the renderer. */
export * from './bridge.ts';
export * from './codes.ts';
export * from './glossary-heading.ts';
export * from './job.ts';
export * from './languages.ts';
export * from './limits.ts';
export * from './problem.ts';
export * from './requests.ts';
export * from './resources.ts';
export * from './route-spec.ts';
export * from './routes.ts';
export * from './settings.ts';
export * from './specifics.ts';
