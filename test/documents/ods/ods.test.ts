import { describe, expect, it } from 'vitest';
import { odsFormat } from '../../../service/documents/ods/ods-format.ts';
import { unzip } from '../../support/zip.ts';
import { odfFile } from '../odf/odf-file.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';

const text = (shown: string, attributes = '') =>
  `<table:table-cell${attributes} office:value-type="string"><text:p>${shown}</text:p></table:table-cell>`;
const number = (value: number) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
const formula = (written: string, shown: string, type = 'string') =>
  `<table:table-cell table:formula="${written}" office:value-type="${type}"><text:p>${shown}</text:p></table:table-cell>`;
const empty = (count = 1) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const sheet = (name: string, ...rows: string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`;

async function textsOf(body: string, formatOptions?: Record<string, unknown>): Promise<string[]> {
  const options = { ...ANY_NUMBER, ...(formatOptions && { formatOptions }) };
  const { segments } = await odsFormat.extract(odfFile('spreadsheet', body), options);
  return segments.map((segment) => (segment.copy ? '=' : '') + segment.text);
}

async function translated(body: string, targets: (string | null)[], formatOptions?: Record<string, unknown>) {
  const options = { ...EN_ES, ...(formatOptions && { formatOptions }) };
  const { bytes, warnings, kept } = await odsFormat.assemble(odfFile('spreadsheet', body), targets, options);
  const content = unzip(bytes).get('content.xml')!.toString();
  return { content: /<office:spreadsheet>([^]*)<\/office:spreadsheet>/.exec(content)![1]!, warnings, kept };
}

describe('the cells of ODS', () => {
  it('are those of the first column of each sheet; numbers and formulas are copied', async () => {
    const body =
      sheet(
        'One',
        row(text('First'), text('Other')),
        row(empty(), text('B')),
        row(number(7)),
        row(formula('of:=[.B1]', 'Result')),
      ) +
      sheet(
        'Two',
        `<table:table-header-rows>${row(text('Second'))}</table:table-header-rows>`,
        row('<table:covered-table-cell><text:p>Covered</text:p></table:covered-table-cell>'),
      );
    expect(await textsOf(body)).toEqual(['First', '=7', '=Result', 'Second']);
  });

  it('are copied where the first column is of ids', async () => {
    const rows = [
      ['white-bread', 'White bread'],
      ['apple-pie', 'Apple pie'],
    ].map(([id = '', name = '']) => row(text(id), text(name)));
    const words = row(text('Well-known house'));
    expect(await textsOf(sheet('One', ...rows) + sheet('Two', words))).toEqual([
      '=white-bread',
      '=apple-pie',
      'Well-known house',
    ]);
  });

  it('are one segment with their paragraphs as walls', async () => {
    const lines =
      '<table:table-cell office:value-type="string"><text:p>One <text:span text:style-name="T">two</text:span></text:p><text:p>three</text:p></table:table-cell>';
    expect(await textsOf(sheet('S', row(lines)))).toEqual(['One <1>two</1><2/>three']);
    const { content } = await translated(sheet('S', row(lines)), ['Uno <1>dos</1><2/>tres  x']);
    expect(content).toContain(
      '<text:p>Uno <text:span text:style-name="T">dos</text:span></text:p><text:p>tres <text:s/>x</text:p>',
    );
  });

  it('keep the break between their paragraphs where a target has lost it', async () => {
    const lines = `<table:table-cell office:value-type="string" office:string-value="One&#10;two"><text:p>One</text:p><text:p>two</text:p></table:table-cell>`;
    const { content, warnings } = await translated(sheet('S', row(lines)), ['Uno dos']);
    expect(content.match(/<text:p>/g)).toHaveLength(2);
    const [, value] = /string-value="([^"]*)"/.exec(content)!;
    expect(value).toContain('&#10;');
    expect(warnings).toEqual([]);
  });

  it('change together with the value that Calc computes with', async () => {
    const body = sheet(
      'S',
      row(
        text('Open & "shut"', ' office:string-value="Open &amp; &quot;shut&quot;"').replace(
          '<text:p>Open & ',
          '<text:p>Open &amp; ',
        ),
      ),
    );
    const { content } = await translated(body, ['Abierto &amp; "cerrado"']);
    expect(content).toContain('office:string-value="Abierto &amp; &quot;cerrado&quot;"');
    expect(content).toContain('<text:p>Abierto &amp; &quot;cerrado&quot;</text:p>');
  });

  it('are split where one is repeated over other columns', async () => {
    const repeated = ' table:style-name="c" table:number-columns-repeated="3"';
    const { content } = await translated(sheet('S', row(text('Word', repeated))), ['Palabra']);
    expect(content).toBe(
      sheet(
        'S',
        row(
          text('Palabra', ' table:style-name="c"'),
          text('Word', ' table:style-name="c" table:number-columns-repeated="2"'),
        ),
      ),
    );
  });

  it('keep repeated rows', async () => {
    const rows = (word: string) =>
      `<table:table-row table:number-rows-repeated="1048576">${text(word)}</table:table-row>`;
    expect(await textsOf(sheet('S', rows('Word')))).toEqual(['Word']);
    expect((await translated(sheet('S', rows('Word')), ['Palabra'])).content).toBe(
      sheet('S', rows('Palabra')),
    );
  });

  it('stay where an array formula fills them', async () => {
    const matrix = `<table:table-cell table:number-matrix-columns-spanned="1" table:number-matrix-rows-spanned="2" table:formula="of:=[.B1:.B2]" office:value-type="string"><text:p>One</text:p></table:table-cell>`;
    expect(await textsOf(sheet('S', row(matrix), row(text('Two')), row(text('Three'))))).toEqual([
      '=One',
      '=Two',
      'Three',
    ]);
  });

  it('keep their source where they would not be read as they should', async () => {
    // Within the span the prefix means something else, so that a tab would be lost.
    const odd =
      '<table:table-cell office:value-type="string"><text:p><x:span xmlns:x="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:text="urn:other">One two</x:span></text:p></table:table-cell>';
    const body = sheet('S', row(odd), row(text('Three')));
    const { content, kept } = await translated(body, ['Uno\tdos', 'Tres']);
    expect(content).toBe(sheet('S', row(odd), row(text('Tres'))));
    expect(kept).toEqual([{ index: 0 }]);
  });

  it('come back as the very bytes where nothing changes', async () => {
    const source = odfFile('spreadsheet', sheet('S', row(text('One'))));
    expect((await odsFormat.assemble(source, ['One'], EN_ES)).bytes).toBe(source);
  });
});

describe('columns of ODS', () => {
  const table = sheet(
    'S',
    row(text('Key'), text('Description'), text('Note')),
    row(text('a_1'), text('A red car'), text('A red car')),
    row(text('a_2'), text('A boat'), empty(2)),
  );

  it('are chosen by name or letter, without the header', async () => {
    expect(await textsOf(table, { columns: ['Description'] })).toEqual(['A red car', 'A boat']);
    expect(await textsOf(table, { columns: ['B', 'C'], header: false })).toEqual([
      'Description',
      'Note',
      'A red car',
      'A red car',
      'A boat',
    ]);
    expect(await refusalCode(() => textsOf(table, { columns: ['Z'] }))).toBe('invalid');
  });

  it('are all with one segment for a text', async () => {
    expect(await textsOf(table, { columns: 'all', header: true })).toEqual([
      '=a_1',
      'A red car',
      '=a_2',
      'A boat',
    ]);
    const { content } = await translated(table, [null, 'Un coche', null, 'Un barco'], {
      columns: 'all',
      header: true,
    });
    expect(content.split('Un coche')).toHaveLength(3);
  });

  it('go into empty cells or new columns', async () => {
    const options = { columns: ['B'], into: ['D'], header: true };
    const { content } = await translated(table, ['Un coche', 'Un barco'], options);
    expect(content).toContain(`${text('Note')}${text('es')}</table:table-row>`);
    expect(content).toContain(`${text('A red car')}${text('Un coche')}</table:table-row>`);
    // The third of two repeated cells and one more: the empty ones are divided.
    expect(content).toContain(
      `${text('A boat')}<table:table-cell/><table:table-cell office:value-type="string"><text:p>Un barco</text:p></table:table-cell></table:table-row>`,
    );
  });

  it('leave cells that are not empty', async () => {
    const { segments, warnings } = await odsFormat.extract(odfFile('spreadsheet', table), {
      ...ANY_NUMBER,
      formatOptions: { columns: ['B'], into: ['C'], header: true },
    });
    expect(segments.map(({ text: source }) => source)).toEqual(['A boat']);
    expect(warnings).toMatchObject([{ code: 'target_kept', count: 1 }]);
  });

  it('are counted by examine', async () => {
    const { columns, leftOut } = await odsFormat.examine!(odfFile('spreadsheet', table), ANY_NUMBER);
    expect(columns).toMatchObject([
      { name: 'Key', letter: 'A', segments: 2 },
      { name: 'Description', letter: 'B', segments: 2, sample: ['A red car', 'A boat'] },
      { name: 'Note', letter: 'C', segments: 1 },
    ]);
    expect(leftOut).toContainEqual({ what: 'columns', count: 3 });
  });
});

describe('what looks at cells of ODS', () => {
  it('is warned of where it no longer finds a text, or shows what it gave before', async () => {
    const body = sheet(
      'My sheet',
      row(
        text('Open'),
        formula("of:=COUNTIF(['My sheet'.A1:.A9];&quot;Open&quot;)", '1', 'float'),
        formula('of:=SUM([.A1:.A9])', '0', 'float'),
      ),
      row(text('Shut'), formula('of:=[.A2]&amp;&quot;!&quot;', 'Shut!')),
    );
    const { warnings } = await translated(body, ['Abierto', 'Cerrado']);
    expect(warnings).toMatchObject([
      { code: 'formula_quotes_text', count: 1, details: { found: 'My sheet!B1 (“Open”)' } },
      { code: 'formula_results_stale', count: 2 },
    ]);
  });

  it('is a list of allowed values', async () => {
    const validation = `<table:content-validations><table:content-validation table:name="v" table:condition="of:cell-content-is-in-list(&quot;Open&quot;;&quot;Shut&quot;)"/></table:content-validations>`;
    const body = validation + sheet('S', row(text('Open', ' table:content-validation-name="v"')));
    expect((await translated(body, ['Abierto'])).warnings).toMatchObject([
      { code: 'formula_quotes_text', count: 1 },
    ]);
  });

  it('is a pivot table, whose field follows the header of its source, or keeps it', async () => {
    const pilot = (name: string) =>
      `<table:data-pilot-tables><table:data-pilot-table table:name="P"><table:source-cell-range table:cell-range-address="S.A1:S.B2"/><table:data-pilot-field table:source-field-name="${name}"/><table:data-pilot-field table:source-field-name="Price"/></table:data-pilot-table></table:data-pilot-tables>`;
    const body = sheet('S', row(text('Fruit'), text('Price')), row(text('Pear'), number(1)));
    const renamed = await translated(body + pilot('Fruit'), ['Fruta', 'Pera']);
    expect(renamed.content).toContain(pilot('Fruta'));
    const kept = await translated(body + pilot('Fruit'), ['price', 'Pera']);
    expect(kept.content).toContain(text('Fruit'));
    expect(kept.content).toContain(pilot('Fruit'));
    expect(kept.kept).toEqual([{ index: 0, reason: 'header_in_use' }]);
  });
});

describe('a spreadsheet in a right-to-left language', () => {
  const style = (name: string, family: string, inside: string) =>
    `<style:style style:name="${name}" style:family="${family}">${inside}</style:style>`;
  const automatic =
    style('ta1', 'table', '<style:table-properties table:display="true"/>') +
    style(
      'ce1',
      'table-cell',
      '<style:table-cell-properties fo:padding="1mm"/><style:text-properties fo:color="#ff0000"/>',
    ) +
    style('ce2', 'table-cell', '<style:paragraph-properties fo:text-align="start"/>');
  const body = `<table:table table:name="T" table:style-name="ta1"><table:table-column table:number-columns-repeated="2" table:default-cell-style-name="ce1"/><table:table-column table:default-cell-style-name="Default"/>${row(text('One'), text('Two', ' table:style-name="ce2"'), text('Three'), number(4))}</table:table>`;

  async function contentFor(targets: (string | null)[], formatOptions: Record<string, unknown>) {
    const { bytes } = await odsFormat.assemble(odfFile('spreadsheet', body, { automatic }), targets, {
      from: 'en',
      to: 'he',
      formatOptions,
    });
    return unzip(bytes).get('content.xml')!.toString();
  }

  it('sets the direction of its translated cells, which look as before, and of completely translated sheets', async () => {
    const content = await contentFor(['א', 'ב', 'ג'], { columns: 'all' });
    expect(content).toContain('<table:table table:name="T" table:style-name="ta1_rtl">');
    expect(content).toContain(
      row(
        text('א', ' table:style-name="ce1_rtl"'),
        text('ב', ' table:style-name="ce2_rtl"'),
        text('ג', ' table:style-name="Default_rtl"'),
        number(4),
      ),
    );
    expect(content).toContain(
      style(
        'ce1_rtl',
        'table-cell',
        '<style:table-cell-properties fo:padding="1mm"/><style:paragraph-properties style:writing-mode="rl-tb"/><style:text-properties fo:color="#ff0000"/>',
      ),
    );
    expect(content).toContain(
      '<style:paragraph-properties style:writing-mode="rl-tb" fo:text-align="right"/>',
    );
    expect(content).toContain(
      'style:name="Default_rtl" style:family="table-cell" style:parent-style-name="Default"',
    );
  });

  it('keeps the order of columns where one is translated', async () => {
    const content = await contentFor(['א'], {});
    expect(content).toContain('<table:table table:name="T" table:style-name="ta1">');
    expect(content).toContain(text('א', ' table:style-name="ce1_rtl"'));
    expect(content).toContain(text('Two', ' table:style-name="ce2"'));
  });

  it('sets the direction of a new cell, which looks like its column', async () => {
    const content = await contentFor(['א'], { columns: ['A'], into: ['D'], header: false });
    expect(content).toContain(
      row(text('One'), text('Two', ' table:style-name="ce2"'), text('Three'), number(4)),
    );
    const into = await contentFor(['א'], { columns: ['A'], into: ['E'], header: false });
    expect(into).toContain('table:style-name="ce1_rtl" office:value-type="string"><text:p>א</text:p>');
  });
});
