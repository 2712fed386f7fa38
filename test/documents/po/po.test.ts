import { spawnSync } from 'node:child_process';
import { po as gettext } from 'gettext-parser';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { poFormat } from '../../../service/documents/po/po-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { textTrip } from '../support/text-trip.ts';

const { segments, texts, translated } = textTrip(poFormat);

const HEADER = `# A catalogue
msgid ""
msgstr ""
"Project-Id-Version: cars 1.0\\n"
"PO-Revision-Date: 2020-01-01 10:00+0000\\n"
"Language: es\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`;

function po(...entries: string[]): string {
  return [HEADER, ...entries].join('\n');
}

const upper = (text: string) => text.replace(/[a-z]{2,}/g, (word) => word.toUpperCase());

describe('texts of Java', () => {
  it('have apostrophes that quote nothing', async () => {
    const po = `#, java-format\nmsgid "It''s {0}"\nmsgstr ""\n\n#, java-format\nmsgid "On {0}"\nmsgstr ""\n`;
    const options = { from: 'en', to: 'fr' };
    const { segments: found } = await poFormat.extract(Buffer.from(po), { ...options, maxSegments: 9 });
    expect(found.map(({ text }) => text)).toEqual(["It's {0}", 'On {0}']);
    const { bytes } = await poFormat.assemble(Buffer.from(po), ["C'est {0}", "Dès l'an {0}"], options);
    expect(
      Buffer.from(bytes)
        .toString()
        .match(/(?<=msgstr ).*/g),
    ).toEqual([`"C''est {0}"`, '"Dès l’an {0}"']);
  });
});

describe('segments of PO', () => {
  it('have tags, and marks of a notation that the file uses, as codes', async () => {
    const file = po(
      'msgid "The <b>red</b> house"\nmsgstr ""\n',
      'msgid "See :ref:`the |x| <y>`"\nmsgstr ""\n',
    );
    expect(await texts(file)).toEqual(['The <1>red</1> house', 'See <1>the |x|</1>']);
    const { text } = await translated(file, ['La casa <1>roja</1>', '<1>Véase |x|</1>']);
    expect(text).toContain('msgstr "La casa <b>roja</b>"');
    expect(text).toContain('msgstr ":ref:`Véase |x| <y>`"');
  });

  it('are untranslated and fuzzy entries, not finished or obsolete ones', async () => {
    const file = po(
      'msgid "Done"\nmsgstr "Hecho"\n',
      'msgid "To do"\nmsgstr ""\n',
      '#, fuzzy\n#| msgid "Old"\nmsgid "New text"\nmsgstr "Viejo"\n',
      '#~ msgid "Gone"\n#~ msgstr ""\n',
    );
    expect(await segments(file)).toEqual([
      { text: 'To do' },
      { text: 'New text', target: 'Viejo', note: 'Previous source: Old\nFuzzy translation: Viejo' },
    ]);
  });

  it('have the context as key, notes of programmers and translators and the other form as note', async () => {
    const file = po(
      '# Anna: ask the client\n#. On a button\n#. of the garage\n#: a.c:1\nmsgctxt "verb"\nmsgid "Park"\nmsgstr ""\n',
      'msgid "%d red car"\nmsgid_plural "%d red cars"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
    expect(await segments(file)).toMatchObject([
      { text: 'Park', key: 'verb', note: 'On a button\nof the garage\nAnna: ask the client' },
      { text: '%d red car', note: 'Plural: %d red cars' },
      { text: '%d red cars', note: 'Singular: %d red car' },
    ]);
    const [, one, many] = await segments(file);
    expect(one!.group).toBe(many!.group);
  });

  it('show flags, the old text and its translation as notes', async () => {
    const file = po(
      '#, fuzzy, c-format, max-length:20\n#| msgid "Old \\"%s\\" "\n#| "car"\nmsgid "Red %s"\nmsgstr "%s viejo"\n',
    );
    expect(await segments(file)).toEqual([
      {
        text: 'Red %s',
        syntaxes: ['c-format'],
        target: '%s viejo',
        maxChars: 20,
        note: 'Flags: c-format, max-length:20\nPrevious source: Old "%s" car\nFuzzy translation: %s viejo',
      },
    ]);
  });

  it('keep the tags of their old translation, where they are those of the source', async () => {
    const entry = (old: string) => `#, fuzzy\nmsgid "The <b>red</b> car<br/>"\nmsgstr "${old}"\n`;
    const [same, other] = await segments(po(entry('El coche <b>viejo</b><br/>'), entry('El <i>coche</i>')));
    expect(same!.target).toBe('El coche <1>viejo</1>');
    expect(other!.target).toBeUndefined();
  });

  it('are read as C reads them, over several lines', async () => {
    const file = po('msgid ""\n"A \\"red\\" car\\n"\n  "and \\\\ a\\tb" "c\\303"\nmsgstr ""\n');
    expect(await texts(file)).toEqual(['A "red" car\nand \\ a\tbcÃ']);
  });

  it('are not the names of translators', async () => {
    expect(
      await texts(po('msgid "translator-credits"\nmsgstr ""\n', 'msgid "Your names"\nmsgstr ""\n')),
    ).toEqual([]);
  });

  it('have no accelerator', async () => {
    const file = po(
      'msgid "_Open"\nmsgstr ""\n',
      'msgid "Save _As…"\nmsgstr ""\n',
      'msgid "E_xit"\nmsgstr ""\n',
      'msgid "_Help"\nmsgstr ""\n',
      'msgid "The max_size of it"\nmsgstr ""\n',
    );
    expect(await texts(file)).toEqual(['Open', 'Save As…', 'Exit', 'Help', 'The max_size of it']);
  });
});

describe('a translated PO file', () => {
  it('is the source, byte for byte, where nothing changed', async () => {
    const file = po(
      '#, fuzzy\nmsgid "_Car"\nmsgstr "x"\n',
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\nmsgstr[1] ""',
    ).replaceAll('\n', '\r\n');
    expect((await translated(file, (same) => same)).text).toBe(file);
  });

  it('has its translations, and entries that are the same in both languages too', async () => {
    const file = po(
      'msgid "Red car\\n"\nmsgstr ""\n',
      'msgid "OK then"\nmsgstr ""\n',
      'msgid "%s"\nmsgstr ""\n',
    );
    const { text } = await translated(file, ['Coche rojo', 'OK then', null]);
    expect(text).toBe(
      po(
        'msgid "Red car\\n"\nmsgstr "Coche rojo\\n"\n',
        'msgid "OK then"\nmsgstr "OK then"\n',
        'msgid "%s"\nmsgstr "%s"\n',
      ),
    );
  });

  it('leaves an entry alone that the engine did not translate', async () => {
    const file = po('msgid "Red car"\nmsgstr ""\n', 'msgid "Blue car"\nmsgstr ""\n');
    expect((await translated(file, ['Coche rojo', null])).text).toBe(
      file.replace('"Red car"\nmsgstr ""', '"Red car"\nmsgstr "Coche rojo"'),
    );
  });

  it('is not fuzzy any more, or is marked so where that is asked for', async () => {
    const file = po(
      '#, fuzzy, c-format\n#| msgid "Old"\nmsgid "Red car"\nmsgstr "Viejo"\n',
      '#: a.c\nmsgid "Big house"\nmsgstr ""\n',
    );
    expect((await translated(file, ['Coche', 'Casa'])).text).toBe(
      po('#, c-format\nmsgid "Red car"\nmsgstr "Coche"\n', '#: a.c\nmsgid "Big house"\nmsgstr "Casa"\n'),
    );
    const marked = textTrip(poFormat, { formatOptions: { 'po.mark': 'fuzzy' } });
    expect((await marked.translated(file, ['Coche', 'Casa'])).text).toBe(
      po(
        '#, fuzzy, c-format\nmsgid "Red car"\nmsgstr "Coche"\n',
        '#: a.c\n#, fuzzy\nmsgid "Big house"\nmsgstr "Casa"\n',
      ),
    );
  });

  it('is not marked as fuzzy where a person has confirmed it', async () => {
    const file = Buffer.from(
      po(
        'msgid "Red car"\nmsgstr ""\n',
        'msgid "a"\nmsgid_plural "big houses"\nmsgstr[0] ""\nmsgstr[1] ""\n',
        'msgid "Sky"\nmsgstr ""\n',
      ),
    );
    const options = { from: 'en', to: 'es', formatOptions: { 'po.mark': 'fuzzy' } };
    const marks = async (confirmed: boolean[]) => {
      const { bytes } = await poFormat.assemble(file, ['Coche', 'casa', 'casas', 'Cielo'], {
        ...options,
        confirmed,
      });
      return Array.from(
        Buffer.from(bytes)
          .toString()
          .matchAll(/#, fuzzy\nmsgid "(.*)"/g),
        ([, id]) => id,
      );
    };
    expect(await marks([true, true, true, false])).toEqual(['Sky']);
    expect(await marks([false, true, false, true])).toEqual(['Red car', 'a']);
  });

  it('is wrapped as gettext does where the file is', async () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
    const wrapped = po(
      `msgid ""\n"This text goes over several lines, for it is too long for a single one of "\n"them."\nmsgstr ""\n`,
      'msgid "First\\nsecond"\nmsgstr ""\n',
      'msgid ""\n"First\\n"\n"third"\nmsgstr ""\n',
    );
    const { text } = await translated(wrapped, [long, 'Uno\ndos', 'Uno\ntres']);
    expect(text).toContain(
      'msgstr ""\n"one two three four five six seven eight nine ten eleven twelve thirteen "\n"fourteen"\n',
    );
    expect(text).toContain('msgid "First\\nsecond"\nmsgstr "Uno\\ndos"\n');
    expect(text).toContain('msgstr ""\n"Uno\\n"\n"tres"\n');
    const { text: whole } = await translated(po('msgid "Short text"\nmsgstr ""\n'), [`${long} ${long}`]);
    expect(whole).toContain(`msgstr "${long} ${long}"\n`);
  });

  it('keeps what programs put values for, by number where the order changed', async () => {
    const file = po(
      '#, c-format\nmsgid "%s has %d cars"\nmsgstr ""\n',
      '#, python-format\nmsgid "%(a)s has %(b)d cars"\nmsgstr ""\n',
      '#, c-format\nmsgid "%s is red"\nmsgstr ""\n',
    );
    const { text, kept } = await translated(file, ['%d coches de %s', '%(b)d de %(a)s', 'Es rojo']);
    expect(text).toContain('msgstr "%2$d coches de %1$s"');
    expect(text).toContain('msgstr "%(b)d de %(a)s"');
    expect(text).toContain('msgid "%s is red"\nmsgstr ""');
    expect(kept).toEqual([{ index: 2 }]);
  });

  it('has accelerators before the same letter, the first one, or behind a text of another script', async () => {
    const file = po(
      'msgid "_Open"\nmsgstr ""\n',
      'msgid "Save _As…"\nmsgstr ""\n',
      'msgid "_Quit"\nmsgstr ""\n',
    );
    expect((await translated(file, ['Abrir otro', 'Guardar como…', '<b>Salir'])).text).toMatch(
      /"_Open"\nmsgstr "Abrir _otro"[^]*"Gu_ardar como…"[^]*"<b>_Salir"/,
    );
    const japanese = textTrip(poFormat, { to: 'ja' });
    expect((await japanese.translated(file, ['開く', '名前を付けて保存…', '終了'])).text).toMatch(
      /"開く\(_O\)"[^]*"名前を付けて保存\(_A\)…"/,
    );
  });
});

describe('plural forms', () => {
  const OPEN = HEADER.replace('Language: es', 'Language: ').replace(
    'nplurals=2; plural=(n != 1)',
    'nplurals=INTEGER; plural=EXPRESSION',
  );
  const ENTRY = '#, c-format\nmsgid "%d car"\nmsgid_plural "%d cars"\nmsgstr[0] ""\nmsgstr[1] ""\n';

  it('come from singular and plural as the header of a file in the target language says', async () => {
    expect((await translated(po(ENTRY), ['%d coche', '%d coches'])).text).toContain(
      'msgstr[0] "%d coche"\nmsgstr[1] "%d coches"\n',
    );
    const slovenian = HEADER.replace('Language: es', 'Language: sl').replace(
      'nplurals=2; plural=(n != 1)',
      'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0)',
    );
    const file = `${slovenian}\n${ENTRY}msgstr[2] ""\nmsgstr[3] ""\n`;
    const { text } = await textTrip(poFormat, { to: 'sl' }).translated(file, ['%d avto', '%d avti']);
    expect(text).toContain(
      'msgstr[0] "%d avti"\nmsgstr[1] "%d avto"\nmsgstr[2] "%d avti"\nmsgstr[3] "%d avti"\n',
    );
    expect(text).toContain(slovenian);
  });

  it('are as many as the target language has, and the header says so', async () => {
    const polish = textTrip(poFormat, { to: 'pl' });
    const { text } = await polish.translated(`${OPEN}\n${ENTRY}`, ['%d auto', '%d aut']);
    expect(text).toContain('msgstr[0] "%d auto"\nmsgstr[1] "%d aut"\nmsgstr[2] "%d aut"\n');
    expect(text).toContain('"Language: pl\\n"\n');
    expect(text).toContain('"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 &&');
    const japanese = textTrip(poFormat, { to: 'ja' });
    const one = (await japanese.translated(`${OPEN}\n${ENTRY}`, ['%d 台', '%d 台の車'])).text;
    expect(one).toContain('msgstr[0] "%d 台の車"\n');
    expect(one).not.toContain('msgstr[1]');
  });

  it('stay as many as the finished entries of the file have', async () => {
    const finished = 'msgid "a house"\nmsgid_plural "houses"\nmsgstr[0] "dom"\nmsgstr[1] "domy"\n';
    const file = `${HEADER.replace('Language: es', 'Language: ')}\n${finished}\n${ENTRY}`;
    const { text } = await textTrip(poFormat, { to: 'pl' }).translated(file, ['%d auto', '%d aut']);
    expect(text).toContain('nplurals=2');
    expect(text).toContain('msgstr[0] "%d auto"\nmsgstr[1] "%d aut"\n');
  });

  it('of a count that the singular does not say are never used for others', async () => {
    const russian = HEADER.replace('Language: es', 'Language: ru').replace(
      'nplurals=2; plural=(n != 1)',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)',
    );
    const entry = ENTRY.replace('"%d car"', '"A car"');
    const { text } = await textTrip(poFormat, { to: 'ru' }).translated(`${russian}\n${entry}msgstr[2] ""\n`, [
      'Машина',
      '%d машин',
    ]);
    expect(text).toContain('msgstr[0] "%d машин"\n');
  });

  it('are not written where only one of two forms has a translation', async () => {
    const file = po(ENTRY);
    const { text, kept } = await translated(file, ['%d coche', null]);
    expect(text).toBe(file);
    expect(kept).toEqual([{ index: 0 }]);
  });
});

describe('the header', () => {
  it('changes in language and encoding only, whatever is wrapped in it', async () => {
    const header = HEADER.replace('Language: es', 'Language: ')
      .replace('UTF-8', 'CHARSET')
      .replace('"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n', '"X-Long: one "\n"two\\n"\n');
    const { text } = await translated(`${header}\nmsgid "Red car"\nmsgstr ""\n`, ['Coche']);
    expect(text).toBe(
      `${header.replace('Language: ', 'Language: es').replace('CHARSET', 'UTF-8')}\nmsgid "Red car"\nmsgstr "Coche"\n`,
    );
  });

  it('says UTF-8 where a translation does not fit the encoding of the file', async () => {
    const file = Buffer.from(
      po('msgid "Red car"\nmsgstr ""\n', '# Se\u00f1or\n').replace('UTF-8', 'ISO-8859-1'),
      'latin1',
    );
    const { bytes, warnings } = await poFormat.assemble(file, ['Красная машина'], { from: 'en', to: 'es' });
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('charset=UTF-8');
    expect(text).toContain('Красная машина');
    expect(text).toContain('Señor');
    expect(warnings.map(({ code }) => code)).toEqual(['encoding_changed']);
    const kept = await poFormat.assemble(file, ['Coche inglés'], { from: 'en', to: 'es' });
    expect(Buffer.from(kept.bytes).toString('latin1')).toContain('msgstr "Coche inglés"');
  });

  it('is made where plural forms need one', async () => {
    const { text } = await translated('msgid "car"\nmsgid_plural "cars"\nmsgstr[0] ""\nmsgstr[1] ""\n', [
      'coche',
      'coches',
    ]);
    expect(text).toMatch(
      /^msgid ""\nmsgstr ""\n"Content-Type: text\/plain; charset=UTF-8\\n"\n"Language: es\\n"\n"Plural-Forms: nplurals=2; plural=\(n != 1\);\\n"\n\nmsgid "car"/,
    );
  });
});

describe('PO files', () => {
  it('are recognised by their content, also under the name of a template of PowerPoint', async () => {
    const file = (text: string, fileName?: string) =>
      detectFormat(Buffer.from(text), { fileName, mediaType: undefined }).then(({ fileType }) => fileType);
    expect(await file(po(), 'messages.pot')).toBe('po');
    expect(await file(po())).toBe('po');
    expect(await refusalCode(() => file('some text', 'de.po'))).toBe('wrong_extension');
  });

  it('whose msgid are keys are refused', async () => {
    const keys = po('msgid "menu.file"\nmsgstr "File"\n', 'msgid "menu.open_recent"\nmsgstr "Open recent"\n');
    expect(await refusalCode(() => poFormat.extract(Buffer.from(keys), ANY_NUMBER))).toBe(
      'unsupported_file_type',
    );
  });

  it('of another language than the target are warned of, if something in them is finished', async () => {
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: fr\\n"\n\n';
    const open = 'msgid "Red car"\nmsgstr ""\n';
    const warningsOf = async (text: string, to: string) =>
      (await poFormat.extract(Buffer.from(text), { ...ANY_NUMBER, from: 'en', to })).warnings;
    const finished = `${header}${open}\nmsgid "House"\nmsgstr "Maison"\n`;
    expect(await warningsOf(finished, 'es')).toMatchObject([
      { code: 'other_language_kept', count: 1, details: { language: 'fr' } },
    ]);
    expect(await warningsOf(finished, 'fr-CA')).toEqual([]);
    expect(await warningsOf(header + open, 'es')).toEqual([]);
  });

  it('with broken entries keep those as they are', async () => {
    const file = po(
      'msgid "broken"\nmsgstr "t1"-4""\n',
      'msgid "Red car"\nmsgstr ""\n',
      'domain other\n',
      'msgid "Big house"\nmsgstr ""',
    );
    expect((await translated(file, ['Coche', 'Casa'])).text).toBe(
      file
        .replace('"Red car"\nmsgstr ""', '"Red car"\nmsgstr "Coche"')
        .replace('house"\nmsgstr ""', 'house"\nmsgstr "Casa"'),
    );
  });

  it('are read by other programs as they are here', async () => {
    const file = po(
      '#, c-format\nmsgid "%d red car"\nmsgid_plural "%d red cars"\nmsgstr[0] ""\nmsgstr[1] ""\n',
      'msgctxt "a"\nmsgid "Say \\"hi\\"\\n\\tto all\\n"\nmsgstr ""\n',
    );
    const { text } = await translated(file, upper);
    const read = gettext.parse(text).translations;
    expect(read['']!['%d red car']!.msgstr).toEqual(['%d RED CAR', '%d RED CARS']);
    expect(read['a']!['Say "hi"\n\tto all\n']!.msgstr).toEqual(['SAY "HI"\n\tTO ALL\n']);
    const checked = spawnSync('msgfmt', ['-c', '-o', '-', '-'], { input: text });
    if (checked.error === undefined) expect(checked.stderr.toString()).not.toMatch(/error/i);
  });
});
