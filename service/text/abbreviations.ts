/** Abbreviations of a language, in lower case and without their last full stop. */
export interface Abbreviations {
  /** No sentence ends after one: titles, "e.g.". */
  readonly open: ReadonlySet<string>;
  /** No sentence ends after one unless the next word typically begins sentences: "Inc.", "p.m.". */
  readonly closing: ReadonlySet<string>;
  /** No sentence ends after one if a number or a single capital follows: "No. 5", "fig. 2", "App. B". */
  readonly beforeNumbers: ReadonlySet<string>;
  /** Words that begin sentences far more often than names. */
  readonly starters: ReadonlySet<string>;
}

const COMMON = {
  open: 'dr mr mrs ms prof st rev hon e.g i.e vs cf viz approx dipl ing',
  closing: 'co inc ltd corp jr sr al a.m p.m ph.d',
  beforeNumbers:
    'no nos nr nrn nº n° núm p pp pg pag s ss fig figs art arts sec sect ch chap cap vol vols par max min tab ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec',
};

/** For a language without `starters` the next word does not matter. */
const OWN: Record<string, Partial<Record<keyof Abbreviations, string>>> = {
  en: {
    open:
      'gen col sgt lt capt cpt cmdr adm gov sen rep pres supt messrs mt attn eg ie sects eds dept cit ' +
      'hrs incl excl',
    closing: 'bros univ assn ibid u.s u.k e.u u.n d.c',
    beforeNumbers: 'num ed est eq eqs app ibid mon tue tues wed thu thur thurs fri ext bldg apt rm rte',
    starters:
      'the this that these those there they he she it we you i his her its their our my your if when while ' +
      'after before however but and or so then what how why who where in on at for from with as to by an a all ' +
      'some many most each no not did do does is are was were can could would should please also although ' +
      'because since until once now here today yes both such another other one two let don',
  },
  es: {
    open:
      'sra srta srs sres sras d dña dª ud uds vd vds excmo excma ilmo ilma lic arq gral sto sta av avda avd ' +
      'cía tel ref aprox ej p.ej admón gobno pza ctra col gen cnel sgto ntra fr rvdo mons mt',
    closing: 's.a s.l hnos',
    beforeNumbers: 'pág págs párr párrf abs ene abr ago dic nro nros cra lun mié jue vie máx mín',
    starters:
      'el la los las un una unos unas este esta esto estos estas ese esa eso él ella ellos ellas yo usted se ' +
      'su sus es era fue no sí si cuando cómo qué quién pero y en con por para desde hasta sin según también ' +
      'además así entonces luego después antes hoy aquí allí todo todos todas cada muchos algunos otro otra ya',
  },
  de: {
    open:
      'z.b d.h u.a s.o s.u v.a o.g i.d.r i.v.m m.e z.t z.z bzw ca evtl ggf inkl exkl zzgl abzgl vgl sog hr fr ' +
      'str hrsg geb med phil jur rer nat kath evang gem lt u o v n z d i s ff bspw dr.med op gen gez sen jun ' +
      'einschl entspr gegr ehem mind urspr',
    closing: 'mio mrd tsd chr nachf std',
    beforeNumbers: 'abb bd bde kap tabl jg aufl abs ziff rn okt dez mrz juni juli mai dez anm',
    starters:
      'der die das den dem ein eine einen einer dies dieser diese dieses es er sie wir ich man in im am an auf ' +
      'aus bei mit nach zu zum zur für wenn dann aber und oder so auch hier da dort doch jedoch seit bis durch ' +
      'alle viele kein keine nicht was wie wer wo warum nur noch nun heute damit dabei dazu daher deshalb ihr ' +
      'ihre sein seine ja nein',
  },
  fr: {
    open: 'm mm mme mmes mlle mlles mgr me env éd ex p.ex c.-à-d bd av boul réf tél',
    closing: 'ste sté s.a cie j.-c',
    beforeNumbers: 'n al janv févr avr juil déc',
    starters:
      'le la les un une ce cette ces cet il elle ils elles on nous vous je dans pour par avec sans sur en au ' +
      'aux mais et ou où si quand comme comment pourquoi qui que quoi donc puis ensuite après avant depuis ' +
      'ainsi aussi cependant toutefois tout tous toutes chaque plusieurs certains son sa ses leur leurs notre ' +
      'oui non c l d j qu n s',
  },
  it: {
    open: 'sig sigg sig.ra dott dott.ssa avv geom gent spett arch p.es ad.es on mons',
    closing: 's.p.a s.r.l a.c d.c',
    beforeNumbers: 'n pagg artt gen mag giu lug ago set ott dic',
    starters:
      'il lo la i gli le un una questo questa questi queste è nel nella nei ma e se quando come perché chi che ' +
      'non si con per anche poi dopo prima oggi qui tutti ogni',
  },
  pt: {
    open: 'sra srs sras dra drs exmo exma eng arq av ex p.ex tel aprox d',
    closing: 's.a ltda cia a.c d.c',
    beforeNumbers: 'n n.º pág págs abr ago set out dez',
    starters:
      'o a os as um uma este esta isto esse essa isso ele ela eles elas no na nos nas em mas e se quando como ' +
      'não com por para também depois antes hoje aqui todos cada sim',
  },
  nl: {
    open: 'dhr mevr drs ir mr blz bijv o.a t.a.v m.b.t d.w.z i.p.v resp',
    closing: 'e.d enz n.v b.v',
    beforeNumbers: 'mrt mei okt art',
    starters:
      'het de een dit dat deze die hij zij ze we wij ik u er in op bij met voor na maar en als dan ook daar hier ' +
      'wat wie hoe waarom alle veel geen niet nu',
  },
  sv: { open: 't.ex dvs bl.a s.k f.d kl fr', beforeNumbers: 'sid maj okt' },
  da: { open: 'f.eks bl.a dvs hr fr kl ca', beforeNumbers: 'maj okt' },
  nb: { open: 'f.eks bl.a dvs kl ca', beforeNumbers: 'mai okt des' },
  pl: { open: 'hab mgr inż ul np tj tzn pl al im św ks gen ok ob', beforeNumbers: 'str rys poz ust' },
  cs: { open: 'ing mgr mudr ul např tj tzn tzv nám sv gen', beforeNumbers: 'str obr čl' },
  ru: {
    open:
      'ул просп пр им проф акад доц ген полк адм тов гр см ср напр пгт пос дер обл св кв корп тел т.е т.к т.н ' +
      'гл.обр д-р',
    closing: 'г гг в вв тыс млн млрд руб коп долл долл.сша',
    beforeNumbers: 'рис стр табл гл ч п пп с д т илл янв февр апр авг сент окт нояб дек',
    starters:
      'он она оно они мы вы я это этот эта эти в во на с со по для из к у о от до при за но и а или если когда ' +
      'как что где там тут также затем потом после все был была было были его её их однако так поэтому не',
  },
  uk: { open: 'вул просп ім проф акад див напр св ст', closing: 'р рр ст', beforeNumbers: 'рис с табл п гл' },
  hi: { open: 'डॉ प्रो श्री श्रीमती सुश्री पं स्व मो रु नं क्र' },
  ar: { open: 'د أ م ص ج ت أ.د' },
  fa: { open: 'د ص ج' },
  ur: { open: 'ڈاکٹر ص ج' },
};

const read = new Map<string, Abbreviations>();

/** The abbreviations of a language, including common ones. */
export function abbreviationsOf(language: string): Abbreviations {
  const base = language.toLowerCase().split('-', 1)[0]!;
  const key = base === 'no' || base === 'nn' ? 'nb' : base;
  let known = read.get(key);
  if (!known) {
    const own = OWN[key] ?? {};
    const both = (name: keyof typeof COMMON): ReadonlySet<string> =>
      wordsOf(`${COMMON[name]} ${own[name] ?? ''}`);
    known = {
      open: both('open'),
      closing: both('closing'),
      beforeNumbers: both('beforeNumbers'),
      starters: wordsOf(own.starters ?? ''),
    };
    // One entry per listed language, and one for all others.
    if (OWN[key]) read.set(key, known);
  }
  return known;
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').filter((word) => word !== ''));
}
