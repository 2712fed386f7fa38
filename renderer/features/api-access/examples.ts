/** The values of an example. */
interface ExampleValues {
  /** The service's address. */
  address: string;
  key: string;
  from: string;
  to: string;
}

/** Whole programs that send a document, wait for it and fetch the result; longer ones are in docs/api. */
export const EXAMPLES: { name: string; program: (values: ExampleValues) => string }[] = [
  {
    name: 'curl',
    program: ({ address, key, from, to }) =>
      `AUTH="Authorization: Bearer ${key}"
URL=${address}/v1/translate/documents

ID=$(curl -s -H "$AUTH" -F file=@contract.docx -F from=${from} -F to=${to} $URL |
  grep -o '"id":"[^"]*"' | cut -d '"' -f 4)
while curl -s -H "$AUTH" $URL/$ID | grep -q '"status":"running"'; do sleep 2; done
curl -s -OJ -H "$AUTH" $URL/$ID/content`,
  },
  {
    name: 'Python',
    program: ({ address, key, from, to }) =>
      `import time, requests

URL = "${address}/v1/translate/documents"
AUTH = {"Authorization": "Bearer ${key}"}

with open("contract.docx", "rb") as file:
    data = {"from": "${from}", "to": "${to}"}
    job = requests.post(URL, headers=AUTH, data=data, files={"file": file}).json()["data"]
while job["status"] == "running":
    time.sleep(2)
    job = requests.get(f"{URL}/{job['id']}", headers=AUTH).json()["data"]
with open("contract.${to}.docx", "wb") as file:
    file.write(requests.get(f"{URL}/{job['id']}/content", headers=AUTH).content)`,
  },
  {
    name: 'TypeScript',
    program: ({ address, key, from, to }) =>
      `import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const url = '${address}/v1/translate/documents';
const headers = { Authorization: 'Bearer ${key}' };

const body = new FormData();
body.set('from', '${from}');
body.set('to', '${to}');
body.set('file', new Blob([await readFile('contract.docx')]), 'contract.docx');
let { data: job } = await (await fetch(url, { method: 'POST', headers, body })).json();
while (job.status === 'running') {
  await sleep(2_000);
  ({ data: job } = await (await fetch(\`\${url}/\${job.id}\`, { headers })).json());
}
const content = await fetch(\`\${url}/\${job.id}/content\`, { headers });
await writeFile('contract.${to}.docx', Buffer.from(await content.arrayBuffer()));`,
  },
  {
    name: 'C#',
    program: ({ address, key, from, to }) =>
      `using System.Net.Http.Headers;
using System.Text.Json;

var url = "${address}/v1/translate/documents";
using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", "${key}");
async Task<JsonElement> Data(HttpResponseMessage answer) =>
    JsonDocument.Parse(await answer.Content.ReadAsStringAsync()).RootElement.GetProperty("data");

using var form = new MultipartFormDataContent
{
    { new StringContent("${from}"), "from" },
    { new StringContent("${to}"), "to" },
    { new ByteArrayContent(File.ReadAllBytes("contract.docx")), "file", "contract.docx" },
};
var job = await Data(await client.PostAsync(url, form));
var path = $"{url}/{job.GetProperty("id").GetString()}";
while (job.GetProperty("status").GetString() == "running")
{
    await Task.Delay(2_000);
    job = await Data(await client.GetAsync(path));
}
File.WriteAllBytes("contract.${to}.docx", await client.GetByteArrayAsync($"{path}/content"));`,
  },
];
