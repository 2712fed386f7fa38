// @ts-check
// DOCX: source against result.
import { compareBindings } from './docx-bindings.mjs';
import { modelPart } from './docx-model.mjs';
import { compareParagraphs } from './docx-paragraphs.mjs';
import { compareBoundPart, compareSettings, hiddenStyles, needsFieldUpdate } from './docx-parts.mjs';
import { comparePackages, excerpt, partKey, readPackage, relationshipsOf } from './package.mjs';
import { fold } from './pseudo.mjs';
import { parseXml, walk } from './xml.mjs';

/**
 * @typedef {import('./package.mjs').Package} Package
 * @typedef {import('./package.mjs').Violation} Violation
 * @typedef {import('./docx-model.mjs').PartModel} PartModel
 */

const TRANSLATED_PARTS = /^(?:header|footer|footnotes|endnotes)$/;
const BOUND_PARTS = /^\/(?:customxml\/item[^/]*\.xml|docprops\/[^/]+\.xml)$/;

/** Keys of the parts whose paragraphs are translated. @param {Package} pack */
function translatedParts(pack) {
  const related = relationshipsOf(pack.parts, pack.main)
    .filter((r) => TRANSLATED_PARTS.test(r.kind) && !r.external && pack.parts.has(r.target))
    .map((r) => r.target);
  return [...new Set([pack.main, ...related])];
}

/** @param {Package} pack @returns {Map<string, PartModel>} */
function modelParts(pack) {
  const hidden = hiddenStyles(pack);
  return new Map(translatedParts(pack).map((key) => [key, modelPart(parseXml(dataOf(pack, key)), hidden)]));
}

/** @param {Package} pack @param {string} key */
function dataOf(pack, key) {
  const part = pack.parts.get(key);
  if (!part) throw new Error(`no part ${key}`);
  return part.data;
}

/** @param {Package} pack */
function hasBoundControls(pack) {
  return translatedParts(pack).some((key) => {
    for (const node of walk(parseXml(dataOf(pack, key)))) if (node.local === 'dataBinding') return true;
    return false;
  });
}

/**
 * How many segments the rules give: paragraphs with visible text, text boxes once. A range where the rules leave it open.
 * @param {Buffer} source
 * @returns {{least: number, most: number}}
 */
export function countDocxSegments(source) {
  const paragraphs = [...modelParts(readPackage(source)).values()].flatMap((part) => part.paragraphs);
  const has = (/** @type {(typeof paragraphs)[number]} */ p, /** @type {RegExp} */ cls) =>
    p.tokens.some((t) => t.kind === 'text' && cls.test(t.cls) && t.text.trim() !== '');
  const own = paragraphs.filter((p) => !p.branch?.fallback);
  return {
    least: own.filter((p) => has(p, /^visible$/)).length,
    most: paragraphs.filter((p) => has(p, /^(?:visible|either)$/)).length,
  };
}

/**
 * @param {Buffer} sourceBytes
 * @param {Buffer} resultBytes
 * @returns {Violation[]}
 */
export function checkDocx(sourceBytes, resultBytes) {
  const source = readPackage(sourceBytes);
  const result = readPackage(resultBytes);
  const translated = new Set(translatedParts(source));
  const settings = relationshipsOf(source.parts, source.main).find((r) => r.kind === 'settings')?.target;
  const mayRefill = hasBoundControls(source);
  const isBound = (/** @type {string} */ key) => mayRefill && BOUND_PARTS.test(key);
  const violations = comparePackages(
    source,
    result,
    (key) => translated.has(key) || key === settings || isBound(key),
  );
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

/**
 * @param {Package} result
 * @param {string} key
 * @param {(root: import('./xml.mjs').XmlNode) => Violation[]} check
 * @returns {Violation[]}
 */
function within(result, key, check) {
  const part = result.parts.get(key);
  if (!part) return [];
  try {
    return check(parseXml(part.data)).map((v) => ({ rule: v.rule, detail: `${key}: ${v.detail}` }));
  } catch (error) {
    return [{ rule: 'broken_xml', detail: `${key}: ${excerpt(String(error))}` }];
  }
}

/**
 * @param {PartModel} before
 * @param {import('./xml.mjs').XmlNode} root
 * @param {Package} source
 * @returns {Violation[]}
 */
function compareTranslatedPart(before, root, source) {
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

/** @param {import('./docx-model.mjs').Token | undefined} token */
function tagOf(token) {
  return token === undefined ? 'nothing' : token.kind === 'text' ? token.text : token.tag;
}

/**
 * The simplified rebuild: a package Word can read whose paragraphs are the translated ones.
 * @param {Buffer} layout the full result
 * @param {Buffer} simple
 * @returns {Violation[]}
 */
export function checkSimple(layout, simple) {
  const own = paragraphTexts(readPackage(simple)).texts;
  const { texts: expected, open } = paragraphTexts(readPackage(layout));
  const left = [...own];
  for (const text of expected) {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    else return [{ rule: 'simple_text_lost', detail: excerpt(text) }];
  }
  const strange = left.find((text) => !open.includes(text));
  return strange === undefined ? [] : [{ rule: 'simple_text_added', detail: excerpt(strange) }];
}

/** Folded visible texts without white space, and those that may be there in this form or that. @param {Package} pack */
function paragraphTexts(pack) {
  const texts = [];
  const open = [];
  for (const { paragraphs } of modelParts(pack).values()) {
    for (const { tokens, branch } of paragraphs) {
      const [least, most] = [/visible/, /visible|either/].map((classes) =>
        fold(tokens.map((t) => (t.kind === 'text' && classes.test(t.cls) ? t.text : '')).join('')).replace(
          /\s+/g,
          '',
        ),
      );
      if (branch?.fallback || least !== most) open.push(least, most);
      else if (least) texts.push(least);
    }
  }
  return { texts, open };
}
