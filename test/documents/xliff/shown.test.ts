import { describe, expect, it } from 'vitest';
import type { TargetState } from '../../../service/documents/format.ts';
import { xliffFormat } from '../../../service/documents/xliff/xliff-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';

const OPTIONS = { from: 'en', to: 'de', formatOptions: { 'xliff.finished': 'shown' } };

const BOM = '\ufeff';
const trados = (units: string) =>
  `${BOM}<?xml version="1.0" encoding="utf-8"?><xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" sdl:version="1.0">\r\n<file original="a.docx" source-language="en-US" target-language="de-DE" datatype="x-sdlfilterframework2"><body>${units}</body></file></xliff>`;
const sdlUnit = (id: string, source: string, target: string, seg: string) =>
  `<trans-unit id="u${id}"><source>${source}</source><seg-source><mrk mtype="seg" mid="${id}">${source}</mrk></seg-source>` +
  `<target><mrk mtype="seg" mid="${id}">${target}</mrk></target><sdl:seg-defs><sdl:seg id="${id}"${seg}/></sdl:seg-defs></trans-unit>`;
const memoq = (units: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff" version="1.2"><file original="a.docx" source-language="en-gb" target-language="de" datatype="x-docx"><body>\n${units}\n</body></file></xliff>\n`;
const mqUnit = (id: string, source: string, target: string, attributes: string) =>
  `<trans-unit id="${id}"${attributes}><source xml:space="preserve">${source}</source><target xml:space="preserve">${target}</target></trans-unit>`;

async function segmentsOf(xml: string) {
  return (await xliffFormat.extract(Buffer.from(xml), { ...ANY_NUMBER, ...OPTIONS })).segments;
}

type Change = readonly [target: string, state: TargetState['state'], isByHand?: boolean];

async function written(xml: string, changes: Readonly<Record<number, Change>>) {
  const segments = await segmentsOf(xml);
  const { bytes, warnings, kept } = await xliffFormat.assemble(
    Buffer.from(xml),
    segments.map((_, index) => changes[index]?.[0] ?? null),
    {
      ...OPTIONS,
      states: segments.map((_, index) => {
        const [, state = 'translated', isByHand = true] = changes[index] ?? [];
        return { state, isByHand };
      }),
    },
  );
  expect(kept).toEqual([]);
  return { xml: Buffer.from(bytes).toString(), codes: warnings.map(({ code }) => code) };
}

describe('a bilingual file whose finished units are shown', () => {
  it.each([
    [' conf="Draft"', 'draft'],
    [' conf="RejectedTranslation"', 'draft'],
    [' conf="RejectedSignOff"', 'draft'],
    ['', 'draft'],
    [' conf="Translated"', 'confirmed'],
    [' conf="ApprovedTranslation"', 'confirmed'],
    [' conf="ApprovedSignOff"', 'confirmed'],
  ])('has the state of Trados%s: %s', async (seg, state) => {
    const [segment] = await segmentsOf(trados(sdlUnit('1', 'A text', 'Ein Text', seg)));
    expect(segment).toMatchObject({ text: 'A text', given: { target: 'Ein Text', state } });
  });

  it.each([
    ['PartiallyEdited', 'draft'],
    ['Rejected', 'draft'],
    ['Pretranslated', 'translated'],
    ['ManuallyConfirmed', 'confirmed'],
    ['Reviewer1Confirmed', 'confirmed'],
    ['Proofread', 'confirmed'],
  ])('has the state of memoQ %s: %s', async (status, state) => {
    const [segment] = await segmentsOf(memoq(mqUnit('1', 'A text', 'Ein Text', ` mq:status="${status}"`)));
    expect(segment!.given).toEqual({ target: 'Ein Text', state });
  });

  it('has its matches, its locks, and numbers that may be changed', async () => {
    const units = [
      sdlUnit('1', 'One', 'Eins', ' conf="Draft" origin="tm" percent="85"'),
      sdlUnit(
        '2',
        'Two',
        'Zwei',
        ' conf="Translated" origin="tm" percent="100" text-match="SourceAndTarget"',
      ),
      sdlUnit('3', 'Three', 'Drei', ' conf="Draft" origin="mt" percent="100"'),
      sdlUnit('4', 'Four', '', ' locked="true"'),
      sdlUnit('5', '1,234.50', '', ''),
    ];
    const found = await segmentsOf(trados(units.join('')));
    expect(found.map(({ given }) => given?.match)).toEqual([85, 100, undefined, undefined, undefined]);
    expect(found.map(({ given }) => given?.isContext)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
      undefined,
    ]);
    expect(found.map(({ locked }) => locked)).toEqual([undefined, undefined, undefined, true, undefined]);
    expect(found.map(({ copy }) => copy)).toEqual(Array(5).fill(undefined));
    const locks = ['locked', 'true', 'no', '0'].map((lock, n) =>
      mqUnit(String(n), `Text ${n} it is`, 'Text', ` mq:status="ManuallyConfirmed" mq:locked="${lock}"`),
    );
    expect((await segmentsOf(memoq(locks.join('')))).map(({ locked }) => locked)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
  });

  it('keeps its bytes if nothing changes', async () => {
    for (const xml of [
      trados(sdlUnit('1', 'A <g id="3">text</g>', '', '') + sdlUnit('2', '42', '', '')),
      memoq(mqUnit('1', 'A text', 'Ein Text', ' mq:status="Pretranslated"')),
    ])
      expect((await written(xml, {})).xml).toBe(xml);
  });

  it('shows codes of a translation by the numbers that they have in the source, in any order', async () => {
    const source = 'See <g id="7">this</g> and <x id="9"/> that';
    const target = 'Da <x id="9"/> und <g id="7">dies</g>';
    const [segment] = await segmentsOf(trados(sdlUnit('1', source, target, ' conf="Draft"')));
    expect(segment!.text).toBe('See <1>this</1> and <2/> that');
    expect(segment!.given!.target).toBe('Da <2/> und <1>dies</1>');
    const memo = mqUnit(
      '1',
      'A <bpt id="1" ctype="bold">{}</bpt>bold<ept id="1">{}</ept> text',
      'Ein <bpt id="1" ctype="bold">{}</bpt>fetter<ept id="1">{}</ept> Text',
      ' mq:status="PartiallyEdited"',
    );
    expect((await segmentsOf(memoq(memo)))[0]!.given!.target).toBe('Ein <1>fetter</1> Text');
  });

  it('changes of an edited segment just its words and what Trados notes of it', async () => {
    const units = (first: string, seg: string) =>
      trados(
        sdlUnit('1', 'A <g id="3">text</g> here', first, seg) +
          sdlUnit('2', 'Other words', 'Andere Worte', ' conf="Draft" origin="tm" percent="85"') +
          sdlUnit('3', 'Not yet', '', ''),
      );
    const before = ' conf="Draft" origin="tm" origin-system="Agency" percent="85" text-match="Source"';
    const xml = units('Ein <g id="3">Text</g>', before);
    expect((await written(xml, { 0: ['Hier ein <1>Text</1>', 'confirmed'] })).xml).toBe(
      units('Hier ein <g id="3">Text</g>', ' conf="Translated" origin="interactive"'),
    );
    expect((await written(xml, { 0: ['Hier ein <1>Text</1>', 'translated'] })).xml).toBe(
      units('Hier ein <g id="3">Text</g>', ' conf="Draft" origin="interactive"'),
    );
    // Confirmed as it is.
    expect((await written(xml, { 0: ['Ein <1>Text</1>', 'confirmed'] })).xml).toBe(
      units('Ein <g id="3">Text</g>', ' conf="Translated" origin="interactive"'),
    );
  });

  it('marks an answer of an engine as a draft by a machine', async () => {
    const xml = trados(sdlUnit('1', 'Not yet', '', ''));
    expect((await written(xml, { 0: ['Noch nicht', 'translated', false] })).xml).toBe(
      trados(sdlUnit('1', 'Not yet', 'Noch nicht', ' conf="Draft" origin="mt"')),
    );
  });

  it.each([
    ['draft', 'PartiallyEdited'],
    ['translated', 'Pretranslated'],
    ['confirmed', 'ManuallyConfirmed'],
  ] as const)('writes %s as %s of memoQ', async (state, status) => {
    const xml = memoq(mqUnit('1', 'A text', '', ' mq:status="NotStarted"'));
    expect((await written(xml, { 0: ['Ein Text', state] })).xml).toBe(
      memoq(mqUnit('1', 'A text', 'Ein Text', ` mq:status="${status}"`)),
    );
  });

  it('confirms a translation that equals its source', async () => {
    const xml = memoq(mqUnit('1', 'memoQ', 'memoQ', ' mq:status="PartiallyEdited"'));
    expect((await written(xml, { 0: ['memoQ', 'confirmed'] })).xml).toContain(
      'mq:status="ManuallyConfirmed"',
    );
  });

  it('leaves segments without a translation empty beside an edited one of their unit', async () => {
    const unit = (target: string, seg: string) =>
      `<trans-unit id="u"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>${target}<sdl:seg-defs><sdl:seg id="1"${seg}/><sdl:seg id="2"/></sdl:seg-defs></trans-unit>`;
    expect((await written(trados(unit('', '')), { 0: ['Eins.', 'confirmed'] })).xml).toBe(
      trados(
        unit(
          '<target><mrk mtype="seg" mid="1">Eins.</mrk> <mrk mtype="seg" mid="2"></mrk></target>',
          ' conf="Translated" origin="interactive"',
        ),
      ),
    );
  });

  it('shows tracked changes as accepted, and keeps them with comments where nobody writes', async () => {
    const target =
      'Ein <mrk mtype="x-sdl-deleted" sdl:revid="r1">alter</mrk><mrk mtype="x-sdl-added" sdl:revid="r2">neuer</mrk> ' +
      '<mrk mtype="x-sdl-comment" sdl:cid="c1">Text</mrk>';
    const xml = trados(
      sdlUnit('1', 'A new text', target, ' conf="Draft"') + sdlUnit('2', 'Two', 'Zwei', ' conf="Draft"'),
    );
    expect((await segmentsOf(xml))[0]!.given!.target).toBe('Ein neuer Text');
    const other = await written(xml, { 1: ['Zwo', 'confirmed'] });
    expect(other.xml).toContain(target);
    expect(other.codes).toEqual([]);
    const confirmed = await written(xml, { 0: ['Ein neuer Text', 'confirmed'] });
    expect(confirmed.xml).toContain(`${target}</mrk>`);
    const edited = await written(xml, { 0: ['Ein ganz neuer Text', 'confirmed'] });
    expect(edited.xml).toContain(
      '<mrk mtype="seg" mid="1"><mrk mtype="x-sdl-comment" sdl:cid="c1">Ein ganz neuer Text</mrk></mrk>',
    );
    expect(edited.codes).toEqual(['tracked_changes_accepted']);
  });
});
