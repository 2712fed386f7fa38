const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACES = `xmlns:a="${A}" xmlns:r="${OFFICE}" xmlns:p="${P}"`;

/** Fixed, so that the same translation gives the same bytes. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** Paragraphs as `a:p`. */
export interface SimpleSlide {
  readonly title: string[];
  readonly body: string[];
  readonly notes: string[];
}

/** A part, its content type, and the parts that it relates to: `rId1` and so on. */
interface Part {
  readonly type: string;
  readonly xml: string;
  readonly related: readonly (readonly [kind: string, part: string])[];
}

/** A 16:9 presentation of one layout: a title and a box a slide. Lengths in EMU (1/914,400 inch). */
export async function simpleDeck(slides: readonly SimpleSlide[]): Promise<Uint8Array> {
  const parts = new Map<string, Part>();
  const hasNotes = slides.some(({ notes }) => notes.length > 0);
  parts.set('ppt/presentation.xml', presentation(slides.length, hasNotes));
  parts.set('ppt/slideMasters/slideMaster1.xml', MASTER);
  parts.set('ppt/slideLayouts/slideLayout1.xml', LAYOUT);
  parts.set('ppt/theme/theme1.xml', THEME);
  if (hasNotes) {
    parts.set('ppt/notesMasters/notesMaster1.xml', NOTES_MASTER);
    parts.set('ppt/theme/theme2.xml', THEME);
  }
  for (const [index, slide] of slides.entries()) {
    const n = index + 1;
    const notes = slide.notes.length > 0 ? `ppt/notesSlides/notesSlide${n}.xml` : undefined;
    parts.set(`ppt/slides/slide${n}.xml`, {
      type: 'presentationml.slide+xml',
      xml: `<p:sld ${NAMESPACES}>${tree([
        box('Title', 'type="title"', slide.title),
        box('Content', 'idx="1"', slide.body),
      ])}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
      related: [
        ['slideLayout', 'ppt/slideLayouts/slideLayout1.xml'],
        ...(notes === undefined ? [] : [['notesSlide', notes] as const]),
      ],
    });
    if (notes === undefined) continue;
    parts.set(notes, {
      type: 'presentationml.notesSlide+xml',
      xml: `<p:notes ${NAMESPACES}>${tree([box('Notes', 'type="body" idx="1"', slide.notes)])}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`,
      related: [
        ['notesMaster', 'ppt/notesMasters/notesMaster1.xml'],
        ['slide', `ppt/slides/slide${n}.xml`],
      ],
    });
  }
  return packed(parts);
}

function tree(shapes: readonly string[]): string {
  const numbered = shapes.map((shape, index) => shape.replace('id=""', `id="${index + 2}"`));
  return `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${numbered.join('')}</p:spTree></p:cSld>`;
}

function box(name: string, placeholder: string, paragraphs: readonly string[], place = ''): string {
  const content = paragraphs.length > 0 ? paragraphs.join('') : '<a:p/>';
  return `<p:sp><p:nvSpPr><p:cNvPr id="" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${placeholder}/></p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${content}</p:txBody></p:sp>`;
}

function placeAt(x: number, y: number, width: number, height: number): string {
  return `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
}

function presentation(slides: number, hasNotes: boolean): Part {
  const first = hasNotes ? 3 : 2;
  const ids = Array.from({ length: slides }, (_, n) => `<p:sldId id="${256 + n}" r:id="rId${first + n}"/>`);
  return {
    type: 'presentationml.presentation.main+xml',
    xml: `<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>${hasNotes ? '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>' : ''}${slides > 0 ? `<p:sldIdLst>${ids.join('')}</p:sldIdLst>` : ''}<p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    related: [
      ['slideMaster', 'ppt/slideMasters/slideMaster1.xml'],
      ...(hasNotes ? [['notesMaster', 'ppt/notesMasters/notesMaster1.xml'] as const] : []),
      ...Array.from({ length: slides }, (_, n) => ['slide', `ppt/slides/slide${n + 1}.xml`] as const),
    ],
  };
}

const COLOUR_MAP =
  'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
const BACKGROUND = '<p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/></p:bgRef></p:bg>';
const BOXES = [
  box('Title', 'type="title"', [], placeAt(838_200, 365_125, 10_515_600, 1_325_563)),
  box('Content', 'type="body" idx="1"', [], placeAt(838_200, 1_825_625, 10_515_600, 4_351_338)),
];

function listStyle(name: string, size: number, isList: boolean): string {
  const levels = Array.from({ length: isList ? 9 : 1 }, (_, level) => {
    const bullet = isList ? '<a:buFont typeface="Arial"/><a:buChar char="•"/>' : '<a:buNone/>';
    const indent = isList ? `marL="${228_600 + level * 457_200}" indent="-228600"` : 'marL="0" indent="0"';
    return `<a:lvl${level + 1}pPr ${indent}>${bullet}<a:defRPr sz="${Math.max(size - level * 200, 1_600)}"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill><a:latin typeface="+mn-lt"/></a:defRPr></a:lvl${level + 1}pPr>`;
  });
  return `<p:${name}>${levels.join('')}</p:${name}>`;
}

const MASTER: Part = {
  type: 'presentationml.slideMaster+xml',
  xml: `<p:sldMaster ${NAMESPACES}>${tree(BOXES).replace('<p:cSld>', `<p:cSld>${BACKGROUND}`)}<p:clrMap ${COLOUR_MAP}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles>${listStyle('titleStyle', 4_000, false)}${listStyle('bodyStyle', 2_400, true)}<p:otherStyle/></p:txStyles></p:sldMaster>`,
  related: [
    ['slideLayout', 'ppt/slideLayouts/slideLayout1.xml'],
    ['theme', 'ppt/theme/theme1.xml'],
  ],
};

const LAYOUT: Part = {
  type: 'presentationml.slideLayout+xml',
  xml: `<p:sldLayout ${NAMESPACES} type="obj">${tree([box('Title', 'type="title"', []), box('Content', 'idx="1"', [])])}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
  related: [['slideMaster', 'ppt/slideMasters/slideMaster1.xml']],
};

const NOTES_MASTER: Part = {
  type: 'presentationml.notesMaster+xml',
  xml: `<p:notesMaster ${NAMESPACES}>${tree([
    box('Notes', 'type="body" idx="1"', [], placeAt(685_800, 4_400_550, 5_486_400, 3_600_450)),
  ]).replace('<p:cSld>', `<p:cSld>${BACKGROUND}`)}<p:clrMap ${COLOUR_MAP}/></p:notesMaster>`,
  related: [['theme', 'ppt/theme/theme2.xml']],
};

const COLOURS = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '44546A',
  lt2: 'E7E6E6',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const FONT = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const three = (xml: string) => xml.repeat(3);

const THEME: Part = {
  type: 'theme+xml',
  xml: `<a:theme xmlns:a="${A}" name="Simple"><a:themeElements><a:clrScheme name="Simple">${Object.entries(
    COLOURS,
  )
    .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
    .join(
      '',
    )}</a:clrScheme><a:fontScheme name="Simple"><a:majorFont>${FONT}</a:majorFont><a:minorFont>${FONT}</a:minorFont></a:fontScheme><a:fmtScheme name="Simple"><a:fillStyleLst>${three(FILL)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln w="6350">${FILL}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(FILL)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  related: [],
};

async function packed(parts: ReadonlyMap<string, Part>): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const add = (name: string, xml: string) =>
    zip.file(name, DECLARATION + xml, { date: DATE, createFolders: false });
  const types = Array.from(
    parts,
    ([name, { type }]) => `<Override PartName="/${name}" ContentType="${TYPES}.${type}"/>`,
  );
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
  );
  add('_rels/.rels', relationships([['officeDocument', 'ppt/presentation.xml']]));
  for (const [name, { xml, related }] of parts) {
    add(name, xml);
    if (related.length > 0) add(name.replace(/[^/]+$/, '_rels/$&.rels'), relationships(related));
  }
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

function relationships(related: Part['related']): string {
  const rows = related.map(
    ([kind, part], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${kind}" Target="/${part}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}
