import { readValue } from './chars.ts';
import type { XmlInput } from './input.ts';
import { declaredPrefix } from './scope.ts';
import type { Declaration, NamespaceScope } from './scope.ts';

const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;

/** Up to this number, comparing each with each is faster than a set; beyond, an attack could exploit it. */
const FEW_ATTRIBUTES = 16;

/** No program writes a tenth of these. */
const MAX_ATTRIBUTES = 1_000;

/** The current start tag's attributes, one object per part: values are made on demand. */
export class TagAttributes {
  private readonly input: XmlInput;
  private count = 0;
  private readonly rawNames: string[] = [];
  /** Canonical; '' for namespace declarations. */
  private readonly names: string[] = [];
  private readonly valueStarts: number[] = [];
  private readonly valueEnds: number[] = [];

  constructor(input: XmlInput) {
    this.input = input;
  }

  /** Records the attributes of a tag from the end of its name, and returns where the tag ends. */
  read(from: number): number {
    const { input } = this;
    const { source } = input;
    this.count = 0;
    let at = from;
    for (;;) {
      const nameStart = input.skipSpace(at);
      const code = source.charCodeAt(nameStart);
      if (code === GREATER) return nameStart + 1;
      if (code === SLASH && source.charCodeAt(nameStart + 1) === GREATER) return nameStart + 2;
      const nameEnd = input.endOfName(nameStart);
      const equals = input.skipSpace(nameEnd);
      const quote = input.skipSpace(equals + 1);
      if (nameStart === at || nameEnd === nameStart || source.charCodeAt(equals) !== EQUALS)
        throw input.malformedTag();
      const valueEnd = input.endOfValue(quote);
      if (this.count === MAX_ATTRIBUTES) throw input.hostile('has a tag with an absurd number of attributes');
      const index = this.count++;
      this.rawNames[index] = source.slice(nameStart, nameEnd);
      this.valueStarts[index] = quote + 1;
      this.valueEnds[index] = valueEnd;
      at = valueEnd + 1;
    }
  }

  /** Resolves attributes to canonical names. Returns the scope within the element; `around`: outside it. */
  resolve(around: NamespaceScope): NamespaceScope {
    const { count, names, rawNames } = this;
    const scope = this.scopeWithin(around);
    for (let i = 0; i < count; i++) {
      const rawName = rawNames[i]!;
      const name = declaredPrefix(rawName) === undefined ? scope.attribute(rawName) : '';
      if (name === undefined) throw this.input.malformed(`the name “${rawName}” is not valid here`);
      names[i] = name;
    }
    if (count > 1) this.refuseDuplicates();
    return scope;
  }

  /** The value of an attribute by its canonical name, references resolved. */
  get(name: string): string | undefined {
    for (let i = 0; i < this.count; i++) if (this.names[i] === name) return this.value(i);
    return undefined;
  }

  private value(index: number): string {
    return readValue(this.input.source.slice(this.valueStarts[index], this.valueEnds[index]));
  }

  private scopeWithin(around: NamespaceScope): NamespaceScope {
    let declarations: Declaration[] | undefined;
    for (let i = 0; i < this.count; i++) {
      const prefix = declaredPrefix(this.rawNames[i]!);
      if (prefix !== undefined) (declarations ??= []).push({ prefix, uri: this.value(i) });
    }
    if (!declarations) return around;
    const scope = around.within(declarations);
    if (!scope) throw this.input.malformed('a namespace is declared in a way that XML does not allow');
    return scope;
  }

  /**
   * Refuses two attributes of one name, whether as written or by namespace (XML 1.0 §3.1, Namespaces §6.3).
   */
  private refuseDuplicates(): void {
    const { count, names, rawNames } = this;
    const seen = count > FEW_ATTRIBUTES ? new Set<string>() : undefined;
    for (let i = 0; i < count; i++) {
      const name = names[i]! || rawNames[i]!;
      let again = seen?.has(name) ?? false;
      if (seen) seen.add(name);
      else for (let j = 0; j < i; j++) again ||= name === (names[j]! || rawNames[j]!);
      if (again) throw this.input.malformed(`an element has two attributes “${rawNames[i]!}”`);
    }
  }
}

/** An attribute as written: its name, and the place of its value in the tag, without quotes. */
export interface WrittenAttribute {
  readonly rawName: string;
  readonly start: number;
  readonly end: number;
}

const ATTRIBUTE = /[ \t\r\n]([^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/g;

/** The attributes of a start tag that has been read, including namespace declarations. */
export function* writtenAttributes(tag: string): Generator<WrittenAttribute> {
  for (const { 0: written, 1: rawName, 2: double, 3: single, index } of tag.matchAll(ATTRIBUTE)) {
    const end = index + written.length - 1;
    yield { rawName: rawName!, start: end - (double ?? single!).length, end };
  }
}

/** Attribute values by canonical name, references resolved, without namespace declarations. */
export function attributesOf(tag: string, scope: NamespaceScope): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [, rawName, double, single] of tag.matchAll(ATTRIBUTE)) {
    const name = declaredPrefix(rawName!) === undefined ? scope.attribute(rawName!) : undefined;
    if (name !== undefined) all[name] = readValue(double ?? single!);
  }
  return all;
}
