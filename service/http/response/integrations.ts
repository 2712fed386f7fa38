import { INTEGRATION_VALUES } from '../../contract/index.ts';
import type { Integrations } from '../../contract/index.ts';

const { key: KEY, connection: CONNECTION, plainHttp: PLAIN_HTTP, on: ON } = INTEGRATION_VALUES;

/** Extensions send their origin, which is refused until the service's start names it. */
const EXTENSION = [
  {
    label: 'Start of this service, for Chrome and Edge',
    value: '--allowed-origin chrome-extension://<id of the extension>',
  },
  {
    label: 'Start of this service, for Firefox',
    value: '--allowed-origin moz-extension://<internal UUID, in about:debugging>',
  },
];

/** Programs that work unchanged, by evidence of their source or documentation. Lists no others. */
const PROGRAMS: Integrations['programs'] = [
  {
    name: "DeepL's clients for Python, Node.js, .NET, Java, PHP and Ruby",
    settings: [
      { label: 'server_url, serverUrl, ServerUrl', value: '{address}' },
      { label: 'Authentication key', value: KEY },
    ],
    source: 'README of DeepLcom/deepl-python and its siblings',
  },
  {
    name: "DeepL's command line for Python",
    settings: [
      { label: 'DEEPL_SERVER_URL', value: '{address}' },
      { label: 'DEEPL_AUTH_KEY', value: KEY },
    ],
    source: 'DeepLcom/deepl-python: README',
  },
  {
    name: 'Weblate (DeepL)',
    settings: [
      { label: 'API URL', value: '{address}/v2/' },
      { label: 'API key', value: KEY },
    ],
    source: 'WeblateOrg/weblate: weblate/machinery/deepl.py',
  },
  {
    name: 'Weblate (LibreTranslate)',
    settings: [
      { label: 'API URL', value: '{address}/' },
      { label: 'API key', value: KEY },
    ],
    source: 'WeblateOrg/weblate: weblate/machinery/libretranslate.py',
  },
  {
    name: 'Subtitle Edit (DeepL)',
    settings: [
      { label: 'API URL', value: '{address}/' },
      { label: 'API key', value: KEY },
    ],
    source: 'SubtitleEdit/subtitleedit: src/libse/AutoTranslate/DeepLTranslate.cs',
  },
  {
    name: 'Subtitle Edit (LibreTranslate)',
    settings: [
      { label: 'URL', value: '{address}/' },
      { label: 'API key', value: KEY },
    ],
    source: 'SubtitleEdit/subtitleedit: src/libse/AutoTranslate/LibreTranslate.cs',
  },
  {
    name: 'memoQ, by Multi-Supplier-MT-Plugin (DeepL)',
    settings: [
      { label: 'Server', value: '{address}/v2/translate' },
      { label: 'API key', value: KEY },
    ],
    source: 'JuchiaLu/Multi-Supplier-MT-Plugin: MultiSupplierMTPlugin/Providers/DeepL/Service.cs',
  },
  {
    name: 'Zotero, by Translate for Zotero (LibreTranslate)',
    settings: [
      { label: 'Endpoint', value: '{address}' },
      { label: 'Secret', value: KEY },
    ],
    source: 'windingwind/zotero-pdf-translate: src/modules/services/libretranslate.ts',
  },
  {
    name: 'kiss-translator (DeepL)',
    settings: [{ label: 'URL', value: '{address}/v2/translate' }, { label: 'Key', value: KEY }, ...EXTENSION],
    source: 'fishjar/kiss-translator: src/apis/trans.js',
  },
  {
    name: 'LibreOffice and Collabora (DeepL)',
    settings: [
      { label: 'DeepL Server: API URL', value: '{address}/v2/translate?tag_handling=html' },
      { label: 'DeepL Server: Authentication key', value: KEY },
      { label: 'Security/Net/AllowInsecureProtocols', value: PLAIN_HTTP },
    ],
    source: 'LibreOffice/core: linguistic/source/translate.cxx',
  },
  {
    name: 'kiss-translator (DeepLX)',
    settings: [{ label: 'URL', value: '{address}/translate' }, { label: 'Key', value: KEY }, ...EXTENSION],
    source: 'fishjar/kiss-translator: src/apis/trans.js',
  },
  {
    name: 'memoQ, by Multi-Supplier-MT-Plugin (DeepLX)',
    settings: [
      { label: 'Server', value: '{address}' },
      { label: 'Auth Key', value: KEY },
    ],
    source: 'JuchiaLu/Multi-Supplier-MT-Plugin: MultiSupplierMTPlugin/Providers/DeepLX/Service.cs',
  },
  {
    name: 'pot (DeepL, of the type DeepLX)',
    settings: [{ label: 'Custom URL', value: CONNECTION }],
    source: 'pot-app/pot-desktop: src/services/translate/deepl/index.jsx',
  },
  {
    name: 'Zotero, by Translate for Zotero (DeepL custom)',
    settings: [{ label: 'Secret', value: CONNECTION }],
    source: 'windingwind/zotero-pdf-translate: src/modules/services/deeplcustom.ts',
  },
  {
    name: 'OmegaT, by its LibreTranslate plug-in',
    settings: [{ label: 'URL', value: CONNECTION }],
    source: 'omegat-org/omegat-libre-translate: LibreTranslate.java',
  },
  {
    name: 'Immersive Translate (Custom API)',
    settings: [
      { label: 'Options, Developer settings: Enable Beta Testing Features', value: ON },
      { label: 'Options, General, Custom API: API URL', value: CONNECTION },
      ...EXTENSION,
    ],
    source: 'immersivetranslate.com/en/docs/services/custom',
  },
];

/** The programs, with the address at which they reach this service. */
export function integrations(address: string): Integrations['programs'] {
  return PROGRAMS.map(({ settings, ...program }) => ({
    ...program,
    settings: settings.map(({ label, value }) => ({ label, value: value.replace('{address}', address) })),
  }));
}
