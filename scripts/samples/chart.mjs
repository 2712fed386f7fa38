import { declaration, escapeXml, OFFICE } from '../lib/ooxml.mjs';

/** A bar chart with cached values, as a chart part. `series`: {name, nameRef?, categories, categoriesRef?, values, valuesRef?, color}. */
export function barChart({ title, series }) {
  const points = (values) =>
    values.map((value, i) => `<c:pt idx="${i}"><c:v>${escapeXml(String(value))}</c:v></c:pt>`).join('');
  const text = (ref, values) =>
    ref
      ? `<c:strRef><c:f>${ref}</c:f><c:strCache><c:ptCount val="${values.length}"/>${points(values)}</c:strCache></c:strRef>`
      : `<c:strLit><c:ptCount val="${values.length}"/>${points(values)}</c:strLit>`;
  const numbers = (ref, values) =>
    ref
      ? `<c:numRef><c:f>${ref}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${points(values)}</c:numCache></c:numRef>`
      : `<c:numLit><c:formatCode>General</c:formatCode><c:ptCount val="${values.length}"/>${points(values)}</c:numLit>`;
  return `${declaration}<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${OFFICE}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr lang="en-GB" sz="1200" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series
    .map(
      (one, i) =>
        `<c:ser><c:idx val="${i}"/><c:order val="${i}"/><c:tx>${one.nameRef ? text(one.nameRef, [one.name]) : `<c:v>${escapeXml(one.name)}</c:v>`}</c:tx><c:spPr><a:solidFill><a:srgbClr val="${one.color}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat>${text(one.categoriesRef, one.categories)}</c:cat><c:val>${numbers(one.valuesRef, one.values)}</c:val></c:ser>`,
    )
    .join(
      '',
    )}<c:gapWidth val="80"/><c:axId val="111"/><c:axId val="112"/></c:barChart><c:catAx><c:axId val="111"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="112"/><c:crosses val="autoZero"/></c:catAx><c:valAx><c:axId val="112"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D9D9D9"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="111"/><c:crosses val="autoZero"/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}
