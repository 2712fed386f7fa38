import type { ProblemError } from '../../contract/index.ts';
import type { Recognition } from '../format.ts';
import type { Look } from '../look.ts';
import { notTranslatable, refuse, unlessRefused } from '../shared/refusals.ts';
import { openOdf } from './package.ts';

const ODF_TYPE = 'application/vnd.oasis.opendocument.';

/** The kind of package: `text`, `spreadsheet`, `text-template`. */
export type OdfKind = 'text' | 'spreadsheet' | 'presentation';

const TAKEN: ReadonlySet<string> = new Set(['text', 'spreadsheet', 'presentation']);

/** Whether an archive is this kind of OpenDocument. The first format to ask refuses unsupported kinds. */
export function recogniseOdf(look: Look, kind: OdfKind): Recognition {
  if (!look.archive?.entries.some(({ name }) => name === 'mimetype' || name === 'META-INF/manifest.xml'))
    return 'no';
  const { source, archive } = look;
  const pkg = unlessRefused(() => openOdf(source, archive));
  const type = pkg && unlessRefused(() => pkg.kind);
  if (!pkg || type === undefined) return 'no';
  if (/^application\/vnd\.(?:sun\.xml|stardivision)\./.test(type)) return oldOpenOffice();
  if (!type.startsWith(ODF_TYPE)) return 'no';
  const found = type.slice(ODF_TYPE.length);
  if (!TAKEN.has(found)) return otherKind(found);
  if (found !== kind) return 'no';
  if (!pkg.isEncrypted) return 'yes';
  return refuse(
    'password_protected',
    'The file is protected by a password, so it cannot be read. Remove the password in the program that made it and try again.',
  );
}

function otherKind(kind: string): ProblemError {
  if (kind.endsWith('-template')) {
    return refuse(
      'template',
      'The file is a template. Save it as a plain document (.odt), spreadsheet (.ods) or presentation (.odp) and translate that.',
      { reason: 'opendocument_template' },
    );
  }
  return notTranslatable(
    'an OpenDocument drawing, formula, database or master document',
    'opendocument',
    'Save it in LibreOffice as .odt',
  );
}

function oldOpenOffice(): ProblemError {
  return notTranslatable(
    'in the format of OpenOffice.org 1 (SXW, SXC, SXI)',
    'old_openoffice',
    'Save it in LibreOffice as .odt, .ods or .odp',
  );
}
