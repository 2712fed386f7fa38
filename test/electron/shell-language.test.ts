import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShell } from './support/shell.ts';
import type { Shell } from './support/shell.ts';

let shell: Shell;

beforeAll(async () => {
  shell = await startShell({ env: { STAND_IN_LANGUAGES: 'pt-BR,es-MX,en-GB' } });
  await shell.window();
});
afterAll(() => shell.remove());

async function setLanguage(language: string | null): Promise<void> {
  const { baseUrl, key } = await shell.invoke('interlinear:connect', undefined);
  const response = await fetch(`${baseUrl}/v1/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
  });
  expect(response.status).toBe(200);
}
const menu = async () => (await shell.record()).menu;

describe('the language of the shell', () => {
  it("is the first of the system's that it has", async () => {
    expect(await menu()).toEqual(expect.arrayContaining(['&Archivo', '&Abrir…', 'Ajustes…', 'A&yuda']));
    expect((await shell.record()).about).toMatchObject({
      credits: 'Los documentos se quedan en su equipo.',
    });
  });

  it('is the one that the settings name, at once, in menu, dialogs and sentences', async () => {
    await setLanguage('de');
    expect(await menu()).toEqual(expect.arrayContaining(['&Datei', 'Ö&ffnen …', 'A&usschneiden', '&Hilfe']));
    const download = { path: '/v1/openapi.json', suggestedName: 'vertrag.json' };
    expect(
      await shell.invoke('interlinear:save-file', { ...download, path: 'https://evil.example/' }),
    ).toEqual({
      outcome: 'failed',
      message: 'Das ist keine Datei des Dienstes.',
    });
    await shell.invoke('interlinear:save-file', download);
    expect((await shell.record()).saveDialogs.at(-1)?.filters).toContainEqual({
      name: 'Alle Dateien',
      extensions: ['*'],
    });
    await shell.ask('chooseFromMenu', { label: 'Einstellungen …' });
    expect(await shell.invoke('interlinear:take-commands', undefined)).toEqual([
      { command: 'show-view', view: 'settings' },
    ]);
  });

  it('leaves no item of the menu in English', async () => {
    await setLanguage('ar');
    const own = (await menu()).filter((label) => /[A-Za-z]{4,}/.test(label.replace('Interlinear', '')));
    expect(own).toEqual([]);
  });

  it('is also that of what keeps it from starting', async () => {
    const dataDir = join(shell.folder, 'a-file');
    await writeFile(dataDir, '');
    const other = await startShell({ env: { STAND_IN_LANGUAGES: 'de-DE', INTERLINEAR_DATA_DIR: dataDir } });
    expect(await other.exit).toBe(1);
    expect((await other.last).boxes).toEqual([
      expect.stringMatching(/^Interlinear konnte nicht starten: .*a-file ist eine Datei/),
    ]);
    await other.remove();
  });

  it('introduces what the service says of its configuration', async () => {
    const other = await startShell({ env: { STAND_IN_LANGUAGES: 'de-DE', INTERLINEAR_API_KEY: 'short' } });
    expect(await other.exit).toBe(1);
    expect((await other.last).boxes).toEqual([
      expect.stringMatching(/^Interlinear konnte nicht starten: Der Dienst meldet: INTERLINEAR_API_KEY/),
    ]);
    await other.remove();
  });

  it("is the system's again when none is chosen", async () => {
    await setLanguage(null);
    expect(await menu()).toContain('&Archivo');
  });
});
