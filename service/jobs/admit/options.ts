import { uniqueEntries } from '../../text/glossary.ts';
import type { Warning } from '../../contract/index.ts';
import type { JobOptions } from '../../records/job-record.ts';
import type { Route } from '../../worker/engine-port.ts';

/** Tones that engines with a formality support. `default` requests nothing. */
const FORMALITIES = ['formal', 'informal', 'default'];

/** Warnings for hints of a request that the chosen engine cannot use: hints are never refused. */
export function optionWarnings(options: JobOptions, engine: Route['capabilities']): Warning[] {
  const warnings: Warning[] = [];
  const tone = options.tone?.trim() ?? '';
  if (tone !== '' && tone !== 'default' && !takesTone(tone, engine.tone)) {
    const known = engine.tone === 'formality' ? ` It knows ${FORMALITIES.join(', ')}.` : '';
    warnings.push({
      code: 'tone_ignored',
      message: `The engine cannot use the tone "${tone}" and translated without it.${known}`,
      details: { tone },
    });
  }
  if ((options.context?.trim() ?? '') !== '' && !engine.context) {
    warnings.push({
      code: 'context_ignored',
      message: 'The engine cannot use a context and translated without it.',
    });
  }
  return warnings;
}

function takesTone(tone: string, takes: Route['capabilities']['tone']): boolean {
  return takes === 'free' || (takes === 'formality' && FORMALITIES.includes(tone));
}

type Glossary = JobOptions['glossary'];

/** A glossary without doubles. Of conflicting translations without a status the last wins, with a warning. */
export function withoutDuplicates(glossary: Glossary): { entries: Glossary; warnings: Warning[] } {
  const byTerm = new Map<string, string>();
  const doubled = new Set<string>();
  for (const { term, translation, status } of glossary ?? []) {
    if (status !== undefined) continue;
    const earlier = byTerm.get(term);
    if (earlier !== undefined && earlier !== translation) doubled.add(term);
    byTerm.set(term, translation);
  }
  const entries = glossary && uniqueEntries(glossary);
  if (doubled.size === 0) return { entries, warnings: [] };
  const terms = [...doubled].slice(0, 3).map((term) => `"${term}"`);
  const message = `The glossary has different translations of the same term; the last one was used: ${terms.join(', ')}${doubled.size > 3 ? ' and others' : ''}.`;
  return {
    entries,
    warnings: [
      {
        code: 'glossary_duplicate_term',
        message,
        count: doubled.size,
        details: { terms: terms.join(', ') },
      },
    ],
  };
}
