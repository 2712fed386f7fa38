// Translates a document, .NET 6 or later: dotnet run -- FILE FROM TO
// INTERLINEAR_URL is the service's address, INTERLINEAR_API_KEY a key made with `interlinear keys create`.
using System.Net.Http.Headers;
using System.Text.Json;

var (file, from, to) = (args[0], args[1], args[2]);
var address = Environment.GetEnvironmentVariable("INTERLINEAR_URL") ?? "http://127.0.0.1:4717";
using var client = new HttpClient(new HttpClientHandler { UseProxy = false }) { BaseAddress = new Uri(address) };
client.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", Environment.GetEnvironmentVariable("INTERLINEAR_API_KEY"));

async Task<JsonElement> Data(HttpResponseMessage answer)
{
    using var body = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
    if (answer.IsSuccessStatusCode) return body.RootElement.GetProperty("data").Clone();
    throw new InvalidOperationException(
        $"{body.RootElement.GetProperty("code")}: {body.RootElement.GetProperty("detail")}");
}

using var form = new MultipartFormDataContent
{
    { new StringContent(from), "from" },
    { new StringContent(to), "to" },
    { new ByteArrayContent(await File.ReadAllBytesAsync(file)), "file", Path.GetFileName(file) },
};
var job = await Data(await client.PostAsync("/v1/translate/documents", form));
var path = $"/v1/translate/documents/{job.GetProperty("id").GetString()}";
while (job.GetProperty("status").GetString() == "running")
{
    await Task.Delay(TimeSpan.FromSeconds(2));
    job = await Data(await client.GetAsync(path));
}
if (job.GetProperty("status").GetString() != "done") throw new InvalidOperationException(job.ToString());

var content = await client.GetAsync($"{path}/content");
content.EnsureSuccessStatusCode();
var name = content.Content.Headers.ContentDisposition?.FileNameStar ?? "translated";
await File.WriteAllBytesAsync(name, await content.Content.ReadAsByteArrayAsync());
Console.WriteLine(name);
