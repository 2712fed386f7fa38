import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { odfFile, partXml } from '../documents/odf/odf-file.ts';
import { IS_LONG } from '../support/effort.ts';
import { deck, docx, relationships, shape, workbook } from '../support/ooxml.ts';
import { jobsOf, test } from './support/test.ts';

const CORE = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
const CORE_RELATIONSHIP = `<Relationship Id="p" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`;
const core = {
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="${CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The harbour</dc:title></cp:coreProperties>`,
};
const meta = {
  'meta.xml': partXml('document-meta', '<office:meta><dc:title>The harbour</dc:title></office:meta>'),
};

const text = (words: string) => `<text:p>${words}</text:p>`;
const odsCell = (words: string) =>
  `<table:table-cell office:value-type="string">${text(words)}</table:table-cell>`;
const odsRows = (rows: readonly (readonly string[])[]) =>
  `<table:table table:name="S">${rows.map((cells) => `<table:table-row>${cells.map(odsCell).join('')}</table:table-row>`).join('')}</table:table>`;
const xlsxRows = (rows: readonly (readonly string[])[]) =>
  rows
    .map(
      (cells) =>
        `<row>${cells.map((words) => `<c t="inlineStr"><is><t>${words}</t></is></c>`).join('')}</row>`,
    )
    .join('');

/** With a title among its properties, which is left out by default. */
const ALL: Readonly<Record<string, Buffer>> = {
  'a.docx': docx('<w:p><w:r><w:t>Welcome</w:t></w:r></w:p>', {
    packageRelationships: CORE_RELATIONSHIP,
    extra: core,
  }),
  'a.xlsx': workbook({
    sheets: [xlsxRows([['Welcome']])],
    more: {
      ...core,
      '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']], CORE_RELATIONSHIP),
    },
  }),
  'a.pptx': deck({
    slides: [{ tree: shape('<a:p><a:r><a:t>Welcome</a:t></a:r></a:p>') }],
    packageRelationships: CORE_RELATIONSHIP,
    more: core,
  }),
  'a.odt': odfFile('text', text('Welcome'), { parts: meta }),
  'a.ods': odfFile('spreadsheet', odsRows([['Welcome']]), { parts: meta }),
  'a.odp': odfFile(
    'presentation',
    `<draw:page><draw:frame><draw:text-box>${text('Welcome')}</draw:text-box></draw:frame></draw:page>`,
    { parts: meta },
  ),
};

/** The default suite takes one of each family; what each kind leaves out is tested in test/documents. */
const FILES = Object.fromEntries(
  Object.entries(ALL).filter(([name]) => IS_LONG || ['a.docx', 'a.ods'].includes(name)),
);

const KEYS = [
  ['key', 'Text'],
  ['home.title', 'Welcome to the harbour'],
  ['home.text', 'The museum opens at nine'],
];
const TABLES: Readonly<Record<string, Buffer>> = {
  'keys.xlsx': workbook({ sheets: [xlsxRows(KEYS)] }),
  'keys.ods': odfFile('spreadsheet', odsRows(KEYS)),
};

function row(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByTitle(name, { exact: true }) });
}

async function choose(page: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const list = Object.entries(files).map(([name, buffer]) => ({ name, mimeType: '', buffer }));
  await page.getByLabel('Choose files', { exact: true }).and(page.locator('input')).setInputFiles(list);
}

test('office files of all kinds say what they leave out, with its count, and take it on request', async ({
  app,
  service,
}) => {
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel(/^Show the language and word count/).check();
  await choose(app, FILES);
  for (const name of Object.keys(FILES)) {
    const file = row(app, name);
    await expect(file).toContainText('Not translated: 1 document property.');
    await file.getByRole('button', { name: 'Choose what is translated' }).click();
    await file.getByRole('checkbox', { name: '1 document property' }).check();
    await file.getByRole('button', { name: 'Translate', exact: true }).click();
    await expect(file).toContainText('Done');
  }
  const jobs = await jobsOf(service);
  expect(jobs.map(({ file_name: name, segment_count: count }) => [name, count]).sort()).toEqual(
    Object.keys(FILES)
      .sort()
      .map((name) => [name, 2]),
  );
});

test('spreadsheets whose first column holds only keys are asked about before they are sent', async ({
  app,
  service,
}) => {
  await choose(app, TABLES);
  for (const name of Object.keys(TABLES)) {
    const file = row(app, name);
    await expect(file).toContainText('has no text (2 cells). The other columns have 2 texts.');
    await file.getByRole('button', { name: 'Translate 2 texts' }).click();
    await expect(file).toContainText('Done');
  }
  expect((await jobsOf(service)).map(({ segment_count: count }) => count)).toEqual([2, 2]);
});
