import { describe, expect, it } from 'vitest';
import { plainText } from '../../../service/text/codes.ts';
import { bodyTexts, translatedBody } from '../support/docx.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const del = '<w:del w:id="1"><w:r><w:delText>old</w:delText></w:r></w:del>';
const moved = `<w:moveFromRangeStart w:id="3" w:name="m"/><w:moveFrom w:id="2">${r('gone')}</w:moveFrom><w:moveFromRangeEnd w:id="3"/>`;
const tab = '<w:r><w:tab/></w:r>';

/** The words of a body with `[x]` where something was deleted or moved away. */
function reading(body: string): string {
  return body
    .replace(/<w:(del|moveFrom) .*?<\/w:\1>/g, '[x]')
    .replace(/<w:tab\/>/g, '\t')
    .replace(/<[^>]+>/g, '');
}

describe('tracked changes', () => {
  it.each([
    ['deleted', del],
    ['moved away', moved],
  ])('keep what was %s beside its words', async (_, gone) => {
    const body = p(r('The first part, '), gone, r('and then the second part of it.'));
    expect(reading(await translatedBody(body, ['Der erste Teil, und dann der zweite Teil davon.']))).toMatch(
      /^Der erste Teil,\[x\] ?und dann|^Der erste Teil, und\[x\] dann/,
    );
  });

  it('keep it there also when runs are laid out anew', async () => {
    const body = p(r('one two '), del, r('three four'), tab, r('five '), del, r('six'), r(' bold', '<w:b/>'));
    expect(await bodyTexts(body)).toEqual(['one two three four<1/>five six<2> bold</2>']);
    expect(reading(await translatedBody(body, ['<2>fett </2>eins zwei drei vier<1/>fünf sechs']))).toBe(
      'fett eins zwei[x] drei vier\tfünf[x] sechs',
    );
  });

  it('are read where two authors changed the same words: what is inserted as text, what is deleted as gone', async () => {
    const inserted = (text: string) => `<w14:conflictIns w:id="5" w:author="A">${r(text)}</w14:conflictIns>`;
    const deleted = `<w14:conflictDel w:id="6" w:author="A">${r('old words')}</w14:conflictDel>`;
    const mark = '<w14:customXmlConflictInsRangeStart w:id="7"/>';
    const body = p(r('See '), mark, inserted('the new'), deleted, r(' house'));
    expect(await bodyTexts(body)).toEqual(['See <1>the new</1> house']);
    expect(await translatedBody(body, ['Siehe <1>das neue</1> Haus'])).toBe(
      p(r('Siehe '), mark, inserted('das neue'), deleted, r(' Haus')),
    );
  });

  it('keep the ends of what was moved away around it', async () => {
    const body = p(r('one '), moved, r('two'), tab, r('three'), r(' bold', '<w:b/>'));
    for (const target of ['<2>fett</2><1/>eins zwei', '<1/>eins zwei <2>fett</2>', 'eins zwei']) {
      expect(await translatedBody(body, [target]), target).toContain(moved);
    }
  });

  it('keep it there also when a format was lost', async () => {
    const body = p(r('one '), r('two', '<w:b/>'), r(' three '), del, r('four and five and six'));
    expect(reading(await translatedBody(body, ['eins zwei drei vier und fünf und sechs']))).toBe(
      'eins zwei drei[x] vier und fünf und sechs',
    );
  });

  it('keep a deletion in a word beside that word', async () => {
    const body = p(r('the col'), del, r('our of it'));
    expect(await bodyTexts(body)).toEqual(['the colour of it']);
    expect(reading(await translatedBody(body, ['die Farbe davon']))).toBe('die Farbe[x] davon');
  });

  it('keep the order of several ends and deletions, and every word once', async () => {
    const bookmark = '<w:bookmarkStart w:id="7" w:name="b"/>';
    const end = '<w:bookmarkEnd w:id="7"/>';
    const body = p(r('a b '), bookmark, r('c '), del, r('d '), end, r('e f'), tab, r('g'));
    const translated = await translatedBody(body, ['G<1/>A B C D E F']);
    const places = [bookmark, del, end].map((mark) => translated.indexOf(mark));
    expect(places).toEqual([...places].sort((x, y) => x - y));
    expect(places).not.toContain(-1);
    expect((await bodyTexts(translated)).map(plainText)).toEqual(['GA B C D E F']);
  });

  it('translate what was inserted or moved here, as inserted or moved', async () => {
    const body = p(
      r('a '),
      `<w:ins w:id="4">${r('b')}</w:ins>`,
      r(' c '),
      `<w:moveTo w:id="5">${r('d')}</w:moveTo>`,
    );
    const [text] = await bodyTexts(body);
    expect(text).toBe('a <1>b</1> c <2>d</2>');
    expect(await translatedBody(body, ['<2>D</2> A <1>B</1> C'])).toBe(
      p(`<w:moveTo w:id="5">${r('D')}</w:moveTo>`, r(' A '), `<w:ins w:id="4">${r('B')}</w:ins>`, r(' C')),
    );
  });

  it('take no link and no simple field in that they had not, whatever the engine answered', async () => {
    const field = `<w:fldSimple w:instr=" PAGE ">${r('7')}</w:fldSimple>`;
    const link = `<w:hyperlink w:anchor="x">${r('there')}</w:hyperlink>`;
    const body = p(
      r('Read '),
      `<w:ins w:id="4">${r('outer')}</w:ins>`,
      r(' then '),
      field,
      r(' or '),
      link,
      r('.'),
    );
    expect(await bodyTexts(body)).toEqual(['Read <1>outer</1> then <2/> or <3>there</3>.']);
    for (const target of [
      '<1>Lies outer dann <2/> oder <3>dort</3></1>.',
      '<1>Lies outer dann oder dort.</1>',
      '<1>Lies <3>outer dann</1> <2/> oder dort</3>.',
    ]) {
      const translated = await translatedBody(body, [target]);
      expect(translated).toContain('<w:ins ');
      for (const [inserted] of translated.matchAll(/<w:ins .*?<\/w:ins>/g))
        expect(inserted, target).not.toMatch(/w:(?:hyperlink|fldSimple)/);
      expect(translated.match(/<w:(?:hyperlink|fldSimple) /g), target).toHaveLength(2);
    }
  });

  it('keep a link that was inserted', async () => {
    const link = `<w:ins w:id="4"><w:hyperlink w:anchor="x">${r('there')}</w:hyperlink></w:ins>`;
    const body = p(r('See '), link, r(' now'));
    expect(await translatedBody(body, ['Jetzt <1><2>dort</2></1> sehen'])).toBe(
      p(r('Jetzt '), link.replace('there', 'dort'), r(' sehen')),
    );
  });
});
