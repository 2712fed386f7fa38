/**
 * Syntaxes whose marks could be prose (`:name`, `#word`), so that a file, a flag or a job's own texts must show them; ids of
 * `text/protected/table.ts`, which has their patterns.
 */
export const SYNTAX_NAMES = [
  'percent-word',
  'dollar-word',
  'bang-word',
  'laravel',
  'hashtag',
  'short-option',
  'velocity-word',
  'c-format',
  'perl-format',
  'gcc-format',
  'gfc-format',
  'php-format',
  'python-format',
  'brace-format',
  'perl-brace-format',
  'ruby-format',
  'java-format',
  'java-printf-format',
  'qt-format',
  'qt-plural-format',
  'boost-format',
  'sh-format',
] as const;
