// The translation memory at 100,000 units: what a search takes beside the same question put to SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '../../scripts/lib/steps.mjs';
import { openDatabase } from '../../service/memory/database.ts';
import { concordance } from '../../service/memory/concordance.ts';
import { createMemoryUnits } from '../../service/memory/memory-units.ts';
import { filteredUnits } from '../../service/memory/unit-filter.ts';
import { createRandom } from '../support/random.ts';
import { sideBySide } from './figures.ts';
import type { Row } from './figures.ts';

const UNITS = 100_000;
const ROUNDS = 9;
const KEY = { account: 'local', from: 'en', to: 'es' };
const ABSENT = 'absent';
const AIM = '< 50 ms';

export async function benchTranslationMemory(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  const db = openDatabase(join(folder, 'lexicon.db'));
  try {
    const memory = createMemoryUnits(db);
    say(`Storing ${UNITS} units …`);
    const sentences = someSentences(UNITS);
    const units = sentences.map((source) => ({ source, target: source.toUpperCase() }));
    memory.put(KEY, units, { at: new Date().toISOString(), origin: 'imported' });
    const scan = (): unknown =>
      db.all('SELECT id FROM unit WHERE source LIKE ? OR target LIKE ? ORDER BY id DESC', [
        `%${ABSENT}%`,
        `%${ABSENT}%`,
      ]);
    // Each of them another one, as a translator goes on from segment to segment.
    let next = 0;
    const similar = (): unknown =>
      memory.search(KEY, `${sentences[(next += 7_919) % UNITS]} x`, { limit: 5, min: 70 });
    const listed = (): unknown =>
      filteredUnits(memory.parts, [KEY], { text: ABSENT }, { limit: 50, until: Infinity });
    /** Two words of a sentence, in another form. */
    const words = (): unknown => {
      const [one = '', , other = ''] = sentences[(next += 7_919) % UNITS]!.split(' ');
      const query = { text: `${one}s ${other}`, side: 'source' as const, limit: 50 };
      return concordance(memory.parts.texts, [KEY], query, { until: Infinity });
    };
    return [
      {
        what: `memory of ${UNITS}: list by text, absent / SQLite's LIKE (ms)`,
        aim: AIM,
        ...(await sideBySide(ROUNDS, listed, scan)),
      },
      {
        what: `memory of ${UNITS}: concordance / SQLite's LIKE (ms)`,
        aim: AIM,
        ...(await sideBySide(ROUNDS, words, scan)),
      },
      {
        what: `memory of ${UNITS}: similar sentences / SQLite's LIKE (ms)`,
        aim: AIM,
        ...(await sideBySide(ROUNDS, similar, scan)),
      },
    ];
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

/** Some words are common and most are rare, as in a language. */
function someSentences(count: number): string[] {
  const random = createRandom(7);
  const words = Array.from({ length: 8_000 }, (_, n) => `${'aeiou'[n % 5]}w${n.toString(36)}`);
  const word = (): string => words[random.below(random.below(words.length) + 1)]!;
  return Array.from({ length: count }, (_, n) =>
    [n.toString(36), ...Array.from({ length: 6 + random.below(14) }, word)].join(' '),
  );
}
