import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { deck, shape } from '../../support/ooxml.ts';
import type { DeckParts } from '../../support/ooxml.ts';
import { unzip } from '../support/zip.ts';

const ANY = { maxSegments: 1_000 };
const run = (text: string, properties = '') => `<a:r>${properties}<a:t>${text}</a:t></a:r>`;
const p = (content: string) => `<a:p>${content}</a:p>`;

async function texts(parts: DeckParts): Promise<string[]> {
  return (await pptxFormat.extract(deck(parts), ANY)).segments.map(({ text }) => text);
}

/** A slide of one shape, translated: the content of its `p:spTree`. */
async function translated(
  paragraphs: string,
  targets: (string | null)[],
  { to = 'es', more = {} }: { to?: string; more?: Partial<DeckParts> } = {},
): Promise<string> {
  const source = deck({ slides: [{ tree: shape(paragraphs) }], ...more });
  const { bytes } = await pptxFormat.assemble(source, targets, { from: 'en', to });
  const text = openPackage(bytes).text('/ppt/slides/slide1.xml');
  return /<a:lstStyle\/>(.*)<\/p:txBody>/s.exec(text)![1]!;
}

describe('the texts of a presentation', () => {
  it('come by the list of slides, in the order of shapes, each slide with its notes', async () => {
    const table = `<p:graphicFrame><a:graphic><a:graphicData uri="t"><a:tbl><a:tr><a:tc><a:txBody>${p(run('Cell'))}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const slides = [
      {
        tree: `${shape(p(run('Second shape first')))}<p:grpSp>${shape(p(run('Grouped')))}</p:grpSp>${table}`,
      },
      { tree: shape(p('') + p(run('Next slide')) + p(run('  '))), notes: shape(p(run('Its notes'))) },
    ];
    expect(await texts({ slides })).toEqual([
      'Second shape first',
      'Grouped',
      'Cell',
      'Next slide',
      'Its notes',
    ]);
  });

  it('are those of layouts and masters that are no prompts', async () => {
    const prompt = shape(p(run('Click to edit')), 'type="title"');
    const parts = {
      slides: [{ tree: shape(p(run('One'))) }, { tree: shape(p(run('Two'))) }],
      layout: prompt + shape(p(run('Confidential'))),
      master: prompt + shape(p(run('The company'))),
    };
    expect(await texts(parts)).toEqual(['One', 'Two', 'Confidential', 'The company']);
  });

  it('are one where runs differ in what does not show', async () => {
    const runs =
      run('Hel', '<a:rPr lang="en-US" dirty="0" b="1"/>') +
      run('lo world', '<a:rPr b="1" err="1" lang="de"/>');
    expect(await texts({ slides: [{ tree: shape(p(runs)) }] })).toEqual(['Hello world']);
  });

  it('keep formats, links, breaks, tabs and fields as codes', async () => {
    const link = '<a:rPr><a:hlinkClick r:id="rId9"/></a:rPr>';
    const linkBold = '<a:rPr b="1"><a:hlinkClick r:id="rId9"/></a:rPr>';
    const content =
      run('A ') +
      run('bold', '<a:rPr b="1"/>') +
      run(' and ') +
      run('a ', link) +
      run('link', linkBold) +
      '<a:br/>' +
      run('then\ttab') +
      '<a:fld id="{1}" type="slidenum"><a:t>7</a:t></a:fld>' +
      run(' end');
    const { segments } = await pptxFormat.extract(deck({ slides: [{ tree: shape(p(content)) }] }), ANY);
    expect(segments[0]!.text).toBe('A <1>bold</1> and <2><3>a </3>link</2><4/>then<5/>tab<6/> end');
    expect(segments[0]!.rules).toEqual({ kept: [2], walls: [5] });
  });

  it('count but are copied where nothing is to translate', async () => {
    const { segments } = await pptxFormat.extract(deck({ slides: [{ tree: shape(p(run('42 %'))) }] }), ANY);
    expect(segments).toEqual([{ text: '42 %', copy: true }]);
  });

  it('leave out what symbol fonts draw', async () => {
    const arrow = run('à', '<a:rPr><a:sym typeface="Wingdings"/></a:rPr>');
    const words = run(' goes on', '<a:rPr><a:sym typeface="Wingdings"/></a:rPr>');
    const stars = run('abc', '<a:rPr><a:latin typeface="Webdings"/></a:rPr>');
    expect(await texts({ slides: [{ tree: shape(p(run('It') + arrow + words) + p(stars)) }] })).toEqual([
      'It<1/> goes on',
    ]);
  });

  it('leave out an arrow with its words in one run, which keeps its font', async () => {
    const properties = '<a:rPr><a:sym typeface="Wingdings"/></a:rPr>';
    const content = p(run('The café ') + run('à the déjà vu', properties));
    expect(await texts({ slides: [{ tree: shape(content) }] })).toEqual(['The café <1/> the déjà vu']);
    expect(await translated(content, ['El café <1/> lo déjà vu'], { to: 'en' })).toMatch(
      /<a:sym typeface="Wingdings"\/><\/a:rPr><a:t>à</,
    );
    expect(await texts({ slides: [{ tree: shape(p(run('Vamos à casa'))) }] })).toEqual(['Vamos à casa']);
  });

  it('have a vertical tab as a line break, as it is written', async () => {
    const content = p(run('The house_x000B_The car_x0041_'));
    const { segments } = await pptxFormat.extract(deck({ slides: [{ tree: shape(content) }] }), ANY);
    expect(segments).toEqual([{ text: 'The house<1/>The car_x0041_', rules: { walls: [1] } }]);
    expect(await translated(content, ['La casa<1/>El coche'])).toContain('La casa_x000B_El coche');
  });
});

describe('a translated presentation', () => {
  it('is the very file that came where nothing changes', async () => {
    const source = deck({ slides: [{ tree: shape(p(run('One')) + p(run('Two'))) }] });
    const { bytes } = await pptxFormat.assemble(source, ['One', null], { from: 'en', to: 'es' });
    expect(bytes).toBe(source);
  });

  it('keeps all other bytes', async () => {
    const source = deck({
      slides: [{ tree: shape(p(run('One')) + p(`${run('Two')}<a:endParaRPr lang="en-US"/>`)) }],
      more: { 'ppt/media/a.bin': Buffer.from([1, 2, 3]) },
    });
    const { bytes } = await pptxFormat.assemble(source, ['Uno', null], { from: 'en', to: 'es' });
    const [before, after] = [await unzip(source), await unzip(bytes)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, content] of after) {
      const expected =
        name === 'ppt/slides/slide1.xml'
          ? before.get(name)!.toString().replace(run('One'), run('Uno', '<a:rPr lang="es-ES"/>'))
          : before.get(name)!.toString();
      expect(content.toString()).toBe(expected);
    }
  });

  it('writes each text in a copy of the run that it looks like', async () => {
    const bold = '<a:rPr lang="en-US" b="1" err="1"><a:solidFill/></a:rPr>';
    const content =
      run('The ', '<a:rPr lang="en-US"/>') + run('red', bold) + run(' car', '<a:rPr lang="en-US"/>');
    expect(await translated(p(content), ['El coche <1>rojo &amp; x</1>'])).toBe(
      p(
        run('El coche ', '<a:rPr lang="es-ES"/>') +
          run('rojo &amp; x', '<a:rPr lang="es-ES" b="1" err="0"><a:solidFill/></a:rPr>'),
      ),
    );
  });

  it('keeps a link around its words only', async () => {
    const link = '<a:rPr lang="en-US"><a:hlinkClick r:id="rId9"/></a:rPr>';
    const linked = (text: string) => run(text, '<a:rPr lang="es-ES"><a:hlinkClick r:id="rId9"/></a:rPr>');
    const tail = '<a:fld id="{1}" type="slidenum"><a:t>7</a:t></a:fld>';
    expect(await translated(p(run('Our page', link) + tail + run('.')), ['La <1>página</1><2/>.'])).toBe(
      p(run('La ', '<a:rPr lang="es-ES"/>') + linked('página') + tail + run('.')),
    );
    expect(await translated(p(run('All linked', link)), ['Todo'])).toBe(p(linked('Todo')));
  });

  it('keeps tabs and breaks outside of the words', async () => {
    const content = `${run('\tOne\tTwo')}<a:br/>${run('\t')}`;
    expect(await translated(p(content), ['Uno<1/>Dos'])).toBe(
      p(`${run('\tUno\tDos', '<a:rPr lang="es-ES"/>')}<a:br/>${run('\t', '<a:rPr lang="es-ES"/>')}`),
    );
  });

  it('keeps a break in a run', async () => {
    const content = `${run('One')}<a:r><a:br/><a:t>two</a:t></a:r>`;
    expect(await texts({ slides: [{ tree: shape(p(content)) }] })).toEqual(['One<1/>two']);
    const spanish = '<a:rPr lang="es-ES"/>';
    expect(await translated(p(content), ['Uno<1/>dos'])).toBe(
      p(`${run('Uno', spanish)}<a:br/>${run('dos', spanish)}`),
    );
  });

  it('says the same in the rendering for older programs', async () => {
    const alternates = `<mc:AlternateContent><mc:Choice Requires="a14">${shape(p(run('New')) + p(run('New')))}</mc:Choice><mc:Fallback>${shape(p(run('New')) + p(run('Other')))}</mc:Fallback></mc:AlternateContent>`;
    const source = deck({ slides: [{ tree: alternates }] });
    const { bytes } = await pptxFormat.assemble(source, ['Nuevo', 'Otro'], { from: 'en', to: 'es' });
    const found = openPackage(bytes)
      .text('/ppt/slides/slide1.xml')
      .match(/(?<=<a:t>)[^<]*/g);
    expect(found).toEqual(['Nuevo', 'Otro', 'Nuevo', 'Other']);
  });

  it('sets the direction of paragraphs and tables for right-to-left languages', async () => {
    const language = (text: string) => run(text, '<a:rPr lang="ar-EG"/>');
    const paragraphs =
      p(run('One')) +
      p(`<a:pPr algn="ctr"/>${run('Two')}`) +
      p(`<a:pPr algn="r" lvl="1"/>${run('Three')}`) +
      p(run('4'));
    expect(await translated(paragraphs, ['١', '٢', '٣', null], { to: 'ar' })).toBe(
      p(`<a:pPr algn="r" rtl="1"/>${language('١')}`) +
        p(`<a:pPr rtl="1" algn="ctr"/>${language('٢')}`) +
        p(`<a:pPr rtl="1" algn="l" lvl="1"/>${language('٣')}`) +
        p(run('4')),
    );
  });

  it('leaves centred what a layout or master centres', async () => {
    const tree = shape(p(run('Title')), 'type="ctrTitle"') + shape(p(run('Body')), 'idx="3"');
    const source = deck({
      slides: [{ tree }],
      layout:
        '<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="3"/></p:nvPr></p:nvSpPr><p:txBody><a:lstStyle><a:lvl1pPr algn="r"/></a:lstStyle></p:txBody></p:sp>',
      masterStyles:
        '<p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"/></p:titleStyle><p:bodyStyle><a:lvl1pPr algn="ctr"/></p:bodyStyle></p:txStyles>',
    });
    const { bytes } = await pptxFormat.assemble(source, ['أ', 'ب'], { from: 'en', to: 'ar' });
    const text = openPackage(bytes).text('/ppt/slides/slide1.xml');
    expect(text.match(/<a:pPr[^>]*>/g)).toEqual(['<a:pPr rtl="1"/>', '<a:pPr algn="l" rtl="1"/>']);
  });

  it('keeps links, breaks and fields that an engine loses or moves', async () => {
    const link = '<a:rPr><a:hlinkClick r:id="rId9"/></a:rPr>';
    const field = '<a:fld id="{1}" type="slidenum"><a:t>7</a:t></a:fld>';
    const content = `${run('See ')}${run('this', link)}<a:br/>${run('page ')}${field}${run(' of it')}`;
    for (const target of ['Nada', '<3/><2/>Nada <1></1>', '<1>Nada<2/></1>']) {
      const text = await translated(p(content), [target]);
      expect(text.match(/<a:br\/>|<a:fld |hlinkClick/g)?.sort()).toEqual([
        '<a:br/>',
        '<a:fld ',
        'hlinkClick',
      ]);
    }
  });

  it('animates whole paragraphs where it animated characters of translated text', async () => {
    const target = (id: number, st: number, end: number) =>
      `<p:spTgt spid="${id}"><p:txEl><p:charRg st="${st}" end="${end}"/></p:txEl></p:spTgt>`;
    const other = shape(p(run('2,000'))).replace('id="2"', 'id="3"');
    const tree = shape(p(run('Hello') + '<a:br/>' + run('you')) + p(run('Bye'))) + other;
    const timing = `<p:timing>${target(2, 0, 10)}${target(2, 6, 12)}${target(2, 10, 13)}${target(3, 0, 2)}</p:timing>`;
    const source = deck({ slides: [{ tree: tree + timing }] });
    const slideOf = (bytes: Uint8Array) =>
      openPackage(bytes).text('/ppt/slides/slide1.xml').split('<p:timing>')[1]!;
    const { bytes, warnings } = await pptxFormat.assemble(source, ['Hola <1/>usted', 'Adiós', null], {
      from: 'en',
      to: 'es',
    });
    const ranges = [...slideOf(bytes).matchAll(/<p:(?:pRg|charRg) [^>]*>/g)].map(([tag]) => tag);
    expect(ranges).toEqual([
      '<p:pRg st="0" end="0"/>',
      '<p:pRg st="0" end="1"/>',
      '<p:pRg st="1" end="1"/>',
      '<p:charRg st="0" end="2"/>',
    ]);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'animation_widened', count: 3 }));
  });

  it('warns that a signature is lost', async () => {
    const source = deck({
      slides: [{ tree: shape(p(run('One'))) }],
      packageRelationships:
        '<Relationship Id="s" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="/origin.sigs"/>',
      more: { 'origin.sigs': '' },
    });
    const { warnings } = await pptxFormat.extract(source, ANY);
    expect(warnings.map(({ code }) => code)).toEqual(['signature_invalidated']);
  });
});
