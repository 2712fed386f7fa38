import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApertiumEngine } from '../../service/engines/apertium/engine.ts';
import { createApertiumSession } from '../../service/engines/apertium/session.ts';
import { EngineError } from '../../service/engines/engine.ts';
import type { EngineSession } from '../../service/engines/engine.ts';
import { parseCoded } from '../../service/text/codes.ts';
import { repairCodes } from '../../service/text/repair.ts';
import { codedSource } from '../text/coded-arbitraries.ts';

const engine = createApertiumEngine();
const state = await engine.state();
const hasPair = state.pairs.some(({ from, to, ready }) => from === 'en' && to === 'es' && ready);
const never = new AbortController().signal;

/** The pipelines' shells among this process's children. */
function shells(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, comm, status, parent] = /^\d+ \((.*)\) (\S) (\d+)/.exec(
          readFileSync(`/proc/${pid}/stat`, 'utf8'),
        )!;
        return comm === 'bash' && status !== 'Z' && Number(parent) === process.pid ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
}

describe('a pipeline that a text kills', () => {
  /** Echoes what it gets, and ends at the word POISON. */
  const command =
    'while IFS= read -r -d "" text; do case "$text" in *POISON*) exit 1;; esac; printf "%s\\0" "$text"; done';

  it('answers urgent texts before those that waited', async () => {
    const session = createApertiumSession(command, { from: 'en', to: 'es' });
    const order: string[] = [];
    const ask = async (name: string, urgent: boolean) => {
      // Twice what is written ahead: some of it waits.
      await session.translate(urgent ? [name] : Array<string>(10).fill('x'.repeat(4_000)), { urgent }, never);
      order.push(name);
    };
    await Promise.all([
      ask('first', false),
      ask('second', false),
      ask('urgent', true),
      ask('urgent too', true),
    ]);
    expect(order).toEqual(['urgent', 'urgent too', 'first', 'second']);
    await session.close();
  });

  it('answers a short request before a long one that came first', async () => {
    const session = createApertiumSession(command, { from: 'en', to: 'es' });
    const order: string[] = [];
    const ask = async (name: string, texts: string[]) => {
      await session.translate(texts, {}, never);
      order.push(name);
    };
    // A hundred times what is written ahead.
    await Promise.all([
      ask('long', Array<string>(400).fill('x'.repeat(4_000))),
      ask('short', ['a', 'b', 'c']),
      ask('shorter', ['a']),
    ]);
    expect(order.at(-1)).toBe('long');
    await session.close();
  });

  it('is asked again, with a code for a term, where the term does not come out', async () => {
    const dropping =
      'while IFS= read -r -d "" text; do text=${text//project/}; printf "%s\\0" "${text// plan/ idea}"; done';
    const session = createApertiumSession(dropping, { from: 'en', to: 'es' });
    const terms = [new Map([[1, 'project']]), new Map([[1, 'plan']]), undefined];
    const answers = session.translate(['the <1/> ends', 'the <1/> ends', 'the plan'], { terms }, never);
    await expect(answers).resolves.toEqual(['the <1/> ends', 'the <1/> ends', 'the idea']);
    await session.close();
  });

  it('answers all others, and nothing to that text', async () => {
    const session = createApertiumSession(command, { from: 'en', to: 'es' });
    const calls = await Promise.all([
      session.translate(['one', 'two'], {}, new AbortController().signal),
      session.translate(['three', 'POISON', 'four'], {}, never),
      session.translate(['five', 'six'], {}, never),
    ]);
    expect(calls).toEqual([
      ['one', 'two'],
      ['three', '', 'four'],
      ['five', 'six'],
    ]);
    await expect(session.translate(['POISON', 'seven'], {}, never)).resolves.toEqual(['', 'seven']);
    await session.close();
  });

  it('answers a text in whose presence it was killed three times by chance', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'interlinear-deaths-'));
    const deaths = join(folder, 'deaths');
    writeFileSync(deaths, '');
    const mortal =
      'while IFS= read -r -d "" text; do ' +
      `case "$text" in *CHANCE*) if [ $(wc -c < "${deaths}") -lt 3 ]; then printf x >> "${deaths}"; exit 1; fi;; esac; ` +
      'printf "%s\\0" "$text"; done';
    const session = createApertiumSession(mortal, { from: 'en', to: 'es' });
    await expect(session.translate(['one', 'CHANCE', 'two'], {}, never)).resolves.toEqual([
      'one',
      'CHANCE',
      'two',
    ]);
    await session.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['ends', ''],
    ['answers with nothing', 'while IFS= read -r -d "" text; do printf "\\0"; done'],
  ])(
    'that %s before it has begun says so once: then the direction is not ready for a while',
    async (_how, does) => {
      const folder = mkdtempSync(join(tmpdir(), 'interlinear-starts-'));
      const starts = join(folder, 'starts');
      let isReady = true;
      const session = createApertiumSession(
        `printf x >> "${starts}"; ${does}`,
        { from: 'en', to: 'es' },
        { onNotReady: () => (isReady = false) },
      );
      for (let start = 1; start <= 2; start++)
        await expect(session.translate(['one'], {}, never)).rejects.toMatchObject({ retryable: true });
      expect(isReady).toBe(true);
      const forty = Array.from({ length: 40 }, () =>
        session.translate(['one', 'two'], {}, new AbortController().signal),
      );
      for (const answer of await Promise.allSettled(forty))
        expect(answer).toMatchObject({
          status: 'rejected',
          reason: {
            retryable: false,
            message: expect.stringMatching(/^Apertium does not start from en to es: .* Install/) as string,
          },
        });
      await expect(session.translate(['one'], {}, never)).rejects.toMatchObject({ retryable: false });
      expect(isReady).toBe(false);
      expect(readFileSync(starts, 'utf8')).toBe('xxx');
      await session.close();
      rmSync(folder, { recursive: true });
    },
  );
});

describe.skipIf(hasPair)('Apertium where it is not installed', () => {
  it('says how to install it, and which directions that would give', () => {
    expect(state.state).toBe('unavailable');
    if (process.platform !== 'linux') return;
    expect(state.reason).toContain('sudo apt install apertium apertium-eng-spa');
    expect(state.pairs).toContainEqual({ from: 'en', to: 'es', ready: false });
  });
});

describe.skipIf(!hasPair)('Apertium (needs the packages apertium and apertium-eng-spa)', () => {
  let session: EngineSession;
  beforeAll(async () => {
    session = await engine.open({ from: 'en', to: 'es' });
  });
  afterAll(() => session.close());

  it('keeps formatting on the translated words', async () => {
    const answers = await session.translate(
      ['This is a <1>very important</1> document.', 'the quick <1>brown fox</1> jumps over the lazy dog'],
      {},
      never,
    );
    expect(answers[0]).toBe('Esto es un documento <1>muy importante</1>.');
    expect(answers[1]).toContain('<1>zorro marrón</1>');
  });

  it('keeps note marks behind their words and breaks between lines', async () => {
    await expect(
      session.translate(['See the note<1/> below.', 'Line one<1/>line two'], {}, never),
    ).resolves.toEqual(['Ver la nota<1/> abajo.', 'Línea una<1/>línea dos']);
  });

  it('keeps the spaces around standalone codes', async () => {
    const [greeting, list, bracket] = await session.translate(
      ['Hello, <1/>!', 'Write a letter to <1/> <2/> <3/>', 'Open <1/>, then <2/> (or <3/>): done.'],
      {},
      never,
    );
    expect(greeting).toMatch(/, <1\/>!$/);
    expect(list).toMatch(/ <1\/> <2\/> <3\/>$/);
    expect(bracket).toMatch(/<1\/>, .* <2\/> \(.* <3\/>\)/);
  });

  it('puts a name behind the word that it describes', async () => {
    const shown = [new Map([[1, 'USB-A']]), new Map([[1, '3B']]), new Map([[1, '%s']])];
    await expect(
      session.translate(
        ['The <1/> cable is red.', 'Our class <1/> left.', "<1/>'s house is red."],
        { shown },
        never,
      ),
    ).resolves.toEqual(['El cable <1/> es rojo.', 'Nuestra clase <1/> dejó.', 'La casa de <1/> es roja.']);
  });

  it('glues no words, moves none around a sign, and keeps the capitals of a name', async () => {
    await expect(
      session.translate(['Set the non-interactive mode now', 'They use Apache POI here'], {}, never),
    ).resolves.toEqual(['Pone el modo no interactivo ahora', expect.stringContaining('Apache POI')]);
    await expect(
      session.translate(
        ['It is a natural, modern way', 'Sales &amp; Marketing', 'The "quick" answer'],
        {},
        never,
      ),
    ).resolves.toEqual(['Es una manera natural, moderna', 'Ventas &amp; Marketing', 'La respuesta "rápida"']);
    await expect(session.translate(['No', 'WARNING: stop'], {}, never)).resolves.toEqual([
      'No',
      'AVISO: parón',
    ]);
  });

  it('keeps the full stop of an abbreviation at the end, and both of two pronouns', async () => {
    await expect(
      session.translate(['505 Third St.', 'If he/she agrees', 'Sign (he/she)'], {}, never),
    ).resolves.toEqual(['505 Tercer St.', 'Si él o ella acuerda', 'Signo (él/ella)']);
  });

  it('has a glossary term in order and agreement with its words', async () => {
    const texts = ['See each <1/> team', 'The <1/> are here', 'The <1/>’s address is new'];
    const terms = [new Map([[1, 'project']]), new Map([[1, 'servers']]), new Map([[1, 'server']])];
    await expect(session.translate(texts, { terms }, never)).resolves.toEqual([
      'Ver cada equipo de <1/>',
      'Los <1/> son aquí',
      'La alocución del <1/> es nueva',
    ]);
  });

  it.each([
    ['The old <1/> is new', 'file', 'fichero', 'El <1/> viejo es nuevo'],
    ['The name of the <1/>', 'file', 'fichero', 'El nombre del <1/>'],
    ['The big <1/> were deleted', 'files', 'ficheros', 'Los <1/> grandes estuvieron eliminados'],
    ['<1/> of the red house', 'File', 'Fichero', '<1/> de la casa roja'],
    ['The red <1/> is open', 'power supply', 'fuente de alimentación', 'La <1/> roja es abierta'],
    ['A word that it does not know: the red <1/>', 'widget', 'pieza', /: la <1\/> roja$/],
  ])('has “%s” agree with the translation in the glossary (%s: %s)', async (text, term, shown, answer) => {
    const options = { terms: [new Map([[1, term]])], shown: [new Map([[1, shown]])] };
    const [said] = await session.translate([text], options, never);
    if (typeof answer === 'string') expect(said).toBe(answer);
    else expect(said).toMatch(answer);
  });

  it('leaves a term be that describes, and one whose translation has no gender that it knows', async () => {
    const terms = ['manual', 'water', 'file'].map((term) => new Map([[1, term]]));
    const shown = ['manual', 'agua', 'xyzzy'].map((word) => new Map([[1, word]]));
    const texts = ['A <1/> process is slow', 'The <1/> is clean', 'The <1/> is old'];
    await expect(session.translate(texts, { terms, shown }, never)).resolves.toEqual([
      'Un proceso <1/> es lento',
      'El <1/> es limpio',
      'La <1/> es vieja',
    ]);
  });

  it('keeps a tilde, which its pipeline would swallow', async () => {
    expect(await session.translate(['The boat ~ 5 houses'], {}, never)).toEqual(['El bote ~ 5 casas']);
  });

  it.each([
    ['a noncharacter that reads as the end of input', '\uffff'],
    ['the other noncharacters', '\ufffe\ufdd0\u{1ffff}\u{10fffe}'],
    ['half a surrogate pair', '\ud800'],
    ['controls', '\u0001\u001b\u007f\0'],
  ])('carries %s unchanged and unharmed', async (_what, signs) => {
    const other = session.translate(['The dog'], {}, never);
    const [answer] = await session.translate([`The house ${signs} is red`], {}, never);
    expect(answer).toContain(signs);
    expect(answer?.replace(signs, '')).toMatch(/^La casa {1,2}es roj[ao]$/);
    await expect(other).resolves.toEqual(['El perro']);
  });

  it('returns blank texts as they are', async () => {
    await expect(session.translate(['', '  ', 'Hello'], {}, never)).resolves.toEqual(['', '  ', 'Hola']);
  });

  it('gives overlapping calls their own answers', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    const calls = await Promise.all(
      numbers.map((n) => session.translate([`House ${n}`, `Dog ${n}`], {}, new AbortController().signal)),
    );
    expect(calls).toEqual(numbers.map((n) => [`Casa ${n}`, `Perro ${n}`]));
  });

  it('returns an answer to whatever text it gets, and repair then finds every standalone code', async () => {
    const signs = fc.string({
      unit: fc.constantFrom(
        ...Array.from('\\/[]^$<>{}@~*#+&;:.,!?"\'`|_-()=% \t\n\0ab5é世😀\u00a0\u200b\ufeff\u0301'),
      ),
      maxLength: 30,
    });
    const coded = fc.sample(codedSource, { numRuns: 150, seed: 1 });
    const texts = [
      ...coded,
      ...fc.sample(signs, { numRuns: 250, seed: 2 }).map((text) => text.replaceAll('<', '&lt;')),
    ];
    const answers = await session.translate(texts, {}, never);
    expect(answers).toHaveLength(texts.length);
    const alones = (text: string) =>
      parseCoded(text).flatMap((token) => (token.kind === 'standalone' ? [token.id] : []));
    for (const [n, text] of texts.entries()) {
      expect(alones(repairCodes(text, answers[n]!).text).sort()).toEqual(alones(text).sort());
    }
    await expect(session.translate(['House'], {}, never)).resolves.toEqual(['Casa']);
  });

  it('stops at once when aborted, also in a text that would take long, and works on', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const long = 'The house is red and the dog is big. '.repeat(20_000);
    const work = session.translate([long], {}, controller.signal);
    const other = session.translate(['House'], {}, never);
    await expect.poll(shells).not.toEqual([]);
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    await expect(other).resolves.toEqual(['Casa']);
  });

  it('goes on by itself with what a crash has lost', async () => {
    await session.translate(['House'], {}, never);
    const work = session.translate(['The house is red. '.repeat(5_000)], {}, never);
    for (const pid of shells()) process.kill(-pid, 'SIGKILL');
    const [answer] = await work;
    expect(answer).toMatch(/^La casa es roja\. .*La casa es roja\.\s*$/);
    await expect(session.translate(['House'], {}, never)).resolves.toEqual(['Casa']);
  });

  it('leaves no process behind when closed', async () => {
    const own = await engine.open({ from: 'es', to: 'en' });
    const before = shells();
    await own.translate(['casa'], {}, never);
    expect(shells()).toHaveLength(before.length + 1);
    await own.close();
    await expect.poll(shells).toEqual(before);
    await expect(own.translate(['casa'], {}, never)).rejects.toBeInstanceOf(EngineError);
  });

  it('opens no direction that is not installed', async () => {
    await expect(engine.open({ from: 'en', to: 'ja' })).rejects.toThrow('no installed direction');
  });
});
