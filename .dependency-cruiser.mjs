/** Who may import whom. Each message says what to do instead. ARCHITECTURE.md tells why. */
const room = (...names) => `^service/(${names.join('|')})/`;
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycles',
      {},
      { circular: true },
      'Move what both need into a third file, or invert one import.',
    ),
    forbid(
      'service-stays-plain-node',
      { path: '^service/' },
      { path: '^(electron|renderer)/|node_modules/(electron|vite|electron-vite|vue|pinia)/' },
      'The service runs headless. Pass what it needs from the shell through createService(config, …).',
    ),
    forbid(
      'renderer-knows-only-the-contract',
      { path: '^renderer/' },
      { path: '^(service|electron)/', pathNot: '^service/contract/' },
      'The window is a client of /v1: import types from service/contract and ask over HTTP.',
    ),
    forbid(
      'contract-is-a-leaf',
      { path: room('contract') },
      { path: '^(service|electron|renderer)/', pathNot: '^service/contract/' },
      'The contract imports nothing of ours. Move the helper into the room that uses it.',
    ),
    forbid(
      'contract-by-its-door',
      { path: '^(service|electron|renderer)/', pathNot: '^service/contract/' },
      { path: '^service/contract/', pathNot: '^service/contract/(index|limits|openapi)\\.ts$' },
      "Import from 'contract/index.ts'. The window takes numbers from 'contract/limits.ts', which brings no schemas along.",
    ),
    forbid(
      'lib-is-a-leaf',
      { path: room('lib') },
      { path: '^(service|electron|renderer)/', pathNot: '^service/(lib|contract)/' },
      'lib/ holds helpers that every room may use. Pass what it needs of yours as an argument.',
    ),
    forbid(
      'text-is-pure',
      { path: room('text') },
      { path: '^service/', pathNot: '^service/(text|contract)/' },
      'text/ holds pure functions over segments. Do I/O and engine calls in worker/.',
    ),
    forbid(
      'documents-know-no-engines',
      { path: room('documents') },
      { path: room('engines', 'store', 'http', 'jobs', 'accounts', 'worker', 'cli') },
      'A filter turns bytes into segments and back. Let worker/ join filters and engines.',
    ),
    forbid(
      'filters-stay-apart',
      { path: '^service/documents/(text|csv|docx|xlsx)/' },
      {
        path: '^service/documents/(text|csv|docx|xlsx|detect)/|^service/documents/filters\\.ts$',
        pathNot: '^service/documents/$1/',
      },
      'A filter knows no other format. Move what two need down: shared/ for all, ooxml/ or encodings/ for some.',
    ),
    forbid(
      'texts-are-no-packages',
      { path: '^service/documents/(text|csv|encodings)/' },
      { path: '^service/documents/ooxml/' },
      'TXT and CSV are bytes in an encoding: they stand on encodings/, not on ooxml/.',
    ),
    forbid(
      'bases-know-no-filters',
      { path: '^service/documents/(ooxml|encodings)/' },
      { path: '^service/documents/', pathNot: '^service/documents/($1|shared)/' },
      'ooxml/ and encodings/ stand on shared/ only; the filters stand on them.',
    ),
    forbid(
      'shared-is-below-all-formats',
      { path: '^service/documents/shared/' },
      { path: '^service/documents/', pathNot: '^service/documents/shared/' },
      'shared/ holds what every format needs. Move the helper into the room of its format.',
    ),
    forbid(
      'engines-know-no-documents',
      { path: room('engines') },
      { path: room('documents', 'store', 'http', 'jobs', 'accounts', 'worker', 'cli') },
      'An engine translates coded texts. Let worker/ join filters and engines.',
    ),
    forbid(
      'jobs-through-ports',
      { path: room('jobs') },
      { path: room('http', 'cli', 'documents', 'engines') },
      'Jobs talk to the translation process through worker/port.ts.',
    ),
    forbid(
      'jobs-see-ports-only',
      { path: room('jobs') },
      { path: room('worker', 'store'), pathNot: '^service/(worker|store)/port\\.ts$' },
      'Take a JobStore and a TranslationPort as arguments; service.ts passes the real ones.',
    ),
    forbid(
      'store-knows-no-jobs',
      { path: room('store') },
      { path: room('jobs', 'accounts', 'http', 'worker', 'documents', 'engines', 'text', 'cli') },
      'The store keeps records. Rules about them live in jobs/ and accounts/.',
    ),
    forbid(
      'http-through-services',
      { path: room('http') },
      {
        path: room('store', 'worker', 'documents', 'engines', 'cli'),
        pathNot: '^service/(worker|store)/port\\.ts$',
      },
      'Handlers call jobs and accounts; ask service.ts to pass in anything else.',
    ),
    forbid(
      'only-roots-compose',
      { path: '^service/', pathNot: '^service/(service\\.ts|cli/)' },
      { path: '^service/(service\\.ts|cli/)' },
      'Only service.ts, cli/ and electron/main compose. Take what you need as an argument.',
    ),
    forbid(
      'electron-by-the-root',
      { path: '^electron/' },
      { path: '^service/', pathNot: '^service/(service|config)\\.ts$|^service/contract/' },
      'The shell starts the service through createService; it has no other door.',
    ),
    forbid(
      'no-orphans',
      { orphan: true, pathNot: '\\.d\\.ts$|^electron/preload/' },
      {},
      'Nothing imports this file: delete it, or import it.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
