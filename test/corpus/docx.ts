// DOCX: source against result.
import { compareBindings } from './docx-bindings.ts';
import { compareDrawing, compareWorkbook, drawnParts, drawnTexts } from './docx-drawings.ts';
import { modelPart } from './docx-model.ts';
import { compareParagraphs } from './docx-paragraphs.ts';
import { compareBoundPart, compareSettings, hiddenStyles, needsFieldUpdate } from './docx-parts.ts';
import { comparePackages, excerpt, partKey, readPackage, relationshipsOf } from './package.ts';
import { fold } from './pseudo.ts';
import { parseXml, walk } from './xml.ts';
import type { Package, Violation } from './package.ts';
import type { PartModel, Token } from './docx-model.ts';
import type { XmlNode } from './xml.ts';
import { isWithin } from '../support/is-within.ts';

const TRANSLATED_PARTS = /^(?:header|footer|footnotes|endnotes)$/;
const BOUND_PARTS = /^\/(?:customxml\/item[^/]*\.xml|docprops\/[^/]+\.xml)$/;

/** Keys of the parts whose paragraphs are translated. */
function translatedParts(pack: Package) {
  const related = relationshipsOf(pack.parts, pack.main)
    .filter((r) => TRANSLATED_PARTS.test(r.kind) && !r.external && pack.parts.has(r.target))
    .map((r) => r.target);
  return [...new Set([pack.main, ...related])];
}

function modelParts(pack: Package): Map<string, PartModel> {
  const hidden = hiddenStyles(pack);
  return new Map(translatedParts(pack).map((key) => [key, modelPart(parseXml(dataOf(pack, key)), hidden)]));
}

function dataOf(pack: Package, key: string) {
  const part = pack.parts.get(key);
  if (!part) throw new Error(`no part ${key}`);
  return part.data;
}

function hasBoundControls(pack: Package) {
  return translatedParts(pack).some((key) => {
    for (const node of walk(parseXml(dataOf(pack, key)))) if (node.local === 'dataBinding') return true;
    return false;
  });
}

/**
 * How many segments the rules give: paragraphs with visible text, text boxes once. A range where the rules
 * leave it open.
 */
export function countDocxSegments(source: Buffer): { least: number; most: number } {
  const pack = readPackage(source);
  const paragraphs = [...modelParts(pack).values()].flatMap((part) => part.paragraphs);
  const has = (p: (typeof paragraphs)[number], cls: RegExp) =>
    p.tokens.some((t) => t.kind === 'text' && cls.test(t.cls) && t.text.trim() !== '');
  const own = paragraphs.filter((p) => !p.branch?.fallback);
  return {
    least: own.filter((p) => has(p, /^visible$/)).length,
    most: paragraphs.filter((p) => has(p, /^(?:visible|either)$/)).length + textsOfDrawings(pack).length,
  };
}

/** Which of them are segments, once each, is for the tests of charts and SmartArt to say. */
function textsOfDrawings(pack: Package): string[] {
  return [...drawnParts(pack, translatedParts(pack))]
    .filter(([, kind]) => kind === 'drawing')
    .flatMap(([key]) => drawnTexts(parseXml(dataOf(pack, key))));
}

export function checkDocx(sourceBytes: Buffer, resultBytes: Buffer): Violation[] {
  const source = readPackage(sourceBytes);
  const result = readPackage(resultBytes);
  const translated = new Set(translatedParts(source));
  const settings = relationshipsOf(source.parts, source.main).find((r) => r.kind === 'settings')?.target;
  const mayRefill = hasBoundControls(source);
  const drawn = drawnParts(source, [...translated]);
  const isBound = (key: string) => mayRefill && BOUND_PARTS.test(key);
  const violations = comparePackages(
    source,
    result,
    (key) => translated.has(key) || key === settings || isBound(key) || drawn.has(key),
  );
  for (const [key, kind] of drawn) {
    const other = result.parts.get(key);
    const compare = kind === 'drawing' ? compareDrawing : compareWorkbook;
    if (other && !other.data.equals(dataOf(source, key)))
      violations.push(...readable(key, () => compare(dataOf(source, key), other.data)));
  }
  const models = modelParts(source);
  for (const [key, model] of models) {
    violations.push(...within(result, key, (root) => compareTranslatedPart(model, root, source)));
  }
  if (settings && source.parts.has(settings)) {
    const update = needsFieldUpdate(source, [...models.values()]);
    const before = parseXml(dataOf(source, settings));
    violations.push(...within(result, settings, (root) => compareSettings(before, root, update)));
  }
  for (const entry of source.entries.filter((e) => isBound(partKey(e.name)))) {
    const key = partKey(entry.name);
    violations.push(...within(result, key, (root) => compareBoundPart(parseXml(entry.data), root)));
  }
  if (mayRefill && !violations.some((v) => v.rule === 'broken_xml')) {
    violations.push(...compareBindings(source, result, [...translated]));
  }
  return violations;
}

function within(result: Package, key: string, check: (root: XmlNode) => Violation[]): Violation[] {
  const part = result.parts.get(key);
  return part ? readable(key, () => check(parseXml(part.data))) : [];
}

function readable(key: string, check: () => Violation[]): Violation[] {
  try {
    return check().map(({ rule, detail }) => ({ rule, detail: `${key}: ${detail}` }));
  } catch (error) {
    return [{ rule: 'broken_xml', detail: `${key}: ${excerpt(String(error))}` }];
  }
}

function compareTranslatedPart(before: PartModel, root: XmlNode, source: Package): Violation[] {
  const after = modelPart(root, hiddenStyles(source));
  if (before.paragraphs.length !== after.paragraphs.length) {
    const detail = `${before.paragraphs.length} → ${after.paragraphs.length}`;
    return [{ rule: 'paragraph_count', detail }];
  }
  const violations = compareParagraphs(before.paragraphs, after.paragraphs);
  const at = before.skeleton.findIndex((token, i) => tagOf(token) !== tagOf(after.skeleton[i]));
  if (at >= 0 || before.skeleton.length !== after.skeleton.length) {
    const detail = `${tagOf(before.skeleton[at])} → ${tagOf(after.skeleton[at])}`;
    violations.push({ rule: 'structure', detail: excerpt(detail, 200) });
  }
  return violations;
}

function tagOf(token: Token | undefined) {
  return token === undefined ? 'nothing' : token.kind === 'text' ? token.text : token.tag;
}

/**
 * The simplified rebuild: a package Word can read whose paragraphs are the translated ones.
 * `layout` is the full result.
 */
export function checkSimple(layout: Buffer, simple: Buffer): Violation[] {
  const own = paragraphTexts(readPackage(simple)).texts;
  const full = readPackage(layout);
  const { texts: expected, open } = paragraphTexts(full);
  open.push(...textsOfDrawings(full).map(bare));
  const left = [...own];
  for (const text of expected) {
    const exact = left.indexOf(text);
    // The simple document says what fields show, where the full one has fields.
    const at = exact >= 0 ? exact : left.findIndex((longer) => isWithin(text, longer));
    if (at >= 0) left.splice(at, 1);
    else return [{ rule: 'simple_text_lost', detail: excerpt(text) }];
  }
  const strange = left.find((text) => !open.includes(text));
  return strange === undefined ? [] : [{ rule: 'simple_text_added', detail: excerpt(strange) }];
}

const bare = (text: string) => fold(text).replace(/\s+/g, '');

/** Folded visible texts without white space, and those that may be there in this form or that. */
function paragraphTexts(pack: Package) {
  const texts = [];
  const open = [];
  for (const { paragraphs } of modelParts(pack).values()) {
    for (const { tokens, branch } of paragraphs) {
      const [least, most] = [/visible/, /visible|either/].map((classes) =>
        bare(tokens.map((t) => (t.kind === 'text' && classes.test(t.cls) ? t.text : '')).join('')),
      );
      if (branch?.fallback || least !== most) open.push(least, most);
      else if (least) texts.push(least);
    }
  }
  return { texts, open };
}
