import { CHECK_CODES, isChecked } from '../../contract/index.ts';
import type { CheckCode, CheckFinding, CheckProfile } from '../../contract/index.ts';
import { deliveryFaults } from '../../quality/delivery-checks.ts';
import type { CheckFault } from '../../quality/delivery-checks.ts';
import { grammarOf } from '../../records/grammar.ts';
import type { KnownGrammar } from '../../records/grammar.ts';
import { findingId } from '../../records/ignored-findings.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { readableText } from '../../text/codes.ts';
import { termFaults, usedTranslations } from '../../text/glossary.ts';
import type { Glossary } from '../../text/glossary.ts';
import { normalForm, searchForm } from '../../text/normal-form.ts';

/** A finding that nobody has judged yet. */
export type Finding = Omit<CheckFinding, 'ignored'>;

export interface CheckedJob {
  readonly segments: readonly SegmentLine[];
  readonly lines: readonly (ResolvedLine | undefined)[];
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  readonly profile: CheckProfile;
  readonly glossary: Glossary;
  /** What a checker found, and how clients see a translation. */
  readonly grammar?: KnownGrammar | undefined;
  readonly shown?: (coded: string) => string;
}

/** A translated segment. Texts as people read them: white space collapsed. */
interface Translated {
  readonly index: number;
  readonly source: string;
  readonly target: string;
  readonly codedSource: string;
  readonly codedTarget: string;
}

const NAMED = 3;
const SHOWN_CHARS = 60;

/**
 * Everything that the profile's checks find in a job, by code and then by segment. The id of a finding follows from its
 * code and its texts: equal segments with the same fault are one finding, and it is another one once a text of it
 * changes. Copied segments are not checked, as nobody translates them.
 */
export function jobFindings(job: CheckedJob): Finding[] {
  const { segments, lines, from, to, profile, glossary, grammar, shown = (coded) => coded } = job;
  const isWanted = (code: CheckCode): boolean => isChecked(code, profile);
  const found = new Map<string, Finding & { segments: number[] }>();
  const note = (
    { code, message, details }: CheckFault,
    texts: readonly string[],
    indexes: readonly number[],
  ) => {
    const id = findingId(code, texts);
    const same = found.get(id);
    if (same) same.segments.push(...indexes);
    else found.set(id, { id, code, message, ...(details && { details }), segments: [...indexes] });
  };
  const translated: Translated[] = [];
  const percent = typeof profile.too_long === 'object' ? profile.too_long.percent : undefined;
  for (const [index, segment] of segments.entries()) {
    if (segment.copy) continue;
    const { text: source, syntaxes } = segment;
    const line = lines[index];
    if (!line || isUnanswered(line)) {
      if (isWanted('untranslated'))
        note({ code: 'untranslated', message: 'There is no translation.' }, [source], [index]);
      continue;
    }
    const pair = { source, target: line.t, from, to, percent, ...(syntaxes && { syntaxes }) };
    const faults = [
      ...(isWanted('forbidden_term') ? forbiddenTerms(source, line.t, glossary, to) : []),
      ...deliveryFaults(pair, isWanted),
    ];
    const lost = line.f?.find(({ code }) => code === 'codes_lost');
    if (lost && isWanted('tags') && !faults.some(({ code }) => code === 'tags'))
      faults.push({ code: 'tags', message: lost.message });
    for (const fault of faults) note(fault, [source, line.t], [index]);
    const text = shown(line.t);
    const said = grammar && isWanted('grammar') ? grammarOf(grammar, { index, text }) : undefined;
    for (const { message, rule, offset, found: marked } of said ?? [])
      note(
        { code: 'grammar', message, details: { rule, found: marked } },
        [text, rule, String(offset)],
        [index],
      );
    const given = collapsed(line.t);
    if (given !== '')
      translated.push({
        index,
        source: collapsed(source),
        target: given,
        codedSource: source,
        codedTarget: line.t,
      });
  }
  const textsOf = (group: readonly Translated[]): string[] =>
    group.flatMap(({ source, target }) => [source, target]).sort();
  const indexesOf = (group: readonly Translated[]): number[] => group.map(({ index }) => index);
  for (const same of ['source', 'target'] as const)
    if (isWanted(`same_${same}`))
      for (const { fault, group } of differing(translated, same))
        note(fault, textsOf(group), indexesOf(group));
  if (isWanted('term_two_ways'))
    for (const { fault, term, group } of termsTwoWays(translated, glossary, to))
      note(fault, [term, ...textsOf(group)], indexesOf(group));
  const order = new Map(CHECK_CODES.map((code, n) => [code, n]));
  return [...found.values()].sort(
    (one, other) => order.get(one.code)! - order.get(other.code)! || one.segments[0]! - other.segments[0]!,
  );
}

/** The engine left it, and the file keeps its source. */
function isUnanswered({ o, f }: ResolvedLine): boolean {
  return o === 'copied' && f?.some(({ code }) => code === 'untranslated') === true;
}

function forbiddenTerms(source: string, target: string, glossary: Glossary, to: string): CheckFault[] {
  const { forbidden } = termFaults(source, target, glossary, to);
  if (forbidden.length === 0) return [];
  const named = forbidden.map(({ found, preferred }) =>
    preferred === undefined ? `“${found}”` : `“${found}” (“${preferred}”)`,
  );
  const list = listOf(named);
  return [
    {
      code: 'forbidden_term',
      message: `The glossary forbids a word of the translation: ${list}.`,
      details: { found: list },
    },
  ];
}

/** Terms of which segments have different allowed translations. */
function termsTwoWays(
  translated: readonly Translated[],
  glossary: Glossary,
  to: string,
): { fault: CheckFault; term: string; group: Translated[] }[] {
  const uses = new Map<string, { used: Set<string>; group: Translated[] }>();
  for (const one of translated) {
    for (const { term, used } of usedTranslations(one.codedSource, one.codedTarget, glossary, to)) {
      const so = uses.get(term) ?? { used: new Set(), group: [] };
      for (const translation of used) so.used.add(translation);
      so.group.push(one);
      uses.set(term, so);
    }
  }
  return [...uses].flatMap(([term, { used, group }]) => {
    if (used.size < 2) return [];
    const list = listOf([...used].map((one) => `“${one}”`));
    const message = `The term “${shortened(term)}” is translated in ${used.size} ways: ${list}.`;
    const details = { term, count: used.size, found: list };
    return [{ fault: { code: 'term_two_ways' as const, message, details }, term, group }];
  });
}

/** Groups of segments that agree in one text, and differ in the other. */
function differing(
  translated: readonly Translated[],
  same: 'source' | 'target',
): { fault: CheckFault; group: Translated[] }[] {
  const other = same === 'source' ? 'target' : 'source';
  const groups = new Map<string, Translated[]>();
  for (const one of translated) {
    const group = groups.get(one[same]);
    if (group) group.push(one);
    else groups.set(one[same], [one]);
  }
  return [...groups.values()].flatMap((group) => {
    // "Save" and "save" may well have one translation.
    const form = same === 'target' ? searchForm : (text: string) => text;
    const texts = new Map(group.map((one) => [form(one[other]), one[other]]));
    if (texts.size < 2) return [];
    const list = listOf([...texts.values()].map((text) => `“${shortened(text)}”`));
    const message =
      same === 'source'
        ? `The same source has ${texts.size} translations: ${list}.`
        : `${texts.size} sources have the same translation: ${list}.`;
    const code = same === 'source' ? ('same_source' as const) : ('same_target' as const);
    return [{ fault: { code, message, details: { count: texts.size, found: list } }, group }];
  });
}

function collapsed(coded: string): string {
  return normalForm(readableText(coded)).replace(/\s+/gu, ' ').trim();
}

function shortened(text: string): string {
  return text.length > SHOWN_CHARS ? `${Array.from(text).slice(0, SHOWN_CHARS).join('')}…` : text;
}

function listOf(named: readonly string[]): string {
  return named.slice(0, NAMED).join(', ') + (named.length > NAMED ? ' …' : '');
}
