import { setTimeout as sleep } from 'node:timers/promises';
import { PSEUDO_LANGUAGE } from '../contract/index.ts';
import { createYield } from '../lib/yielding.ts';
import { formatCoded, parseCoded, plainText } from '../text/codes.ts';
import { scan } from '../text/protected/scan.ts';
import type { Engine, EngineSession } from './engine.ts';
import { PSEUDO_ENGINE } from './routing.ts';

const PAIRS =
  'AÅBƁCÇDÐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQǪRŔSŠTŢUÛVṼWŴXẊYÝZŽaåbƀcçdðeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqǫrŕsštţuûvṽwŵxẋyýzž';
/** The replacement of each ASCII unit: four times as fast as a Map of letters. */
const ACCENTED = Uint16Array.from({ length: 0x80 }, (_, unit) => unit);
for (let at = 0; at < PAIRS.length; at += 2) ACCENTED[PAIRS.charCodeAt(at)] = PAIRS.charCodeAt(at + 1);
/** Translations of English commonly grow by about this share, which a layout must accommodate. */
const GROWTH = 0.3;
const FILLER = 'one two three four five six seven eight nine ten ';

function accent(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if (unit < ACCENTED.length) units[at] = ACCENTED[unit]!;
  }
  return bytes.toString('utf16le');
}

/** Accents everything except URLs, addresses and placeholders, which must come back unchanged. */
function accentAround(plain: string): string {
  const spans = scan(plain);
  if (spans.length === 0) return accent(plain);
  let result = '';
  let end = 0;
  for (const span of spans) {
    result += accent(plain.slice(end, span.start)) + plain.slice(span.start, span.end);
    end = span.end;
  }
  return result + accent(plain.slice(end));
}

/** Words that make a text of `length` UTF-16 units about 30 % longer, cut to size. */
function padding(length: number): string {
  const wanted = Math.ceil(length * GROWTH);
  return FILLER.repeat(Math.ceil(wanted / FILLER.length))
    .slice(0, wanted)
    .trimEnd();
}

/** `Save <1>all</1>` → `[Šåṽé <1>åļļ</1> one]`: brackets show truncation, accents untranslated text. */
export function pseudoLocalise(coded: string): string {
  const plain = plainText(coded);
  if (plain.trim() === '') return coded;
  const tokens = parseCoded(coded).map((token) =>
    token.kind === 'text' ? { kind: token.kind, text: accentAround(token.text) } : token,
  );
  return `[${formatCoded(tokens)} ${padding(plain.length)}]`;
}

/** Pseudo-localisation: keeps codes. `delayMs` per segment lets tests watch, cancel and crash a job. */
export function createPseudoEngine(options: { delayMs: number }): Engine {
  const session: EngineSession = {
    async translate(texts, _options, signal) {
      signal.throwIfAborted();
      const answers: string[] = [];
      const yieldIfDue = createYield();
      for (const text of texts) {
        if (options.delayMs > 0) await delay(options.delayMs, signal);
        answers.push(pseudoLocalise(text));
        await yieldIfDue();
        signal.throwIfAborted();
      }
      return answers;
    },
    close: () => Promise.resolve(),
  };
  return {
    id: PSEUDO_ENGINE,
    name: 'Pseudo-localisation',
    offline: true,
    capabilities: { inlineCodes: true, glossary: false, tone: 'none', context: false },
    state: () =>
      Promise.resolve({ state: 'ready', pairs: [{ from: '*', to: PSEUDO_LANGUAGE, ready: true }] }),
    open: () => Promise.resolve(session),
  };
}

/** Rejects with the signal's own reason: node's sleep would wrap it. */
async function delay(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
