import { parse as parseIcu } from '@formatjs/icu-messageformat-parser';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ProblemError } from '../../service/contract/index.ts';
import { androidFormat } from '../../service/documents/android/android-format.ts';
import type { Format } from '../../service/documents/format.ts';
import { jsonFormat } from '../../service/documents/json/json-format.ts';
import { propertiesFormat } from '../../service/documents/properties/properties-format.ts';
import { resxFormat } from '../../service/documents/resx/resx-format.ts';
import { stringsFormat } from '../../service/documents/strings/strings-format.ts';
import { xliffFormat } from '../../service/documents/xliff/xliff-format.ts';
import { yamlFormat } from '../../service/documents/yaml/yaml-format.ts';
import { formatCoded, parseCoded } from '../../service/text/codes.ts';
import type { Token } from '../../service/text/codes.ts';
import { corpusFiles } from './support/corpus.ts';

/**
 * Engines that no file may break: one writes a third more in brackets, one loses every second code, one has
 * them the other way round.
 */
const ENGINES: Readonly<Record<string, (tokens: readonly Token[]) => Token[]>> = {
  longer: (tokens) => [...tokens],
  losing: (tokens) => tokens.filter(({ kind }, index) => kind === 'text' || index % 2 === 0),
  turning: (tokens) => {
    const codes = tokens.filter(({ kind }) => kind !== 'text').reverse();
    return tokens.map((token) => (token.kind === 'text' ? token : codes.shift()!));
  },
};

function answer(engine: string, coded: string): string {
  const padding = 'x'.repeat(Math.ceil(coded.length * 0.3));
  return formatCoded([
    { kind: 'text', text: '[' },
    ...ENGINES[engine]!(parseCoded(coded)),
    { kind: 'text', text: ` ${padding}]` },
  ]);
}

/**
 * Another reader's view of a file: it must be the same before and after, texts aside. Throws where the file
 * is broken.
 */
type Judge = (text: string, path: string) => unknown;

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, inner]: [string, unknown]) => [key, shapeOf(inner)]);
  return typeof value === 'string' ? '' : value;
};

const json: Judge = (text) => shapeOf(JSON.parse(text.replace(/^\ufeff/, '')));
const yaml: Judge = (text) =>
  parseAllDocuments(text, { uniqueKeys: false }).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return shapeOf(document.toJS());
  });
const wellFormed: Judge = (_, path) =>
  execFileSync('xmllint', ['--nonet', '--noout', path], { stdio: 'pipe' }).length;
/** Keys and the number of continued lines, by independent expressions. */
const properties: Judge = (text) =>
  text
    .replace(/\\(?:\r\n|\n)[ \t]*/g, '')
    .split(/\r\n|\n/)
    .map((line) => (/^\s*[#!]/.test(line) ? line : /^\s*((?:\\.|[^:=\s\\])*)/.exec(line)![1]));
const strings: Judge = (text) =>
  text
    .replace(/^\ufeff/, '')
    .split(/"(?:\\[^]|[^"\\])*"/)
    .join('""');

const FORMATS: readonly [type: string, extension: string, format: Format, judge: Judge][] = [
  ['json', '.json', jsonFormat, json],
  ['arb', '.arb', jsonFormat, json],
  ['xliff', 'lf', xliffFormat, wellFormed],
  ['xliff', '.xliff', xliffFormat, wellFormed],
  ['android', '.xml', androidFormat, wellFormed],
  ['resx', '.resx', resxFormat, wellFormed],
  ['properties', '.properties', propertiesFormat, properties],
  ['strings', '.strings', stringsFormat, strings],
  ['yaml', 'ml', yamlFormat, yaml],
];

const WITH_FILES = FORMATS.filter(([type, extension]) => corpusFiles(type, extension).length > 0);

it.skipIf(WITH_FILES.length > 0)('real files are not here', () => undefined);

describe.each(WITH_FILES)('real files of %s (%s)', (type, extension, format, judge) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(corpusFiles(type, extension))('$name', async ({ name, read }) => {
    const bytes = Buffer.from(read());
    const to = /(?:target-language|trgLang)\s*=\s*["']([\w-]+)/.exec(bytes.toString('latin1'))?.[1] ?? 'pl';
    const options = { from: 'en', to, fileName: name };
    const extraction = await format
      .extract(bytes, { ...options, maxSegments: 100_000 })
      .catch((error: unknown) => {
        if (error instanceof ProblemError) return undefined;
        throw error;
      });
    if (!extraction) return;
    const { segments } = extraction;
    const unchanged = await format.assemble(
      bytes,
      segments.map(({ text }) => text),
      options,
    );
    expect(Buffer.compare(Buffer.from(unchanged.bytes), bytes)).toBe(0);
    const judged = (content: Uint8Array): unknown => {
      const path = join(folder, 'file');
      writeFileSync(path, content);
      return judge(Buffer.from(content).toString(), path);
    };
    let before: unknown;
    try {
      before = judged(bytes);
    } catch {
      return; // Broken before.
    }
    for (const engine of Object.keys(ENGINES)) {
      const targets = segments.map(({ text, copy }) => (copy === true ? null : answer(engine, text)));
      const { bytes: written, kept = [] } = await format.assemble(bytes, targets, options);
      expect(kept, engine).toEqual([]);
      expect(JSON.stringify(judged(written)), engine).toBe(JSON.stringify(before));
      if (type === 'json') expectWholeMessages(bytes.toString(), Buffer.from(written).toString());
    }
  });
});

/** Each string that FormatJS reads as a message with a plural or select is one afterwards. */
function expectWholeMessages(before: string, after: string): void {
  const stringsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(stringsOf)
        : [];
  const [own, written] = [before, after].map((text) => stringsOf(JSON.parse(text.replace(/^\ufeff/, ''))));
  own!.forEach((message, index) => {
    if (!/,\s*(?:plural|select)/.test(message)) return;
    try {
      parseIcu(message);
    } catch {
      return;
    }
    expect(() => parseIcu(written![index]!), written![index]).not.toThrow();
  });
}
