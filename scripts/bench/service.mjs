// The whole service beside its parts: what everything around extraction, translation and assembly costs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasApertium } from '../lib/apertium.mjs';
import { NO_LIMITS, startService } from '../lib/live-service.mjs';
import { root, say } from '../lib/steps.mjs';
import { sideBySide } from './figures.mjs';
import { makeDocx } from './make-docx.mjs';

/** Header, footer and two footnotes of the sample are segments as well. */
const EXTRA_SEGMENTS = 4;
const MOST_SEGMENTS = 1_100;
const PARAGRAPHS = 400;
const ROUNDS = 7;

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-bench-files-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A 1,100-segment DOCX through the service with `pseudo`, beside extraction and assembly called directly. */
export async function benchPseudoDocument() {
  const { folder, remove } = scratch();
  const documents = await import(pathToFileURL(join(root, 'out', 'service', 'document-thread.js')).href);
  const path = join(folder, 'long.docx');
  const source = await makeDocx(MOST_SEGMENTS - EXTRA_SEGMENTS);
  writeFileSync(path, source);
  const service = await startService({ env: NO_LIMITS });
  const must = ({ ok, value, error }) => {
    if (!ok) throw new Error(`The direct call failed: ${JSON.stringify(error)}`);
    return value;
  };
  try {
    const journalPath = join(folder, 'journal.ndjson');
    const segmentsPath = join(folder, 'segments.ndjson');
    const task = { jobId: 'bench', sourcePath: path, fileName: 'long.docx', segmentsPath };
    const extracted = must(await documents.extract(task));
    if (extracted.segmentCount !== MOST_SEGMENTS)
      throw new Error(`${extracted.segmentCount} segments, not ${MOST_SEGMENTS}.`);
    // The direct assembly gets a translation of every segment too, so that both sides rewrite the same document.
    const lines = readFileSync(segmentsPath, 'utf8').trimEnd().split('\n');
    const journal = lines.map((line, i) => JSON.stringify({ i, t: `[${JSON.parse(line).text}]` }));
    writeFileSync(journalPath, `${journal.join('\n')}\n`);
    const direct = async () => {
      must(await documents.extract(task));
      const result = { resultPath: join(folder, 'result.docx'), journalPath, from: 'en', to: 'en-XA' };
      must(await documents.assemble({ ...task, kind: 'document', fileType: 'docx', ...result }));
    };
    const ours = async () => service.result((await service.upload('long.docx', source)).id);
    return {
      what: '1,100-segment DOCX: service with pseudo / extraction + assembly',
      aim: '≤ 1.5',
      ...(await sideBySide(ROUNDS, ours, direct)),
    };
  } finally {
    await service.close();
    remove();
  }
}

/** A document with Apertium through us, beside Apertium's own document translation of the same file. */
export async function benchApertiumDocument() {
  if (!hasApertium()) {
    say('Skipped: a document with Apertium (not installed here).');
    return undefined;
  }
  const { folder, remove } = scratch();
  const path = join(folder, 'long.docx');
  const source = await makeDocx(PARAGRAPHS);
  writeFileSync(path, source);
  const service = await startService({ env: NO_LIMITS });
  const fields = { to: 'es', engine: 'apertium' };
  try {
    const ours = async () => service.result((await service.upload('long.docx', source, fields)).id);
    const other = () => {
      const run = spawnSync('apertium', ['-f', 'docx', 'eng-spa', path, join(folder, 'apertium.docx')], {
        encoding: 'utf8',
      });
      if (run.status !== 0) throw new Error(`apertium -f docx: ${run.stderr}`);
      return Promise.resolve();
    };
    return {
      what: `${PARAGRAPHS}-paragraph DOCX, English to Spanish: service / apertium -f docx`,
      aim: '< 1',
      ...(await sideBySide(3, ours, other)),
    };
  } finally {
    await service.close();
    remove();
  }
}
