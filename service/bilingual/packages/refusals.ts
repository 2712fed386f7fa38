import { fieldProblem, ProblemError } from '../../contract/index.ts';
import type { FieldErrorCode } from '../../contract/index.ts';
import { zipFault } from '../../documents/zip/read.ts';

const MESSAGES = {
  encrypted: 'The package is encrypted. Ask for one without a password.',
  server_package:
    'The package refers to a server and holds no files to translate. Ask for a package with files.',
  other_tool:
    'This is no package of Trados Studio or memoQ. Send an .sdlppx, .mqxlz or .mqout, or the files themselves.',
  no_project: 'The package lacks its project file (.sdlproj). Ask for a new package.',
  no_files: 'The package holds no bilingual files in this language. Ask for a new package.',
  unsafe_name:
    'The package was refused because the name of a file in it leads out of the package, or is there twice. Ask for a new package.',
  damaged: 'The package is damaged. Download it again, or ask for a new one.',
  too_large: 'The package unpacks to more than is read here. Ask for several smaller packages.',
} as const satisfies Partial<Record<FieldErrorCode, string>>;

export function refusePackage(code: keyof typeof MESSAGES): ProblemError {
  return fieldProblem('file', code, MESSAGES[code]);
}

export function chooseTarget(targets: readonly string[]): ProblemError {
  const languages = targets.join(', ');
  return fieldProblem(
    'to',
    'choose_target',
    `The package has these target languages: ${languages}. Choose one of them in to.`,
    { details: { languages } },
  );
}

/** Runs what reads an archive, and says what is wrong with a package in a package's words. */
export function readingPackage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const fault = zipFault(error);
    if (fault === 'name') throw refusePackage('unsafe_name');
    if (fault === 'size') throw refusePackage('too_large');
    const [code] = error.errors.map((one) => one.code);
    if (code === 'password_protected') throw refusePackage('encrypted');
    if (code === 'damaged_file' || code === 'hostile_file') throw refusePackage('damaged');
    throw error;
  }
}
