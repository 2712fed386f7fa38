import { escapeHtml } from './escape-html.ts';

/** A plain page of the service, for people. `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 1100px; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; vertical-align: top; padding: 4px 12px 4px 0; border-block-end: 1px solid #8884 }
</style></head>
<body>${body}</body></html>
`;
}
