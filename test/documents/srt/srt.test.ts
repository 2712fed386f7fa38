import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { srtFormat } from '../../../service/documents/srt/srt-format.ts';
import { refusalCode } from '../support/refusal.ts';
import { textTrip } from '../support/text-trip.ts';

const { segments, texts, translated } = textTrip(srtFormat);

/** Cues of two seconds, one after the other. */
function srt(...cues: string[]): string {
  return cues.map((text, n) => `${n + 1}\n${time(2 * n)} --> ${time(2 * n + 2)}\n${text}\n`).join('\n');
}

function time(seconds: number): string {
  return `00:00:${String(seconds).padStart(2, '0')},000`;
}

describe('segments of SRT', () => {
  it('are sentences, with a code where a cue ends and the time of the first cue as key', async () => {
    expect(await segments(srt('When I was young', 'we had a red car.', 'It is gone.'))).toMatchObject([
      { text: 'When I was young <1/>we had a red car.', key: '00:00:00,000' },
      { text: 'It is gone.', key: '00:00:04,000' },
    ]);
  });

  it('are cues where that is asked for', async () => {
    const apart = textTrip(srtFormat, { formatOptions: { 'subtitles.join': false } });
    expect(await apart.texts(srt('When I was young', 'we had a car.'))).toEqual([
      'When I was young',
      'we had a car.',
    ]);
  });

  it('end with a speaker, a song, a sound, a pause and a change of place', async () => {
    expect(
      await texts(
        srt('I thought', '- Where is he', '♪ a song ♪', 'and', '[door opens]', 'So', '{\\an8}up here'),
      ),
    ).toEqual(['I thought', 'Where is he', 'a song', 'and', '[door opens]', 'So', 'up here']);
    const late = srt('I thought', 'it over').replaceAll(
      '00:00:02,000 --> 00:00:04',
      '00:00:05,000 --> 00:00:07',
    );
    expect(await texts(late)).toEqual(['I thought', 'it over']);
  });

  it('end with a cue, unless the next goes on in small letters or behind a comma', async () => {
    const unpunctuated = srt('The red house', 'Chapter one', '1999', 'The car,', 'Tom said', 'is open');
    expect(await texts(unpunctuated)).toEqual([
      'The red house',
      'Chapter one',
      '1999',
      'The car, <1/>Tom said <2/>is open',
    ]);
  });

  it('go on before a capital where the file has stops, and the times of the cues touch', async () => {
    const punctuated = srt('I have met', 'Tom Sawyer.', 'He is here.');
    expect(await texts(punctuated)).toEqual(['I have met <1/>Tom Sawyer.', 'He is here.']);
    const apart = punctuated.replace('02,000 --> 00:00:04', '02,400 --> 00:00:04');
    expect(await texts(apart)).toEqual(['I have met', 'Tom Sawyer.', 'He is here.']);
  });

  it('are apart for a speaker whose words begin with a number, and for a cue without times', async () => {
    expect(await texts(srt('How many?\n- 3 plants.'))).toEqual(['How many? <1/>3 plants.']);
    const file = '1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n\nThe water is red.\n';
    expect((await translated(file, (text) => text.toUpperCase())).text).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nHELLO.\n\n2\n\nTHE WATER IS RED.\n',
    );
  });

  it('end before the name of a speaker, as in transcripts of meetings', async () => {
    expect(await texts(srt('Anna Meyer: I would like', 'Anna Meyer: to start.'))).toEqual([
      'Anna Meyer: I would like',
      'Anna Meyer: to start.',
    ]);
  });

  it('leave out the lines of a second language, known by its letters', async () => {
    const two = srt('The harbour is closed.\n港口今晚关闭。', 'We have to wait\n<i>我们必须等</i>');
    expect(await texts(two)).toEqual(['The harbour is closed.', 'We have to wait']);
    expect((await translated(two, ['El puerto está cerrado.', 'Hay que esperar'])).text).toBe(
      srt('El puerto está cerrado.\n港口今晚关闭。', 'Hay que esperar\n<i>我们必须等</i>'),
    );
    expect(await texts(srt('港口今晚关闭。'))).toEqual(['港口今晚关闭。']);
  });

  it('are written into a file of another language than was said, whatever letters a translation has', async () => {
    const source = srt('Сегодня вечером гавань закрыта.\nНадо подождать здесь до самого утра.');
    const target = 'El puerto está cerrado esta noche aquí. Надо подождать здесь до самого утра.';
    expect((await translated(source, [target])).text).toBe(
      srt('El puerto está cerrado esta noche aquí.\nНадо подождать здесь до самого утра.'),
    );
  });

  it('fold the lines of a cue, but not those of two speakers', async () => {
    expect(await segments(srt('The red\ncar', '- Where is it?\n- Over there.'))).toMatchObject([
      { text: 'The red car' },
      { text: 'Where is it? <1/>Over there.', rules: { walls: [1] } },
    ]);
  });

  it('have no codes for tags around all of it, nor for those that each line repeats', async () => {
    expect(
      await texts(srt('<i>All of it.</i>', '<i>Line one</i>\n<i>and two.</i>', 'A <b>big</b> car.')),
    ).toEqual(['All of it.', 'Line one and two.', 'A <1>big</1> car.']);
  });

  it('go to the end of a cue: behind a blank line, and up to a number that follows without one', async () => {
    const text = '1\n00:00:00,000 --> 00:00:01,000\nOne.\n\nTwo.\n2\n00:00:01,000 --> 00:00:02,000\nThree.\n';
    expect(await texts(text)).toEqual(['One. <1/>Two.', 'Three.']);
  });

  it('of numbers and signs are copied', async () => {
    expect((await segments(srt('1984', '...', 'Two words'))).map(({ text, copy }) => [text, copy])).toEqual([
      ['1984', true],
      ['Two words', undefined],
    ]);
  });
});

describe('a translated SRT file', () => {
  it('is the source, byte for byte, where nothing changed', async () => {
    const text = `\ufeff${srt('When I was', '<i>young</i> ', '- No\n-Yes').replaceAll('\n', '\r\n')}\r\n\r\n`;
    expect((await translated(text, (same) => same)).text).toBe(text);
  });

  it('is cut where the codes are, in whatever order they came back', async () => {
    const source = srt('I had', 'a red', 'car.');
    const expected = srt('Tenía', 'un coche', 'rojo.');
    expect((await translated(source, ['Tenía <1/>un coche <2/>rojo.'])).text).toBe(expected);
    expect((await translated(source, ['Tenía <2/>un coche <1/>rojo.'])).text).toBe(expected);
  });

  it('is cut in proportion where codes were lost, at a pause that is near, and never leaves a cue empty', async () => {
    const source = srt('When I was young', 'we had a red car.');
    expect((await translated(source, ['Cuando yo era bastante joven, teníamos un coche rojo.'])).text).toBe(
      srt('Cuando yo era bastante joven,', 'teníamos un coche rojo.'),
    );
    expect((await translated(source, ['<1/>Teníamos coche'])).text).toBe(srt('Teníamos', 'coche'));
    expect((await translated(source, ['Antes <1/>'])).text).toBe(srt('Antes', 'Antes'));
    expect((await translated(source, ['...'])).text).toBe(source);
  });

  it('has lines of about the same length, at most 42 characters where they hold it', async () => {
    const { text, warnings } = await translated(srt('A short line of text.'), [
      'Una línea de texto que no es tan corta como la del original.',
    ]);
    expect(text).toBe(srt('Una línea de texto que no es\ntan corta como la del original.'));
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'cue_too_long', count: 1, details: { time: '00:00:00,000' } }),
    ]);
  });

  it('keeps speakers, songs, tags and places in their cue', async () => {
    const source = srt(
      '- <i>Where?</i>\n- There.',
      '♪ A song ♪',
      '{\\an8}<font color="#fff">Up</font>',
      '<i>One</i>\n<i>two three</i>',
    );
    expect(
      (await translated(source, (text) => text.replaceAll(/[a-z]+/g, (word) => word.toUpperCase()))).text,
    ).toBe(
      srt(
        '- <i>WHERE?</i>\n- THERE.',
        '♪ A SONG ♪',
        '{\\an8}<font color="#fff">UP</font>',
        '<i>ONE TWO</i>\n<i>THREE</i>',
      ),
    );
  });

  it('opens tags anew where they go on in the next cue or line', async () => {
    const source = srt('I <i>really', 'do</i> <i>like it', 'very much</i> so.').replace(
      '<i>really',
      '<i>really</i>',
    );
    const parted = await translated(srt('I <i>really</i>', '<i>do</i> like it.'), [
      'Yo <1>de verdad <2/>que</1> lo hago.',
    ]);
    expect(parted.text).toBe(srt('Yo <i>de verdad</i>', '<i>que</i> lo hago.'));
    expect((await translated(source, (text) => text)).text).toBe(source);
  });

  it('has the source under the translation where that is asked for', async () => {
    const both = textTrip(srtFormat, { formatOptions: { bilingual: true } });
    const { text, warnings } = await both.translated(srt('I had', 'a car.', '- No.\n- Yes.'), [
      'Tenía <1/>un coche.',
      'No. <1/>Sí.',
    ]);
    expect(text).toBe(srt('Tenía\nI had', 'un coche.\na car.', '- No.\n- Sí.\n- No.\n- Yes.'));
    expect(warnings).toEqual([]);
  });

  it('is cut and wrapped between words where these have no spaces', async () => {
    const chinese = textTrip(srtFormat, { to: 'zh' });
    const { text } = await chinese.translated(srt('We were going', 'to the park.'), [
      '我们当时正要去那个很大的公园里散步，天气非常好，阳光也很明媚。',
    ]);
    const lines = text.split('\n').filter((line) => /\p{sc=Han}/u.test(line));
    expect(lines.join('')).toBe('我们当时正要去那个很大的公园里散步，天气非常好，阳光也很明媚。');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(16);
  });

  it('keeps the ideographic space, which is a sign of the text', async () => {
    const japanese = textTrip(srtFormat, { to: 'ja' });
    const { text } = await japanese.translated(srt('Yes, that is right.'), ['はい　そうです']);
    expect(text).toBe(srt('はい　そうです'));
  });

  it('holds no sign that players take for times', async () => {
    expect((await translated(srt('Go there.'), ['Ir --> allí.'])).text).toBe(srt('Ir → allí.'));
  });
});

describe('SRT files', () => {
  it('are recognised by their first cue, whatever their name', async () => {
    const file = (text: string, fileName?: string) =>
      detectFormat(Buffer.from(text), { fileName, mediaType: undefined }).then(({ fileType }) => fileType);
    expect(await file(srt('Hello'))).toBe('srt');
    expect(await file(`\n\n${srt('Hello')}`, 'film.srt')).toBe('srt');
    expect(await file(srt('Hello'), 'film.txt')).toBe('txt');
    expect(await refusalCode(() => file('some text', 'film.srt'))).toBe('wrong_extension');
  });

  it('with a text that nobody can read in its time are refused', async () => {
    expect(await refusalCode(() => segments(srt('word '.repeat(5_000))))).toBe('hostile_file');
  });
});
