import { placedNumbers } from './numbers.ts';

/** Signs of units that are the same in languages of Latin script, and the money of the world. */
const UNITS =
  'nm µm μm mm cm dm m km mg g kg t ml cl l hl ms s min h W kW MW V kV A mA Hz kHz MHz GHz B kB KB MB GB TB KiB MiB GiB bit kbps Mbps Pa kPa hPa bar N J kJ cal kcal px pt dpi °C °F K % ‰ $ € £ ¥ USD EUR GBP CHF';
/** Cyrillic writes the same units in its own letters. */
const CYRILLIC: Readonly<Record<string, string>> = {
  ...{ мм: 'mm', см: 'cm', м: 'm', км: 'km', мг: 'mg', г: 'g', кг: 'kg', т: 't', мл: 'ml', л: 'l', с: 's' },
  ...{ мин: 'min', ч: 'h', Вт: 'W', кВт: 'kW', В: 'V', А: 'A', Гц: 'Hz', кГц: 'kHz', МГц: 'MHz', ГГц: 'GHz' },
  ...{ Б: 'B', КБ: 'kB', МБ: 'MB', ГБ: 'GB', ТБ: 'TB' },
};
const SAME: Readonly<Record<string, string>> = { ...CYRILLIC, μm: 'µm', KB: 'kB', '٪': '%', '％': '%' };
const KNOWN = new Set(UNITS.split(' '));
const BEHIND = /^[ \u00a0\u202f]?([%‰٪％$€£¥]|°[CF]|[A-Za-zµμ\u0400-\u04ff]{1,4}(?![\p{L}\p{N}]))/u;
const BEFORE = /([$€£¥])[ \u00a0\u202f]?$/u;
/** What may follow a number that has lost its unit: nothing, or a sign. */
const BARE = /^\s*(?:$|[.,;:!?)\]]+(?:\s|$))/u;
/** A text with more is data. */
const MAX_NUMBERS = 100;

interface Measure {
  readonly values: readonly string[];
  /** Undefined where no known unit is written. */
  readonly unit: string | undefined;
  /** As written. */
  readonly shown: string;
  readonly isBare: boolean;
}

/**
 * A number of the source whose unit became another one in the target, or was lost at the end of a phrase, as both are
 * written: `10 km` → `10 m`. Undefined where the number itself changed: it may have been converted.
 */
export function changedUnit(source: string, target: string): { from: string; to: string } | undefined {
  const asked = measuresIn(source);
  if (!asked.some(({ unit }) => unit !== undefined)) return undefined;
  const given = measuresIn(target);
  if (asked.length > MAX_NUMBERS || given.length > MAX_NUMBERS) return undefined;
  const written = new Set(given.map(({ unit }) => unit));
  for (const { values, unit, shown } of asked) {
    // Elsewhere in the target: of two numbers with a unit the first may go without.
    if (unit === undefined || written.has(unit)) continue;
    const same = given.filter((other) => other.values.some((value) => values.includes(value)));
    const isKept = same.length === 0 || same.some((other) => other.unit === undefined && !other.isBare);
    const [first] = same;
    if (!isKept && first) return { from: shown, to: first.shown };
  }
  return undefined;
}

function measuresIn(text: string): Measure[] {
  return placedNumbers(text).map(({ start, end, values }) => {
    const behind = text.slice(end, end + 12);
    const before = text.slice(Math.max(0, start - 2), start);
    const sign = BEHIND.exec(behind)?.[1] ?? BEFORE.exec(before)?.[1];
    const named = sign === undefined ? undefined : (SAME[sign] ?? sign);
    const unit = named !== undefined && KNOWN.has(named) ? named : undefined;
    const number = text.slice(start, end);
    return {
      values,
      unit,
      shown: unit === undefined ? number : `${number} ${sign!}`,
      isBare: unit === undefined && BARE.test(text.slice(end)),
    };
  });
}
