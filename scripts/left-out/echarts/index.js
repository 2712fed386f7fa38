// Charts are boxes on the page, with their texts below (renderer/preview/draw-pptx.ts). Nothing here is ever called but `use`.
export const use = () => undefined;
export const init = () => {
  throw new Error('Charts are not drawn.');
};
export const graphic = {};
const left = undefined;
export {
  left as BarChart,
  left as CandlestickChart,
  left as CustomChart,
  left as LineChart,
  left as PieChart,
  left as RadarChart,
  left as ScatterChart,
  left as AxisPointerComponent,
  left as GraphicComponent,
  left as GridComponent,
  left as LegendComponent,
  left as RadarComponent,
  left as TitleComponent,
  left as TooltipComponent,
  left as LabelLayout,
  left as CanvasRenderer,
};
