/** The engine process: serve-engines.ts, loaded once signals can no longer end it. */

// Ctrl+C in a terminal reaches the whole process group. The parent decides: it asks, or disconnects.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const { serveEngines } = await import('./serve-engines.ts');
serveEngines();

export {};
