import { describe, expect, it } from 'vitest';
import { splitParagraph } from '../../service/documents/sentences/split-paragraph.ts';
import { splitSentences } from '../../service/text/sentences.ts';
import { expectLinear } from '../support/linear.ts';

/** `|` is behind the white space that ends a sentence. */
const MARKED: Record<string, string> = {
  en:
    '1.E.8. You may go. |See Mt. Etna with J. R. Ewing, Capt. Bligh et al. (1999), App. B and fig. A. |She left Acme & Co. |They ' +
    'paid the U.S. Treasury. |He lives in the U.S. |When? |At 5 a.m. Monday. |At 6 p.m. |Doors open at 7 p.m. ' +
    'EST. |Vitamin C. |It helps. |You and I. |Did R. I. Peters say no? |No. |I asked on Tue. 4 Oct. |Turn into ' +
    'Sunset Blvd. Oaks then. |It ended.[2] |Then… |Well, wait… what? |Jane (dir. Jack Roe). |Take it. |...And go. |' +
    'Nothing more happened. |20 ships came.',
  es:
    'Los EE. UU. y los JJ. OO. de 2004. |Nació en el 50 a. C. |Murió en Roma, D. Luis. |Vive en EE.UU. |Trabaja ' +
    'allí. |Vea el párr. 5 y la pág. 3. |La Admón. Central calla.',
  de:
    'Im Jahr 44 v. Chr. und 20 n. Chr. war es so. |Es kostet 5 Mio. Euro, i. V. m. Art. 3. |Der 1. FC und die ' +
    '3. Liga. |Dr. med. Weiß, eine kath. Schule. |Äpfel usw. |Dann Birnen u. Ä. |Er kam als 2. |Sie auch.',
  fr:
    'Jean dit : « Non ! » |Elle rit. |« Il pleut ! » dit-il. |J.-P. Rive et M. Le Bras. |Avant J.-C. |Il régna. |' +
    'Voir n. 3.',
  ru:
    'В 2010 г. |Он приехал в г. Волгоград и пгт. Мирный. |Груши и т. д. |Потом ушли. |До н. э. |Это давно. |' +
    'Т. е. А. Б. Иванов, см. рис. 5, 3 млн. Человек.',
  it: 'Vedi n. 2. |Nato nel 50 a.C. a Roma con il sig. Rossi.',
  pl: 'Prof. dr hab. Jan Nowak, ul. Długa 5. |Tak.',
  ar: 'قال د. أحمد ذلك. |هل ذهب؟ |نعم.',
  hi: 'डॉ. शर्मा आए। |वे गए।',
  ja: '「はい。」と言った。|「行く。」|でも彼は来ない。',
  zh: '“来吗？”他问。|“来。”|他走了。',
  th: 'เวลา 10.30 น. ที่นี่ พ.ศ. 2560',
};

describe('Sentences end behind a full stop, not behind an abbreviation', () => {
  it.each(Object.entries(MARKED))('%s', (language, marked) => {
    expect(splitSentences(marked.replaceAll('|', ''), language, Infinity)).toEqual(marked.split('|'));
  });

  it.each(['A. ', 'e.g. Foo '])('in time that grows with a text of %j, where none ends', async (word) => {
    await expectLinear(
      (n) => word.repeat(n),
      (text) => expect(splitSentences(text, 'en', Infinity)).toHaveLength(1),
      1_000,
    );
  });

  it('and behind note marks in their own format', () => {
    const text = 'It ended.<1>1</1> Then “it.”<2>[3, 4]</2> began. Version <3>2.</3><4>0</4> Is out.';
    expect(splitParagraph({ text }, 'en').map((sentence) => sentence.text)).toEqual([
      'It ended.<1>1</1>',
      'Then “it.”<1>[3, 4]</1> began.',
      'Version <1>2.</1><2>0</2> Is out.',
    ]);
  });
});
