import type { Warning } from '../../contract/index.ts';
import type { OoxmlPackage } from './package.ts';

/** A digital signature (OPC §10) covers the parts' bytes, so no translation can keep it valid. */
export function signatureWarnings(pkg: OoxmlPackage): Warning[] {
  const signed = pkg.relationships('/').some(({ kind, part }) => kind === 'origin' && part !== undefined);
  if (!signed) return [];
  return [
    {
      code: 'signature_invalidated',
      message:
        'The file is digitally signed, and the signature will not be valid for the translation. Sign the translated file again if it needs one.',
    },
  ];
}
