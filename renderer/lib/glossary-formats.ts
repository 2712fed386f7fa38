/** `tbx2`: TBX as before 2019, which older programs read. */
export const GLOSSARY_FORMATS = ['csv', 'tmx', 'tbx', 'tbx2'] as const;
export type GlossaryFormat = (typeof GLOSSARY_FORMATS)[number];
export const GLOSSARY_FORMAT_NAMES: Readonly<Record<GlossaryFormat, string>> = {
  csv: 'CSV',
  tmx: 'TMX',
  tbx: 'TBX 3',
  tbx2: 'TBX 2',
};
