/**
 * The frame's styles. The paper stays white: it is the document. Marks are a colour and a line each, so that neither
 * carries the meaning alone; the lines stay in forced colours.
 */
export const STYLE = `
:root { --around: #eef1f3; }
:root[data-dark] { --around: #161a1c; }
html { background: var(--around); overflow: auto; scrollbar-gutter: stable; }
body { margin: 0; }
body > .page-root { padding: 16px; box-sizing: border-box; }
.sheet {
  box-sizing: border-box; max-inline-size: 50rem; min-block-size: 60vh; margin: 0 auto; padding: 40px 48px;
  background: #fff; color: #1b1b1b; box-shadow: 0 1px 5px #0004; color-scheme: light; overflow-wrap: break-word;
  font: 16px/1.5 'Liberation Serif', 'Times New Roman', Georgia, serif;
}
.sheet + .sheet { margin-block-start: 16px; }
.sheet img { max-inline-size: 100%; height: auto; }
.sheet pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
.code { font: 13px/1.6 'Liberation Mono', 'DejaVu Sans Mono', ui-monospace, monospace; color: #667; }
.code [data-segment] { color: #1b1b1b; }
.article { font-family: 'Liberation Sans', Arial, sans-serif; }
.article pre, .article code { font-family: 'Liberation Mono', 'DejaVu Sans Mono', monospace; font-size: .9em; }
.article pre { padding: 8px 12px; background: #f3f4f5; }
.article table { border-collapse: collapse; } .article :is(td, th) { border: 1px solid #b8c0c4; padding: 3px 8px; }
.front-matter { margin-block-end: 16px; color: #556; }
.cues ol { list-style: none; margin: 0; padding: 0; }
.cue { display: grid; grid-template-columns: 13.5rem 1fr; gap: 12px; padding: 6px 0; border-block-end: 1px solid #e2e6e8; }
.cue p { margin: 0; } .cue time { color: #667; font: 12px/24px 'Liberation Mono', monospace; white-space: nowrap; }
.chapter { content-visibility: auto; contain-intrinsic-size: auto 900px; }
/* Grids and OpenDocument. */
.grid { max-inline-size: none; inline-size: max-content; min-block-size: 0; padding: 12px; font: 13px/1.4 'Liberation Sans', Arial, sans-serif; content-visibility: auto; contain-intrinsic-size: auto 600px; }
.grid table { border-collapse: collapse; table-layout: fixed; inline-size: max-content; }
.grid td { border: 1px solid #d5dbde; padding: 2px 6px; vertical-align: top; overflow-wrap: break-word; block-size: 20px; }
.grid .gap { block-size: 8px; } .grid p { margin: 0 !important; } .sheet-name { margin: 0 0 8px; font-size: 13px; color: #556; }
.odt { min-block-size: 27cm; } .odt .para { margin: 0 0 .2em; white-space: pre-wrap; min-block-size: 1em; }
.odf-table { border-collapse: collapse; inline-size: 100%; } .odf-table td { vertical-align: top; padding: 2px 4px; }
.odf-frame { display: inline-block; max-inline-size: 100%; } .odf-object { display: inline-block; min-inline-size: 12em; min-block-size: 7em; border: 1px dashed #99a3a8; background: #f1f3f4; }
.odf-object .para { display: block; }
.odf-note { display: inline-block; font-size: .8em; border-inline-start: 2px solid #b8c0c4; padding-inline-start: 6px; margin-inline-start: 4px; }
.page-end { color: #555; font-size: .9em; }
.slide { position: relative; margin: 0 auto 16px; overflow: hidden; background: #fff; color: #111; color-scheme: light; box-shadow: 0 1px 5px #0004; font: 18pt/1.2 'Liberation Sans', Arial, sans-serif; content-visibility: auto; contain-intrinsic-size: auto 600px; }
/* Not yet shown. */
.measured { position: fixed; inset-inline-start: -100000px; visibility: hidden; contain: layout style; }
.shape { position: absolute; box-sizing: border-box; white-space: pre-wrap; } .shape .para { margin: 0; } .shape img { max-inline-size: 100%; } .shape .odf-table td { border: 1px solid #b8c0c4; }
.shape.unplaced { position: static; }
.shape.odf-object { display: block; }
.beside-slide { max-inline-size: 960px; margin: -8px auto 16px; padding: 8px 16px; background: #fff; color: #1b1b1b; color-scheme: light; font: 13px/1.5 'Liberation Sans', Arial, sans-serif; }
.beside-slide h2 { margin: 6px 0 2px; font-size: 13px; color: #556; } .beside-slide p { margin: 0; }
.docx-wrapper { background: none !important; padding: 0 !important; }
.docx-wrapper > section.docx { color-scheme: light; color: #000; overflow: hidden; margin-block-end: 16px !important; content-visibility: auto; contain-intrinsic-size: auto 1056px; }
/* In place of the tab behind a bullet or a number. */
.docx-wrapper p[class*='docx-num-']::before { margin-inline-end: .5em; }
/* The title of a web page, as in the tab of a browser. */
.tab { inline-size: fit-content; margin: -30px 0 24px -36px; padding: 2px 12px; border-radius: 6px; background: #eef1f3; color: #445; font: 12px/1.6 'Liberation Sans', Arial, sans-serif; }
[data-no-picture] { display: inline-block; min-inline-size: 48px; min-block-size: 32px; border: 1px dashed #99a3a8; background: #f1f3f4; }
[data-segment] { border-radius: 2px; cursor: pointer; }
:root[data-marks] [data-state=untranslated] { border-block-end: 2px dotted #8a5a00; background: #fff3d6; }
:root[data-marks] [data-state=flagged] { border-block-end: 2px solid #b3261e; background: #fde7e4; }
:root[data-marks] [data-state=open] { border-block-end: 1px solid #7d8b8b; }
[data-segment][data-current] { outline: 2px solid #0b6b6b; outline-offset: 2px; background: #dcefee !important; color: #111 !important; }
[data-segment]:focus-visible { outline: 3px solid #0b6b6b; outline-offset: 2px; }
@media (forced-colors: active) {
  [data-segment][data-current] { outline-color: Highlight; }
  :root[data-marks] [data-state=untranslated] { border-block-end-style: dotted; }
}
`;
