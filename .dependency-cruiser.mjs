/** Who may import whom. Each message says what to do instead. ARCHITECTURE.md tells why. */
/**
 * @param {string} name
 * @param {object} from
 * @param {object} to
 * @param {string} comment
 */
const forbid = (name, from, to, comment) => ({
  name,
  severity: /** @type {const} */ ('error'),
  comment,
  from,
  to,
});

/**
 * What each room of the service may import beside itself: rooms, or single files. Everything else is refused. A room that comes
 * new gets its line here and in ARCHITECTURE.md.
 * @type {Record<string, [allowed: string[], instead: string]>}
 */
const ROOMS = {
  contract: [[], 'The contract imports nothing of ours. Move the helper into the room that uses it.'],
  lib: [['contract'], 'lib/ is below all rooms. Take what you need as an argument.'],
  tasks: [
    ['contract', 'lib'],
    'tasks/ runs tasks in threads and processes. What they do belongs to its room.',
  ],
  text: [['contract'], 'text/ holds pure functions over segments. Do I/O and engine calls in worker/.'],
  quality: [
    ['contract', 'text'],
    'quality/ compares two texts: pure functions. Ask worker/ for anything else.',
  ],
  learning: [
    ['contract', 'text'],
    'learning/ compares texts: pure functions. What is learned is kept by memory/.',
  ],
  alignment: [
    ['contract', 'text'],
    'alignment/ pairs two texts: pure functions. Files and engines are worker/ matter.',
  ],
  records: [
    ['contract', 'lib', 'text'],
    "records/ knows the files' form. Read and write them in store/ or worker/.",
  ],
  documents: [
    ['contract', 'lib', 'text'],
    'A filter turns bytes into segments and back. Let worker/ join filters and engines.',
  ],
  bilingual: [
    ['contract', 'lib', 'text', 'documents', 'version.ts'],
    'bilingual/ turns segments into files for other programs and back. It knows no jobs and no store.',
  ],
  models: [
    ['contract', 'lib', 'log.ts'],
    'models/ fetches and keeps files. Let engines/ use them and service.ts pass them in.',
  ],
  engines: [
    ['contract', 'lib', 'text', 'quality', 'models', 'log.ts'],
    'An engine translates coded texts. Let worker/ join filters and engines.',
  ],
  team: [
    ['contract', 'lib', 'engines', 'log.ts'],
    'team/ carries questions to engines on other machines. Documents, jobs and accounts stay at the host.',
  ],
  worker: [
    [
      'contract',
      'lib',
      'tasks',
      'text',
      'quality',
      'learning',
      'alignment',
      'records',
      'documents',
      'bilingual',
      'memory/unit-lines.ts',
      'models',
      'engines',
      'team',
      'log.ts',
      'version.ts',
    ],
    'The translation process knows files and engines. What is stored, charged or asked for comes with its task (worker/document-port.ts).',
  ],
  memory: [
    [
      'contract',
      'log.ts',
      'lib',
      'text',
      'quality',
      'learning',
      'records',
      'bilingual',
      'documents/encodings',
      'version.ts',
      'tasks',
    ],
    'memory/ keeps glossaries and the translation memory, in a thread of its own. Ask it through its port.',
  ],
  detect: [
    ['contract', 'lib', 'text', 'tasks'],
    'detect/ tells the language of a text, in a thread of its own. Ask it through Detector.',
  ],
  store: [
    ['contract', 'lib', 'records'],
    'The store keeps records. Rules about them live in jobs/ and accounts/.',
  ],
  accounts: [
    ['contract', 'lib', 'records', 'store/store-port.ts'],
    'Accounts keep their rules over a Document they are given; service.ts passes the real one.',
  ],
  settings: [
    [
      'contract',
      'lib',
      'records',
      'store/store-port.ts',
      'worker/engine-port.ts',
      'worker/translation-port.ts',
      'log.ts',
    ],
    'Settings keep their rules over a Document they are given; service.ts applies what changes.',
  ],
  clients: [
    [
      'contract',
      'lib',
      'records',
      'accounts/accounts-port.ts',
      'memory/memory-port.ts',
      'store/store-port.ts',
      'log.ts',
    ],
    'clients/ keeps what the work of each client may use. Let jobs/ and http/ ask it through its port.',
  ],
  jobs: [
    [
      'contract',
      'lib',
      'clients/clients-port.ts',
      'text',
      'records',
      'accounts',
      'store/store-port.ts',
      'memory/memory-port.ts',
      'worker/document-port.ts',
      'worker/alignment-port.ts',
      'worker/engine-port.ts',
      'worker/translation-port.ts',
      'log.ts',
    ],
    'Take a Store and a TranslationPort as arguments; service.ts passes the real ones.',
  ],
  packages: [
    [
      'contract',
      'lib',
      'records',
      'jobs/jobs-port.ts',
      'memory/memory-port.ts',
      'worker/document-port.ts',
      'worker/translation-port.ts',
      'log.ts',
    ],
    'packages/ makes jobs of a package. What is in it is read by bilingual/, in a document process.',
  ],
  client: [
    ['contract', 'lib'],
    'client/ speaks to a running service. What a command or a tool does with the answers belongs to cli/ or mcp/.',
  ],
  mcp: [
    ['contract', 'lib', 'client', 'documents/xml/scan.ts', 'version.ts'],
    'Tools of assistants are clients of /v1: ask it over HTTP, as anyone else.',
  ],
  http: [
    [
      'contract',
      'lib',
      'accounts',
      'clients/clients-port.ts',
      'detect/detector.ts',
      'jobs',
      'mcp/assistants.ts',
      'memory/memory-port.ts',
      'models/models-port.ts',
      'packages/packages-port.ts',
      'settings/settings-port.ts',
      'store/store-port.ts',
      'worker/engine-port.ts',
      'worker/translation-port.ts',
      'log.ts',
      'session-proof.ts',
    ],
    'Handlers call jobs and accounts; ask service.ts to pass in anything else.',
  ],
};
/** The roots, which put the rooms together and may import all of them. */
const ROOTS = '^service/(service\\.ts|start-worker\\.ts|cli/)';
/** Files beside the rooms, such as log.ts: small, and below all that uses them. */
const BESIDE = '^service/[^/]+\\.ts$';

/** Rooms of service/documents that formats are built on. The others, but for detect/, are a format each. */
const BASES =
  'shared|zip|xml|inlines|lookups|encodings|spans|packages|ooxml|odf|markup|messages|subtitles|blocks';

const escaped = (/** @type {string} */ path) => path.replaceAll('.', '\\.');
const within = (/** @type {string[]} */ paths) =>
  paths.map((path) => `^service/${escaped(path)}${path.endsWith('.ts') ? '$' : '/'}`);
const roomRules = Object.entries(ROOMS).map(([room, [allowed, instead]]) =>
  forbid(
    `${room}-imports-only-what-it-may`,
    { path: `^service/${room}/` },
    { path: '^service/', pathNot: within([room, ...allowed]).join('|') },
    instead,
  ),
);

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
      { path: '^(electron|renderer|i18n)/|node_modules/(electron|vite|electron-vite|vue|pinia)/' },
      'The service runs headless. Pass what it needs from the shell through createService(config, …).',
    ),
    forbid(
      'renderer-knows-only-the-contract',
      { path: '^renderer/' },
      { path: '^(service|electron)/', pathNot: '^service/contract/' },
      'The window is a client of /v1: import types from service/contract and ask over HTTP.',
    ),
    forbid(
      'views-ask-stores',
      // shell-commands.ts shows nothing: it does what the app's menu asks, which belongs to no one store.
      { path: '^renderer/(App\\.vue|features/)', pathNot: '^renderer/features/shell/shell-commands\\.ts$' },
      { path: '^renderer/(api|store-parts)/', dependencyTypesNot: ['type-only'] },
      'Views show, stores decide: let a store ask the API. Types may be imported.',
    ),
    forbid(
      'ui-knows-no-stores',
      { path: '^renderer/ui/' },
      { path: '^renderer/(api|stores|store-parts|features)/' },
      'Take it as a prop or an argument; what needs a store and serves many views goes into features/shared/.',
    ),
    forbid(
      'stores-know-no-views',
      { path: '^renderer/(stores|store-parts|api|lib)/' },
      { path: '^renderer/(ui|features)/' },
      'A store says what is; a view shows it. Move what both need into lib/.',
    ),
    forbid(
      'parts-of-stores-know-no-store',
      { path: '^renderer/(store-parts|lib|api)/' },
      { path: '^renderer/stores/' },
      'Take what you need of a store as an argument; the store that uses this passes it in.',
    ),
    forbid(
      'lib-of-the-window-is-below-all',
      { path: '^renderer/lib/' },
      { path: '^renderer/', pathNot: '^renderer/lib/' },
      'lib/ knows neither API nor stores. What knows the API goes into store-parts/.',
    ),
    forbid(
      'frame-stands-alone',
      { path: '^renderer/preview/' },
      { path: '^(renderer|i18n)/', pathNot: '^renderer/preview/' },
      'The frame runs in another process than the window, with a bundle of its own. Send it what it needs as a message.',
    ),
    forbid(
      'window-loads-nothing-of-the-frame',
      { path: '^renderer/', pathNot: '^renderer/preview/' },
      { path: '^renderer/preview/', pathNot: '^renderer/preview/messages\\.ts$' },
      'What draws documents runs in the frame only. Types of messages may be imported.',
    ),
    forbid(
      'i18n-is-below-window-and-shell',
      { path: '^i18n/' },
      { path: '^(service|electron|renderer)/|node_modules/', pathNot: '^service/contract/' },
      'Window and shell both say what stands in i18n/. Move what only one of them says into it.',
    ),
    ...roomRules,
    forbid(
      'every-room-has-its-rule',
      { path: '^service/', pathNot: [ROOTS, BESIDE, ...within(Object.keys(ROOMS))].join('|') },
      {},
      'This room is not in ROOMS. Say there what it may import, and in ARCHITECTURE.md what it holds.',
    ),
    forbid(
      'files-beside-the-rooms-are-leaves',
      { path: BESIDE, pathNot: ROOTS },
      { path: '^service/', pathNot: within(['contract', 'lib', 'log.ts']).join('|') },
      'Only service.ts, cli/ and electron/main compose. Take what you need as an argument.',
    ),
    forbid(
      'contract-by-its-door',
      { path: '^(service|electron|renderer)/', pathNot: '^service/contract/' },
      {
        path: '^service/contract/',
        pathNot:
          '^service/contract/(index|api-limits|check-codes|formats|glossary-heading|match-bands|table-heading|openapi|preview|server-sent-events|translated-name)\\.ts$',
      },
      "Import from 'contract/index.ts'. The window takes numbers, names of files, codes of checks and the heading of terms from files that bring no schemas along.",
    ),
    forbid(
      'formats-stay-apart',
      { path: `^service/documents/(?!(?:${BASES})/)([a-z]+)/`, pathNot: '^service/documents/detect/' },
      {
        path: `^service/documents/(?!(?:${BASES})/)[a-z]+/|^service/documents/formats\\.ts$`,
        pathNot: '^service/documents/$1/',
      },
      'A format knows no other. Move what two need down: shared/ for all, one of the bases (BASES) for some.',
    ),
    forbid(
      'texts-are-no-packages',
      { path: '^service/documents/(txt|csv|encodings|spans)/' },
      { path: '^service/documents/(ooxml|zip)/' },
      'Text formats are bytes in an encoding: build them on spans/ and encodings/, not on ooxml/.',
    ),
    forbid(
      'bases-know-no-formats',
      { path: `^service/documents/(?:${BASES})/` },
      {
        path: '^service/documents/',
        pathNot: `^service/documents/(?:(?:${BASES})/|format\\.ts$|look\\.ts$)`,
      },
      'The bases carry the formats: they know none of them.',
    ),
    forbid(
      'shared-is-below-all-formats',
      { path: '^service/documents/(?:shared|zip|xml)/' },
      { path: '^service/documents/', pathNot: '^service/documents/(?:shared|$1|zip|xml|format\\.ts$)' },
      'shared/, zip/ and xml/ hold what every format needs. Move the helper into the room of its format.',
    ),
    forbid(
      'facades-have-no-rules',
      { path: '^service/http/facades/' },
      {
        path: '^service/',
        pathNot:
          '^service/(?:http/|contract/|lib/|[a-z]+/[a-z]+-port\\.ts$|detect/detector\\.ts$|mcp/assistants\\.ts$)',
      },
      'A facade maps names, shapes and errors onto what /v1 uses. Its rules belong to jobs/, memory/ or accounts/: ask their ports.',
    ),
    forbid(
      'facades-stay-apart',
      { path: '^service/http/facades/(?!shared/)([a-z]+)/' },
      {
        path: '^service/http/(?:facades/|routes/|v1\\.ts$)',
        pathNot: '^service/http/facades/(?:shared|$1)/',
      },
      'A facade knows no other, and not how /v1 answers. What two need goes into facades/shared/.',
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
  required: [
    {
      name: 'stores-hold-stores',
      severity: 'error',
      comment: 'This file defines no store: it goes into store-parts/, or into lib/ where it knows no API.',
      module: { path: '^renderer/stores/' },
      to: { path: '^node_modules/pinia/' },
    },
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
