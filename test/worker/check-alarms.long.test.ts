import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGlossary } from '../../service/text/glossary.ts';
import { escapeText } from '../../service/text/codes.ts';
import { jobFindings } from '../../service/worker/document/job-findings.ts';

/** Translations by people, a file a line of a file, its source and its target. */
const FOLDER = new URL('../../../shared/truth/parallel/', import.meta.url);
const FILES = [
  'desktop-help.en-es.tsv',
  'desktop-help.es-ca.tsv',
  'neural-postedits.en-de.tsv',
  'python-tutorial.en-es.tsv',
];
/** Findings for 1,000 segments; docs/checks.md has what they are. */
const MAX_ALARMS = 20;

describe.skipIf(!existsSync(FOLDER))('checks before delivery of translations by people', () => {
  it.each(FILES)('%s: no check that is on by default finds much', (file) => {
    const rows = readFileSync(new URL(file, FOLDER), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
    const [from = '', to = ''] = file.split('.')[1]!.split('-');
    const found = jobFindings({
      segments: rows.map(([, source = '']) => ({ text: escapeText(source) })),
      lines: rows.map(([, , target = ''], i) => ({ i, t: escapeText(target) })),
      ...{ from, to, profile: {}, glossary: compileGlossary([]) },
    });
    const counts = new Map<string, number>();
    for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
    const alarms = [...counts].map(
      ([code, n]) => [code, Math.round((n * 10_000) / rows.length) / 10] as const,
    );
    console.log(file, rows.length, Object.fromEntries(alarms));
    expect(alarms.filter(([, rate]) => rate > MAX_ALARMS)).toEqual([]);
  });
});
