import { it } from 'vitest';
import { androidFormat } from '../../service/documents/android/android-format.ts';
import type { Format } from '../../service/documents/format.ts';
import { xliffFormat } from '../../service/documents/xliff/xliff-format.ts';
import { expectLinear } from '../support/linear.ts';

const android = (text: string) => `<resources><string name="a">${text}</string></resources>`;
const xliff = (text: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en"` +
  ` target-language="es" datatype="plaintext"><body><trans-unit id="1"><source>${text}</source></trans-unit></body></file></xliff>`;

it.each<[string, Format, (n: number) => string]>([
  ['tabs in an Android string', androidFormat, (n) => android(`One${'\t'.repeat(n)}two`)],
  ['tabs in an XLIFF source', xliffFormat, (n) => xliff(`One${'\t'.repeat(n)}two`)],
])('reads many %s in linear time', async (_, format, make) => {
  await expectLinear(
    (n) => Buffer.from(make(n)),
    (source) => format.extract(source, { maxSegments: 10, fileName: 'a' }),
    5_000,
  );
});
