import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { vttFormat } from '../../../service/documents/vtt/vtt-format.ts';
import { textTrip } from '../support/text-trip.ts';

const { segments, texts, translated } = textTrip(vttFormat);

const HEAD = `WEBVTT - A film
Kind: captions

STYLE
::cue(b) { color: peachpuff; }

REGION
id:fred

NOTE
Not for
translators

`;
const times = (from: string, to: string) => `00:${from}.000 --> 00:${to}.000`;

describe('WebVTT', () => {
  it('keeps its header, styles, regions, notes, ids and settings', async () => {
    const file = `${HEAD}intro\n${times('01', '02')} align:start line:0\nHello there.\n\nNOTE bye\n\n${times('03', '04')}\nGood bye.\n`;
    expect(await texts(file)).toEqual(['Hello there.', 'Good bye.']);
    expect((await translated(file, (same) => same)).text).toBe(file);
    const { text } = await translated(file, ['Hola.', 'Adiós.']);
    expect(text).toBe(file.replace('Hello there.', 'Hola.').replace('Good bye.', 'Adiós.'));
  });

  it('keeps tracks of pictures and data', async () => {
    const file = `WEBVTT\n\n${times('01', '02')}\nsprite.jpg#xywh=0,0,160,90\n\n${times('02', '03')}\n{\n"title": "Start"\n}\n`;
    expect(await texts(file)).toEqual([]);
  });

  it('reads and writes references, and no sign that would end a text', async () => {
    const file = `WEBVTT\n\n${times('01', '02')}\nBread &amp; butter&nbsp;&lt;3.\n`;
    expect(await texts(file)).toEqual(['Bread &amp; butter\u00a0&lt;3.']);
    expect((await translated(file, ['Pan &amp; mantequilla\u00a0&lt;3 --&gt; sí.'])).text).toContain(
      'Pan &amp; mantequilla&nbsp;&lt;3 --&gt; sí.',
    );
  });

  it('keeps voices, and joins the cues of one voice only', async () => {
    const file = `WEBVTT\n\n${times('01', '02')}\n<v Ann>I have\n\n${times('02', '03')}\n<v Ann>a car\n\n${times('03', '04')}\n<v.loud Bob>So what\n\n${times('04', '05')}\n<v Ann>No.</v> <v Bob>Yes.</v>\n`;
    expect(await segments(file)).toMatchObject([
      { text: 'I have <1/>a car' },
      { text: 'So what' },
      { text: '<1>No.</1> <2>Yes.</2>', rules: { kept: [1, 2] } },
    ]);
    const { text } = await translated(file, ['Tengo <1/>un coche', 'Y qué', '<2>Sí.</2> <1>No.</1>']);
    expect(text).toContain('<v Ann>Tengo\n');
    expect(text).toContain('<v Ann>un coche\n');
    expect(text).toContain('<v.loud Bob>Y qué\n');
    expect(text).toContain('<v Bob>Sí.</v> <v Ann>No.</v>\n');
  });

  it('keeps two voices of a cue apart, each on its line', async () => {
    const file = `WEBVTT\n\n${times('01', '02')}\n<v Bob>The car is red</v>\n<v Anna>The water is open</v>\n`;
    const { text } = await translated(file, (coded) => coded.toUpperCase());
    expect(text).toContain('<v Bob>THE CAR IS RED</v>\n<v Anna>THE WATER IS OPEN</v>\n');
  });

  it('keeps the stamps of each cue in it, in their order', async () => {
    const file = `WEBVTT\n\n${times('01', '03')}\nWhen <00:02.000>I\n\n${times('03', '05')}\nwas <00:04.000>so <00:04.500>young.\n`;
    expect(await texts(file)).toEqual(['When <1/>I <2/>was <3/>so <4/>young.']);
    const inOrder = file
      .replace('When <00:02.000>I', 'Cuando <00:02.000>yo')
      .replace('was', 'era')
      .replace('so <', 'tan <')
      .replace('young', 'joven');
    expect((await translated(file, ['Cuando <1/>yo <2/>era <3/>tan <4/>joven.'])).text).toBe(inOrder);
    for (const target of [
      '<4/>Cuando <3/>yo <2/>era tan joven.',
      'Cuando yo era tan joven.',
      '<1/><2/><3/><4/>Cuando yo era tan joven.',
    ]) {
      const [, first, second] = (await translated(file, [target])).text.split('-->');
      expect(first!.match(/<[^>]*>/g)).toEqual(['<00:02.000>']);
      expect(second!.match(/<[^>]*>/g)).toEqual(['<00:04.000>', '<00:04.500>']);
    }
  });

  it('of live captions that roll has each line as its own text', async () => {
    const lines = ['hello all', 'this is', 'a long talk', 'about cars', 'and trains'];
    const cues = lines.slice(1).map((line, n) => `${times(`0${n}`, `0${n + 1}`)}\n${lines[n]!}\n${line}\n`);
    expect((await texts(`WEBVTT\n\n${cues.join('\n')}`)).slice(0, 2)).toEqual([
      'hello all <1/>this is',
      'this is <1/>a long talk',
    ]);
  });

  it('is recognised by its first line', async () => {
    const file = (text: string, fileName?: string) =>
      detectFormat(Buffer.from(text), { fileName, mediaType: undefined }).then(({ fileType }) => fileType);
    expect(await file('WEBVTT\n')).toBe('vtt');
    expect(await file('\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nHi\n', 'a.vtt')).toBe('vtt');
  });
});
