import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import ExcelJS from 'exceljs';
import { gate } from '../support/gate.ts';
import { dropFiles, jobsOf, pasteText, SLOW_MS, test } from './support/test.ts';

const TABLE = 'greet.hello\tGood morning to all\ngreet.bye\tSee you tomorrow, friends\ngreet.he\tשלום לכולם';

function cell(page: Page, column: 'ID' | 'Source' | 'Target', row: number): Locator {
  return page.getByLabel(`${column} of segment ${row.toLocaleString('en')}`, { exact: true });
}

/** Only the rows in sight are in the page. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.getByRole('table', { name: 'Segments' }).evaluate((table) => {
    const scroller = table.parentElement!;
    scroller.scrollTop = scroller.scrollHeight;
  });
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join('\n');
}

test.beforeEach(async ({ app }) => {
  await app.getByRole('link', { name: 'Batch' }).click();
  await cell(app, 'Source', 1).focus();
});

test('a run says how many it copied, and marks them', async ({ app }) => {
  await pasteText(app, 'Good morning\n2026');
  await app.getByRole('button', { name: 'Translate 2 segments' }).click();
  await expect(app.getByText('1 translated, 1 copied.')).toBeVisible();
  await expect(app.getByText('Copied', { exact: true })).toHaveCount(1);
  await app.reload();
  await expect(app.getByText('Copied', { exact: true })).toHaveCount(1);
});

test('a table pasted from a spreadsheet is translated beside its sources', async ({ app, service }) => {
  await pasteText(app, TABLE);
  await expect(cell(app, 'ID', 2)).toHaveValue('greet.bye');
  await expect(app.getByText('3 of 10,000 segments')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 3 segments' }).click();
  await expect(cell(app, 'Target', 1)).toHaveValue(/\S/);
  await expect(cell(app, 'Target', 1)).not.toHaveValue('Good morning to all');
  await expect(app.getByText('3 segments translated.')).toBeVisible();
  const [job] = await jobsOf(service);
  const done = await service.get<{ segments: { id: string }[] }>(`/v1/translate/batch/${job?.id}`);
  expect(done.segments.map((segment) => segment.id)).toEqual(['greet.hello', 'greet.bye', 'greet.he']);
});

test('a changed source is marked, and only that segment is translated again', async ({ app }) => {
  await pasteText(app, 'First line\nSecond line');
  await app.getByRole('button', { name: 'Translate 2 segments' }).click();
  await expect(cell(app, 'Target', 2)).toHaveValue(/\S/);
  const before = await cell(app, 'Target', 2).inputValue();
  await cell(app, 'Source', 2).fill('Another line');
  await expect(app.getByText('Source changed since')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 1 segment' }).click();
  await expect(cell(app, 'Target', 2)).not.toHaveValue(before);
  await expect(app.getByText('Source changed since')).toHaveCount(0);
});

test('targets and table are copied out for a spreadsheet', async ({ app }) => {
  await pasteText(app, TABLE);
  await expect(cell(app, 'Source', 3)).toHaveValue(/\S/);
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(cell(app, 'Target', 3)).toHaveValue(/\S/);
  const targets = await Promise.all([1, 2, 3].map((row) => cell(app, 'Target', row).inputValue()));
  const copied = (): Promise<string> => app.evaluate(() => navigator.clipboard.readText());

  await app.getByRole('button', { name: 'Export', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Copy targets' }).click();
  await expect(app.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await copied()).toBe(targets.join('\n'));

  await app.getByRole('button', { name: 'Copied' }).click();
  await app.getByRole('menuitem', { name: 'Copy table' }).click();
  expect(await copied()).toBe(
    TABLE.split('\n')
      .map((line, index) => `${line}\t${targets[index]}`)
      .join('\n'),
  );
});

test('Enter goes to the next row and makes one at the end, arrows move between rows', async ({ app }) => {
  await app.keyboard.type('One');
  await app.keyboard.press('Enter');
  await expect(cell(app, 'Source', 2)).toBeFocused();
  await app.keyboard.type('Two');
  await app.keyboard.press('ArrowUp');
  await expect(cell(app, 'Source', 1)).toBeFocused();
  await app.keyboard.press('Shift+Enter');
  await expect(cell(app, 'Source', 1)).toHaveValue('One\n');
  await app.keyboard.press('Tab');
  await expect(cell(app, 'Target', 1)).toBeFocused();
});

test('a paste of 150 lines drops nothing: the run is two jobs behind one bar', async ({ app, service }) => {
  await pasteText(app, lines(150));
  await expect(app.getByText('150 of 10,000 segments')).toBeVisible();
  await app.getByRole('button', { name: 'Translate 150 segments' }).click();
  await expect(app.getByText('150 segments translated.')).toBeVisible();
  await expect(cell(app, 'Target', 1)).toHaveValue(/\S/);
  await scrollToEnd(app);
  await expect(cell(app, 'Target', 150)).toHaveValue(/\S/);
  const counts = (await jobsOf(service)).map((job) => job.segment_count);
  expect(counts.sort((a, b) => b - a)).toEqual([100, 50]);
});

test('a paste of more rows than the table holds says how many were left out', async ({ app }) => {
  await pasteText(app, lines(10_030));
  await expect(app.getByText('10,000 of 10,000 segments')).toBeVisible();
  await expect(app.getByText(/The last 30 were left out\.$/)).toBeVisible();
  await expect(app.getByRole('button', { name: 'Add segment' })).toBeDisabled();
});

test('a target written by hand stays when all is translated again, and a run can be undone', async ({
  app,
}) => {
  await pasteText(app, 'First line\nSecond line');
  await app.getByRole('button', { name: 'Translate 2 segments' }).click();
  await expect(cell(app, 'Target', 2)).toHaveValue(/\S/);
  await cell(app, 'Target', 1).fill('By hand');
  await app.getByRole('button', { name: 'Translate all again' }).click();
  await expect(app.getByText('1 segment translated.')).toBeVisible();
  await expect(cell(app, 'Target', 1)).toHaveValue('By hand');

  await cell(app, 'Source', 1).fill('Another first line');
  await app.getByRole('button', { name: 'Translate 1 segment' }).click();
  await expect(cell(app, 'Target', 1)).not.toHaveValue('By hand');
  await expect(app.getByText('1 segment translated.')).toBeVisible();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(app, 'Target', 1)).toHaveValue('By hand');
  await app.getByRole('button', { name: 'Redo' }).click();
  await expect(cell(app, 'Target', 1)).not.toHaveValue('By hand');
});

test('a correction goes to the rows of the same source by one key, as one step; or always', async ({
  app,
}) => {
  await pasteText(app, 'A line\nAnother\nA line\nA line');
  await app.getByRole('button', { name: 'Translate 4 segments' }).click();
  await expect(cell(app, 'Target', 4)).toHaveValue(/\S/);
  const before = await cell(app, 'Target', 4).inputValue();
  await cell(app, 'Target', 4).fill('By hand');
  await cell(app, 'Target', 1).fill('Mine');
  // What somebody wrote is not overwritten.
  await expect(app.getByRole('button', { name: /^Also in 1 other place/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(cell(app, 'Target', 3)).toHaveValue('Mine');
  await expect(cell(app, 'Target', 4)).toHaveValue('By hand');
  await expect(app.getByText('1 equal segment changed too')).toBeVisible();
  await expect(cell(app, 'Target', 1)).toBeFocused();
  await app.keyboard.press('ControlOrMeta+z');
  await expect(cell(app, 'Target', 3)).toHaveValue(before);

  await app.getByRole('checkbox', { name: 'Always' }).check();
  await cell(app, 'Target', 1).pressSequentially('!');
  await app.keyboard.press('Enter');
  await expect(cell(app, 'Target', 3)).toHaveValue('Mine!');
});

test('each target remembers its language: another one chosen marks those that are left behind', async ({
  app,
}) => {
  await pasteText(app, 'First line\nSecond line');
  await app.getByRole('button', { name: 'Translate 2 segments' }).click();
  await expect(cell(app, 'Target', 2)).toHaveValue(/\S/);
  const language = await cell(app, 'Target', 2).getAttribute('lang');
  await app.getByRole('combobox', { name: 'To' }).focus();
  await app.keyboard.type('finn');
  await app.keyboard.press('Enter');
  await expect(app.getByText(/^Still in /)).toHaveCount(2);
  await expect(app.getByRole('button', { name: 'Translate 2 segments' })).toBeVisible();
  expect(await cell(app, 'Target', 2).getAttribute('lang')).toBe(language);
});

test('rows are moved by Alt and the arrows, also past those that are out of sight, and dragged', async ({
  app,
}) => {
  await pasteText(app, lines(500));
  await expect(cell(app, 'Source', 1)).toHaveValue('Line 1');
  await cell(app, 'Source', 1).press('Alt+ArrowDown');
  await expect(cell(app, 'Source', 2)).toBeFocused();
  await expect(cell(app, 'Source', 2)).toHaveValue('Line 1');
  await expect(cell(app, 'Source', 1)).toHaveValue('Line 2');
  const number = (n: number): Locator => app.getByRole('rowheader', { name: String(n), exact: true });
  await number(4).dragTo(number(1));
  await expect(cell(app, 'Source', 1)).toHaveValue('Line 4');
  await app.keyboard.press('ControlOrMeta+Z');
  await app.keyboard.press('ControlOrMeta+Z');
  await expect(cell(app, 'Source', 1)).toHaveValue('Line 1');
});

test('of 10,000 rows only those in sight are in the page, and each can be reached', async ({ app }) => {
  await pasteText(app, lines(10_000));
  await expect(app.getByText('10,000 of 10,000 segments')).toBeVisible();
  expect(await app.locator('[data-row]').count()).toBeLessThan(100);
  await scrollToEnd(app);
  await expect(cell(app, 'Source', 10_000)).toHaveValue('Line 10000');
  await cell(app, 'Source', 10_000).press('ArrowUp');
  await expect(cell(app, 'Source', 9_999)).toBeFocused();
});

test('a text is replaced in all sources as one step', async ({ app }) => {
  await pasteText(app, lines(300));
  await expect(cell(app, 'Source', 2)).toHaveValue('Line 2');
  await app.getByRole('button', { name: 'Replace', exact: true }).click();
  await app.getByLabel('Find', { exact: true }).fill('line');
  await app.getByLabel('Replace with').fill('Row');
  await app.getByRole('button', { name: 'Replace all' }).click();
  await expect(app.getByText('300 replaced')).toBeVisible();
  await expect(cell(app, 'Source', 2)).toHaveValue('Row 2');
  await app.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cell(app, 'Source', 2)).toHaveValue('Line 2');
});

test('what a pasted table holds is replaced too while it is being read, and rows of a file go below it', async ({
  app,
}) => {
  const release = gate();
  let asked = 0;
  await app.route('**/v1/tables', async (route) => {
    if (asked++ === 0) await release.passed;
    await route.continue();
  });
  await pasteText(app, lines(3));
  await app.getByRole('button', { name: 'Replace', exact: true }).click();
  await app.getByLabel('Find', { exact: true }).fill('line');
  await app.getByLabel('Replace with').fill('Row');
  await app.getByRole('button', { name: 'Replace all' }).click();
  await dropFiles(app, [{ name: 'more.csv', text: 'id,source\na.b,Good morning' }]);
  await expect.poll(() => asked).toBe(2);
  release.open();
  await expect(cell(app, 'Source', 3)).toHaveValue('Row 3');
  await expect(cell(app, 'Source', 4)).toHaveValue('Good morning');
});

test('Ctrl+Z takes back typing, a paste and Clear', async ({ app }) => {
  await app.keyboard.type('One');
  await pasteText(app, 'A\nB\nC');
  await expect(cell(app, 'Source', 3)).toHaveValue('C');
  await app.keyboard.press('ControlOrMeta+Z');
  await expect(cell(app, 'Source', 1)).toHaveValue('One');
  await app.getByRole('button', { name: 'Clear' }).click();
  await expect(app.getByText('Cleared 1 segment. Undo brings it back.')).toBeVisible();
  await app.keyboard.press('ControlOrMeta+Z');
  await expect(cell(app, 'Source', 1)).toHaveValue('One');
  await app.keyboard.press('ControlOrMeta+Z');
  await expect(cell(app, 'Source', 1)).toHaveValue('');
  await app.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(cell(app, 'Source', 1)).toHaveValue('One');
});

test('rows, context and glossary outlive the window', async ({ app, context, service }) => {
  await pasteText(app, 'First line\nSecond line');
  await expect(cell(app, 'Source', 2)).toHaveValue('Second line');
  await app.getByRole('button', { name: 'Options' }).click();
  await app.getByLabel('Context', { exact: true }).fill('A museum in a harbour');
  await app.getByLabel('Term 1').fill('lock');
  await app.getByLabel('Translation 1').fill('esclusa');
  await app.close();
  const next = await context.newPage();
  await next.goto(`${service.baseUrl}/#batch`);
  await expect(cell(next, 'Source', 2)).toHaveValue('Second line');
  await next.getByRole('button', { name: /^Options/ }).click();
  await expect(next.getByLabel('Context', { exact: true })).toHaveValue('A museum in a harbour');
  await expect(next.getByLabel('Translation 1')).toHaveValue('esclusa');
});

test('a table dropped on the grid adds its lines, and a document dropped there is translated', async ({
  app,
}) => {
  await app.keyboard.type('First');
  await dropFiles(app, [{ name: 'strings.csv', text: 'id,source\na.b,Good morning\na.c,"Good night, all"' }]);
  await expect(cell(app, 'Source', 1)).toHaveValue('First');
  await expect(cell(app, 'ID', 2)).toHaveValue('a.b');
  await expect(cell(app, 'Source', 3)).toHaveValue('Good night, all');
  await expect(app.getByText('2 segments added from strings.csv.')).toBeVisible();
  await dropFiles(app, [{ name: 'offer.docx', text: 'no document' }]);
  await expect(app.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page');
});

test('tables and terms are read in the encodings that spreadsheets save them in', async ({ app }) => {
  const importBy = async (button: Locator, name: string, buffer: Buffer): Promise<void> => {
    const choosing = app.waitForEvent('filechooser');
    await button.click();
    await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer });
  };
  const table = app.getByRole('button', { name: 'Import file' });
  await importBy(
    table,
    'western.csv',
    Buffer.from('id,source\na.b,Grüße “1”'.replace(/[“”]/g, '"'), 'latin1'),
  );
  await expect(cell(app, 'Source', 1)).toHaveValue('Grüße "1"');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id\tsource\na.c\tŻółw', 'utf16le')]);
  await importBy(table, 'unicode.txt', utf16);
  await expect(cell(app, 'Source', 2)).toHaveValue('Żółw');

  await app.getByRole('button', { name: /^Options/ }).click();
  const terms = app.getByRole('group', { name: 'Glossary' }).getByRole('button', { name: 'Import file' });
  await importBy(terms, 'terms.csv', Buffer.from('Tür;door', 'latin1'));
  await expect(app.getByLabel('Term 1')).toHaveValue('Tür');
  await importBy(terms, 'terms.txt', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16.subarray(2).swap16()]));
  await expect(app.getByLabel('Translation 3')).toHaveValue('Żółw');
});

test('a table or a list of terms that cannot be read says so', async ({ app }) => {
  const buffer = Buffer.from('no archive');
  const importBy = async (button: Locator, name: string): Promise<void> => {
    const choosing = app.waitForEvent('filechooser');
    await button.click();
    await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer });
  };
  await importBy(app.getByRole('button', { name: 'Import file' }), 'old.xlsx');
  await expect(app.getByText(/^old\.xlsx: The workbook is damaged/)).toBeVisible();
  await app.getByRole('button', { name: /^Options/ }).click();
  const terms = app.getByRole('group', { name: 'Glossary' });
  await app.route('**/v1/tables', (route) => route.abort());
  await importBy(terms.getByRole('button', { name: 'Import file' }), 'terms.csv');
  await expect(terms.getByText(/^terms\.csv: /)).toBeVisible();
});

test('a workbook’s first sheet is imported; one that cannot be read says the way out', async ({ app }) => {
  const importFile = async (name: string, buffer: Buffer): Promise<void> => {
    const choosing = app.waitForEvent('filechooser');
    await app.getByRole('button', { name: 'Import file' }).click();
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Texts').addRows([
    ['id', 'source', 'target'],
    ['a.b', 'Good morning', 'Buenos días'],
    ['a.c', 'Good night\nto all', ''],
  ]);
  await importFile('strings.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()));
  await expect(app.getByText('2 segments added from strings.xlsx.')).toBeVisible();
  await expect(cell(app, 'ID', 1)).toHaveValue('a.b');
  await expect(cell(app, 'Target', 1)).toHaveValue('Buenos días');
  await expect(cell(app, 'Source', 2)).toHaveValue('Good night\nto all');
  await importFile('old.xlsx', Buffer.from('no archive'));
  await expect(app.getByText(/^old\.xlsx: The workbook is damaged/)).toBeVisible();
  await expect(cell(app, 'Source', 2)).toHaveValue('Good night\nto all');
});

test('a clipboard that is refused is said', async ({ app }) => {
  await pasteText(app, TABLE);
  await app.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await app.getByRole('button', { name: 'Export', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Copy targets' }).click();
  await expect(app.getByText(/^The system did not allow copying\./).first()).toBeVisible();
});

test('a right-to-left text runs right to left', async ({ app }) => {
  await pasteText(app, 'שלום לכולם\nGood day');
  const direction = (row: number): Promise<string> =>
    cell(app, 'Source', row).evaluate((field) => getComputedStyle(field).direction);
  await expect(cell(app, 'Source', 2)).toHaveValue('Good day');
  expect(await direction(1)).toBe('rtl');
  expect(await direction(2)).toBe('ltr');
  await expect(cell(app, 'Source', 1)).toHaveAttribute('lang', 'en');
});

test('rows can be removed and all cleared', async ({ app }) => {
  await pasteText(app, 'One\nTwo\nThree');
  await app.getByRole('button', { name: 'Remove segment 2' }).click();
  await expect(cell(app, 'Source', 2)).toHaveValue('Three');
  await expect(cell(app, 'Source', 2)).toBeFocused();
  await app.getByRole('button', { name: 'Clear' }).click();
  await expect(app.getByText('0 of 10,000 segments')).toBeVisible();
});

test('a run whose job could not be read for once goes on', async ({ app }) => {
  let asked = 0;
  // Its state, then its segments.
  await app.route(/\/v1\/translate\/batch\/./, (route) => (asked++ < 2 ? route.abort() : route.continue()));
  await pasteText(app, lines(3));
  await app.getByRole('button', { name: 'Translate 3 segments' }).click();
  await expect(app.getByText('3 segments translated.')).toBeVisible();
  await expect(cell(app, 'Target', 3)).toHaveValue(/\S/);
  expect(asked).toBeGreaterThan(2);
});

test('a run whose answer breaks off goes on, with the same job', async ({ app, service }) => {
  let asked = 0;
  await app.route('**/v1/translate/batch', async (route) => {
    const response = await route.fetch();
    const whole = await response.text();
    await route.fulfill({ response, body: asked++ === 0 ? whole.slice(0, 20) : whole });
  });
  await pasteText(app, lines(3));
  await app.getByRole('button', { name: 'Translate 3 segments' }).click();
  await expect(app.getByText('3 segments translated.')).toBeVisible();
  await expect(cell(app, 'Target', 3)).toHaveValue(/\S/);
  expect(asked).toBe(2);
  expect(await jobsOf(service)).toHaveLength(1);
});

test('a crash in the middle of a run takes nothing of what its first job has brought', async ({
  app,
  context,
  service,
}) => {
  let asked = 0;
  // The second job's request never gets through.
  await app.route('**/v1/translate/batch', (route) => (asked++ === 0 ? route.continue() : undefined));
  await pasteText(app, lines(150));
  await app.getByRole('button', { name: 'Translate 150 segments' }).click();
  const run = (): Promise<unknown> => service.send('GET', '/v1/drafts/window.batch-run');
  await expect.poll(async () => JSON.stringify(await run())).toContain('ended');
  const crashed = app.waitForEvent('crash');
  await app.goto('chrome://crash').catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await next.addInitScript((key) => localStorage.setItem('interlinear.key', key), await service.sessionKey());
  await next.goto(`${service.baseUrl}/#batch`);
  await expect(next.getByText('150 segments translated.')).toBeVisible();
  await expect(cell(next, 'Target', 1)).toHaveValue(/\S/);
  await scrollToEnd(next);
  await expect(cell(next, 'Target', 150)).toHaveValue(/\S/);
  const counts = (await jobsOf(service)).map((job) => job.segment_count);
  expect(counts.sort((a, b) => b - a)).toEqual([100, 50]);
});

test.describe('while the engine is slow', () => {
  test.use({ delayMs: SLOW_MS });

  test('a running batch shows its progress and can be cancelled', async ({ app, service }) => {
    await pasteText(app, lines(600));
    await app.getByRole('button', { name: 'Translate 600 segments' }).click();
    await expect(app.getByText(/^\d+ of 600$/)).toBeVisible();
    await app.getByRole('button', { name: 'Cancel' }).click();
    await expect(app.getByText('Cancelled. Nothing was charged.')).toBeVisible();
    await expect
      .poll(async () => (await jobsOf(service)).filter(({ status }) => status !== 'cancelled'))
      .toEqual([]);
    await expect(app.getByRole('button', { name: /^Translate \d+ segments$/ })).toBeEnabled();
  });

  test('a run that is cancelled before the service has answered is cancelled there too', async ({
    app,
    service,
  }) => {
    const answer = gate();
    await app.route('**/v1/translate/batch', async (route) => {
      const response = await route.fetch();
      await answer.passed;
      await route.fulfill({ response });
    });
    await pasteText(app, lines(600));
    await app.getByRole('button', { name: 'Translate 600 segments' }).click();
    await expect.poll(async () => (await jobsOf(service)).length).toBe(1);
    await app.getByRole('button', { name: 'Cancel' }).click();
    answer.open();
    await expect(app.getByText('Cancelled. Nothing was charged.')).toBeVisible();
    await expect.poll(async () => (await jobsOf(service))[0]?.status).toBe('cancelled');
  });

  test('results arrive beside their sources while the run goes on', async ({ app }) => {
    await pasteText(app, lines(600));
    await app.getByRole('button', { name: 'Translate 600 segments' }).click();
    await expect(cell(app, 'Target', 1)).toHaveValue(/\S/);
    await expect(app.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await scrollToEnd(app);
    await expect(cell(app, 'Target', 600)).toHaveValue('');
  });

  test('a reload loses neither the rows nor the run', async ({ app }) => {
    await pasteText(app, lines(600));
    await app.getByRole('button', { name: 'Translate 600 segments' }).click();
    await expect(app.getByText(/^\d+ of 600$/)).toBeVisible();
    await app.reload();
    await expect(cell(app, 'Source', 12)).toHaveValue('Line 12');
    await expect(cell(app, 'Target', 12)).toHaveValue(/\S/);
  });
});
