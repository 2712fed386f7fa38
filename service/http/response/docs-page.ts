import { ROUTES } from '../../contract/index.ts';
import type { RouteSpec } from '../../contract/index.ts';
import { escapeHtml } from './escape-html.ts';
import { page } from './page.ts';

const ROUTE_LIST: readonly RouteSpec[] = Object.values(ROUTES);

const EXAMPLE = `# The address of this page, and a key made with: interlinear keys create "My script"
curl -H "Authorization: Bearer $KEY" -H "Idempotency-Key: $(uuidgen)" \\
  -F file=@contract.docx -F from=en -F to=es $URL/v1/translate/documents
# Its answer has an id. Ask every two seconds, until status is no longer "running":
curl -H "Authorization: Bearer $KEY" $URL/v1/translate/documents/$ID
# Then fetch the translated document, under the name that the service gives it:
curl -H "Authorization: Bearer $KEY" -OJ $URL/v1/translate/documents/$ID/content`;

/** The contract as a readable page without scripts: a table per tag. openapi.json has the whole contract. */
export function docsPage(version: string): string {
  const tags = [...new Set(ROUTE_LIST.map((route) => route.tag))];
  return page(
    'Interlinear API',
    `<h1>Interlinear API ${escapeHtml(version)}</h1>
<p>Every request carries <code>Authorization: Bearer &lt;API_KEY&gt;</code>, except where the key column says "none".
Successful answers are <code>{"context": "ok", "data": …}</code>, errors are <code>application/problem+json</code>.
All fields and codes: <a href="/v1/openapi.json">openapi.json</a>.</p>
<pre><code>${escapeHtml(EXAMPLE)}</code></pre>
${tags.map(tagSection).join('\n')}`,
  );
}

function tagSection(tag: string): string {
  const rows = ROUTE_LIST.filter((route) => route.tag === tag).map(routeRow);
  return `<h2>${escapeHtml(tag)}</h2>
<table><thead><tr><th>Route</th><th>For</th><th>Key</th><th>Answers</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function routeRow(route: RouteSpec): string {
  const answers = Object.entries(route.answers).map(
    ([status, answer]) => `${status} ${escapeHtml(answer.description)}`,
  );
  return `<tr><td><code>${route.method.toUpperCase()} ${escapeHtml(route.path)}</code></td>
<td>${escapeHtml(route.summary)}${route.description ? `. ${escapeHtml(route.description)}` : ''}</td>
<td>${route.auth}</td><td>${answers.join('<br>')}</td></tr>`;
}
