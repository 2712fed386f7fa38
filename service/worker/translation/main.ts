/**
 * The translation process: serve-translation.ts. A document process, itself a process and a thread in it,
 * takes as long to start as the rest takes to load: it starts first, beside it.
 */
import { builtFile } from '../../lib/built-file.ts';
import { startDocumentProcess } from '../document/document-runner.ts';

// Ctrl+C in a terminal reaches the whole process group. The parent decides: it asks, or hangs up.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const first = startDocumentProcess(builtFile('document-process.js'));
const { serveTranslation } = await import('./serve-translation.ts');
serveTranslation(first);
