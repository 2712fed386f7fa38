import { describe, expect, it } from 'vitest';
import { qualityFlags } from '../../service/quality/quality-flags.ts';
import type { TranslatedPair } from '../../service/quality/quality-flags.ts';
import { escapeText } from '../../service/text/codes.ts';
import { expectLinear } from '../support/linear.ts';
import { IS_LONG } from '../support/effort.ts';

const codesOf = (source: string, target: string, more: Partial<TranslatedPair> = {}): string[] =>
  qualityFlags({ source: escapeText(source), target: escapeText(target), from: 'en', to: 'es', ...more }).map(
    ({ code }) => code,
  );

describe('a number', () => {
  it.each([
    ['It costs 1,234.50.', 'Cuesta 1.234,5.', 'es'],
    ['It costs 1,234,567.89 today.', 'Kostet heute 1 234 567,89.', 'de'],
    ['From 10:30 to 12:00.', 'Von 10.30 bis 12.00 Uhr.', 'de'],
    ['At 3 pm on 31/12/2024.', 'El 31-12-2024 a las 15:00.', 'es'],
    ['The 21st century began in 2001.', 'El siglo XXI comenzó en 2001.', 'es'],
    ['There are 3 ways.', 'Hay tres maneras.', 'es'],
    ['There are three ways.', 'Hay 3 maneras.', 'es'],
    ['In the 1990s it grew.', 'En los años 90 creció.', 'es'],
    ['About $2.5 billion was spent.', 'Se gastaron unos 2.500 millones de dólares.', 'es'],
    ['20,000 people came.', '2万人が来ました。', 'ja'],
    ['In 2024 and again in 2024.', 'En 2024, y otra vez.', 'es'],
    ['Pages 1,5,7 and 9', 'Páginas 1, 5, 7 y 9', 'es'],
    ['Chapter 45', 'الفصل ٤٥', 'ar'],
    ['Version 1.2.3', 'Versión 1.2.3', 'es'],
    ['100 people', 'cien personas', 'es'],
    ['He paid 1000.', 'Pagó 1.000.', 'es'],
    ['It costs 150,000 rupees.', 'इसकी कीमत 1,50,000 रुपये है।', 'hi'],
    ['A gap of .5 mm', 'Una distancia de 0,5 mm', 'es'],
    ['24 hours a day', 'vierundzwanzig Stunden am Tag', 'de'],
    ['The 25th anniversary', 'Das 25. Jubiläum', 'de'],
    ['It is 68°F outside.', 'Hace 20 °C fuera.', 'es'],
    ['He is 5 ft 11 in tall.', 'Mide 1,80 m.', 'es'],
    ['3.5 million euros', 'EUR 3.500.000', 'de'],
    ['It was $2.5 billion.', 'C’était 2 500 millions de dollars.', 'fr'],
    ['It costs £5m a year, 2 M€ in France.', 'Cuesta £5.000.000 al año, 2.000.000 € en Francia.', 'es'],
    ['In the 1990s', 'En los años 90', 'es'],
    ['In FY2024/25', 'En el ejercicio 2024-2025', 'es'],
    ['The 19th century', '1800-talet', 'sv'],
    ['At 5:30 pm', 'A las 17.30 h', 'es'],
    ['Um 10.30 Uhr', 'At 10:30', 'en'],
    ['Um 10.00 Uhr und um 9.30 Uhr', 'A las 10 h y a las 9 h 30', 'es'],
    ['In 2024 there were 45.', 'ในปี พ.ศ. 2567 มี 45', 'th'],
    ['On May 1, 2024', '令和6年5月1日', 'ja'],
  ])('may be written as the other language does: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });

  it.each([
    ['It costs 1,234.50.', 'Cuesta 1.234,60.'],
    ['In 1984 it began.', 'En 1948 empezó.'],
    ['It has 47 parts.', 'Tiene partes.'],
    ['There are 3 ways.', 'Hay 8 maneras.'],
    ['It is 1.5 times as long.', 'Es 15 veces más largo.'],
    ['The pipe is 10 m long.', 'El tubo mide 100 m.'],
    ['3 million people', '5 millones de personas'],
    ['On the 21st of May', 'El 12 de mayo'],
    ['At 10.30 h', 'A las 9.30 h'],
    ['At 10.30 h', 'A las 10.45 h'],
    ['At 10:30 am', 'A las 9.30 h'],
    ['There are 47 parts at 5 pm.', 'Hay 74 piezas a las 17 h.'],
    // It is part of another one there.
    ['It has 47 parts.', 'Tiene 1470 partes.'],
    ['It has 47 parts.', 'Tiene 47,5 partes.'],
    // The right one is there as well.
    ['Drive 7 km or 7 units.', 'Conduzca 8 unidades o 7 km.'],
    ['Between 20 and 30: 20 or 30', 'Entre 20 y 30: 20 o 20'],
    ['It ran 112 mph.', 'Iba a 110 mph.'],
  ])('that differs is flagged: %s – %s', (source, target) => {
    expect(codesOf(source, target)).toEqual(['number_mismatch']);
  });

  it('that is missing is named', () => {
    const [flag] = qualityFlags({ source: 'In 1984.', target: 'En.', from: 'en', to: 'es' });
    expect(flag?.message).toBe('Not in the translation: 1984.');
  });
});

describe('a number in a name or reference', () => {
  it.each([
    ['Sum A12:E12.', 'Sume A12:E13.', 'A12:E12'],
    ['Copy A1:B2 and A1:B2 again.', 'Copie A1:B2 y A1:B3 otra vez.', 'A1:B2'],
    ['Enable IPv6 on 6 ports.', 'Active IPv4 en 6 puertos.', 'IPv6'],
    ['IPv6を有効に', 'Enable IPv4', 'IPv6'],
    ['Use =SUM(A1:A2).', 'Use =SUMA(A1:A3).', 'A1:A2'],
    ['Version 5.2.3 of 2.0', 'Versión 5.2.4 de 2.0', '5.2.3'],
    ['Version 5.2.3', 'Versión 5.3.2', '5.2.3'],
    ['Open 10.0.0.1 or 10.0.0.2', 'Abra 10.0.0.1 o 10.0.0.1', '10.0.0.2'],
    ['Ping 2001:db8::1', 'Haga ping a 2001:db8::2', '2001:db8::1'],
    ['Due 31.12.2024', 'Hasta el 31/12/2025', '31.12.2024'],
    ['At 10:30:15', 'A las 10:30:16', '10:30:15'],
    ['16GB of 32GB', '16GB de 64GB', '32GB'],
    ['See x86_64 and Windows-1252', 'Véanse x86_64 y Windows-1262', '1252'],
  ])('that changed is flagged: %s – %s', (source, target, name) => {
    const flags = qualityFlags({ source, target, from: 'en', to: 'es' });
    expect(flags.map(({ message }) => message)).toEqual([`Not in the translation: ${name}.`]);
  });

  it.each([
    ['Due 31.12.2024 or 12/24/24', 'Hasta el 2024-12-31 o el 24.12.2024', 'es'],
    ['Between 1/1/99 and 1/1/01', 'Zwischen dem 1.1.99 und dem 1.1.01', 'de'],
    ['Due 31/12/2024', 'ภายใน 31/12/2567', 'th'],
    ['At 10:30:15 pm', 'A las 22:30:15', 'es'],
    ['It has 1.234.567 parts', 'It has 1,234,567 parts', 'en-GB'],
    ['It costs US$1,234 or EUR10.50.', 'Cuesta US$1.234 o EUR10,50.', 'es'],
    ['Enable IPv6.', 'Az IPv6-os mód', 'hu'],
    ['A USB3 port and USB2', 'Un puerto USB 3 y USB 2', 'es'],
    ['A B2B market', 'Un mercado entre empresas', 'es'],
    ['Cell R1C1 of Sheet2.A1', 'Zelle Z1S1 von Tabelle2.A1', 'de'],
    ['Press F1/F2 at 5km or 10am', 'Pulse F1 o F2 a 5 km o a las 10', 'es'],
    ['IPv6 and IPv6 again', 'IPv6, y otra vez', 'es'],
    ['Chapter 5.2.3', 'الفصل ٥.٢.٣', 'ar'],
  ])('may be written as the other language does: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });
});

describe('a placeholder', () => {
  it.each([
    ['Hello {name}', 'Hola {nombre}'],
    ['%d files', 'archivos'],
    ['Press <b>OK</b>', 'Pulse OK'],
    ['%d of %d files', '%d de los archivos'],
    ['Saved.\\nRestart', 'Guardado. Reinicie'],
    ['%1$s of %2$s', '%1$s de %1$s'],
    ['It took %.2fs', 'Tardó %.1fs'],
    ['See @:.ok', 'Véase @:.bien'],
    ['Dear «FirstName»', 'Estimado'],
    ['Ask a@b.example or c@d.example', 'Pregunte a a@b.example'],
  ])('that is gone or translated is flagged: %s – %s', (source, target) => {
    expect(codesOf(source, target)).toContain('placeholder_mismatch');
  });

  it('that looks like a word counts where the job has such: :name', () => {
    const pair = ['Hello :name', 'Hola :nombre'] as const;
    expect(codesOf(...pair)).toEqual([]);
    expect(codesOf(...pair, { syntaxes: ['laravel'] })).toEqual(['placeholder_mismatch']);
  });

  it.each([
    ['%s has %d files', '%2$d archivos en %1$s', 'es'],
    ['%s is missing', '%sがありません', 'ja'],
    ['%1$s and %1$s again', '%1$s de nuevo', 'es'],
    ['See <file> or `key`', 'Véase <archivo> o «key»', 'es'],
    ['See https://en.example.org/cat', 'Véase https://es.example.org/gato', 'es'],
    ['Press Ctrl+C', 'Strg+C drücken', 'de'],
    ['Meet me :noon', 'Nos vemos :mediodía', 'es'],
    ['Use =SUM(A1)', 'Use =SUMA(A1)', 'es'],
    ['Open house.txt', 'Abra casa.txt', 'es'],
    ['IMCOT(Complex_number)', 'IM.COT(Número_complejo)', 'es'],
    ['TODAY() returns #VALUE!', 'HEUTE() ergibt #WERT!', 'de'],
    ['Select "dBASE".', 'Seleccione «dBASE».', 'es'],
    ['It took %.2fs', 'Tardó %.2f s', 'es'],
  ])('may be elsewhere: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });
});

describe('a text that was left as it is', () => {
  it('is found in a sentence', () => {
    expect(codesOf('the cat sat on a mat', 'the cat sat on a mat')).toEqual(['untranslated']);
    expect(codesOf('猫がマットの上に座った。', '猫がマットの上に座った。', { from: 'ja', to: 'en' })).toEqual(
      ['untranslated'],
    );
  });

  it.each([
    ['Madrid', 'one word'],
    ['John Ronald Reuel Tolkien', 'a name'],
    ['const total = items.map((item) => item.price);', 'a line of a program'],
    ['blah blah blah blah blah', 'one word over and over'],
    ['npm install', 'a command'],
    ['2024-01-31', 'a date'],
    ['Nunc vulputate nullam sed do eiusmod tempor', 'Latin that fills a layout'],
  ])('is not where there may be nothing to translate: %s (%s)', (text) => {
    expect(codesOf(text, text)).toEqual([]);
  });

  it('is not between languages that share it, nor where a person left it', () => {
    const text = 'det er en stor katt her';
    expect(codesOf(text, text, { from: 'nb', to: 'nn' })).toEqual([]);
    expect(codesOf('東京大学大学院', '東京大学大学院', { from: 'ja', to: 'zh-Hans' })).toEqual([]);
    expect(codesOf('جمهوری اسلامی ایران', 'جمهوری اسلامی ایران', { from: 'ar', to: 'fa' })).toEqual([]);
    const edited = { isEdited: true };
    expect(codesOf('the cat sat on a mat', 'the cat sat on a mat', edited)).toEqual([]);
  });
});

describe('a word twice in a row', () => {
  it('is found where it is a slip', () => {
    expect(codesOf('It comes from the house.', 'Viene de de la casa.')).toEqual(['repeated_word']);
    expect(codesOf('The cat', '', { target: 'El <1>el</1> gato' })).toEqual(['repeated_word']);
    expect(codesOf('We want it.', 'Queremos nosotros queremos queremos queremos.')).toEqual([
      'repeated_word',
    ]);
    expect(codesOf('The cat', '', { target: 'viene de <1>de</1> casa y' })).toEqual(['repeated_word']);
  });

  it.each([
    ['He went to the forest.', 'Poszedł „Do do lasu”, żeby odpocząć.', 'pl'],
    ['He came to the house.', 'Он пришёл к дому (из\u00a0 из города).', 'ru'],
    ['He came from the house.', `Он пришёл ${'далеко-'.repeat(20)} из из города.`, 'ru'],
  ])('is flagged in letters beyond those of Western Europe: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toContain('repeated_word');
  });

  it.each([
    ['We wash.', 'Nous nous lavons.', 'fr'],
    ['Those who sing, sing.', 'Die, die die Lieder singen, singen.', 'de'],
    ['Slowly.', 'yavaş yavaş yürüdü', 'tr'],
    ['They went to Bora Bora.', 'Fueron a Bora Bora.', 'es'],
    ['very very good', 'muy muy bueno', 'es'],
    ['That it is best', 'dat het het beste is', 'nl'],
    ['I met him.', 'že se se mnou potkal', 'cs'],
    ['His father told him.', 'Ο πατέρας του του είπε.', 'el'],
    ['Almost', 'Quasi quasi vado.', 'it'],
    ['To Los Angeles', 'Veremos los Los Ángeles de antes', 'es'],
  ])('is not where a language or the source has it: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });

  it('is not on both sides of a field or a break', () => {
    const coded = { source: 'printed on <1/> at <2/>', target: 'imprimido en <1/> en <2/> en' };
    expect(qualityFlags({ ...coded, from: 'en', to: 'es' })).toEqual([]);
  });
});

describe('a length', () => {
  const source = 'The committee will meet again on Thursday to consider the matter in detail.';

  it('is found where it is far from that of the source, by the letters of each script', () => {
    expect(codesOf(source, 'El comité.')).toEqual(['length_unusual']);
    expect(codesOf(source, `${source.toUpperCase()} `.repeat(3))).toEqual(['length_unusual']);
    expect(codesOf(source, '委員会', { to: 'ja' })).toEqual(['length_unusual']);
  });

  it.each([
    ['El comité volverá a reunirse el jueves para examinar el asunto con detalle.', 'es'],
    ['委員会は木曜日に再び会合を開き、この問題を詳しく検討する。', 'ja'],
    ['委员会将于周四再次开会，详细审议此事。', 'zh-Hans'],
    ['위원회는 목요일에 다시 모여 이 문제를 자세히 검토할 것이다.', 'ko'],
    ['ستجتمع اللجنة مرة أخرى يوم الخميس للنظر في الأمر بالتفصيل.', 'ar'],
    ['Der Ausschuss wird am Donnerstag erneut zusammentreten, um die Angelegenheit zu erörtern.', 'de'],
  ])('of an honest translation is not: %s', (target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });

  it('of a short text says nothing', () => {
    expect(codesOf('OK', 'De acuerdo, adelante')).toEqual([]);
  });
});

describe('a sign', () => {
  it.each([
    ['Where is it?', 'Dónde está?', 'es'],
    ['Where is it?', 'Está aquí.', 'es'],
    ['The following files:', 'Los siguientes archivos', 'es'],
    ['See the note (page 3)', 'Véase la nota (página 3', 'es'],
    ['See it [page 3]', 'Véase [página 3', 'es'],
    ['Come back!', 'Vuelve!', 'es'],
  ])('that is missing is flagged: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual(['punctuation_mismatch']);
  });

  it.each([
    ['Where is it?', '¿Dónde está?', 'es'],
    ['Where is it?', 'Πού είναι;', 'el'],
    ['Where is it?', 'どこですか。', 'ja'],
    ['Where is it?', 'أين هو؟', 'ar'],
    ['The following files:', '次のファイル：', 'ja'],
    ['Stop!', 'Fermatevi.', 'it'],
    ['Press a) or b)', 'Pulse a) o b)', 'es'],
    ['1. One', '1) Uno', 'es'],
    ['Section 12(3)(a)', 'Artículo 12, apartado 3, letra a)', 'es'],
    ['Smile :)', 'Sonría', 'es'],
    ['Look for ?', 'Buscar ?', 'es'],
    ['Buy it at Yahoo!', 'Cómprelo en Yahoo!', 'es'],
    ['Choose one of these:', '次のいずれかを選択してください。', 'ja'],
    ['What do you want?', 'ምን ትፈልጋለህ፧', 'am'],
    ['He said: “Go.”', 'Dijo: «Vete».', 'es'],
    ['If it is solid, do not force it.)', 'Si es sólido, no la fuerce.)', 'es'],
  ])('may be another in another language: %s – %s', (source, target, to) => {
    expect(codesOf(source, target, { to })).toEqual([]);
  });
});

if (IS_LONG)
  it('takes time in proportion to the text, whatever it is', async () => {
    const UNITS = [
      'a',
      '1',
      '1.',
      '1.1.24 ',
      'A1:',
      'A1:B2 ',
      '%s ',
      '<b>',
      '? ',
      ') ',
      'de ',
      'a@b.cc ',
      ' ',
    ];
    const SHAPES = [
      ...UNITS.map((unit) => (n: number) => unit.repeat(Math.floor(n / unit.length))),
      (n: number) => '1'.repeat(n / 2) + ' 1'.repeat(n / 4),
    ];
    for (const shape of SHAPES) {
      const make = (n: number) => {
        const source = escapeText(shape(n));
        // Longer texts get no flags, in no time.
        if (source.length >= 20_000) throw new Error('The text is too long to be judged.');
        return { source, target: `${source}x`, from: 'en', to: 'es' };
      };
      const judge = (pair: TranslatedPair): void => {
        for (let times = 0; times < 300; times++) qualityFlags(pair);
      };
      await expectLinear(make, judge, 500);
    }
  });
