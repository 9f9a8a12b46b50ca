import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { demoStaff, demoStudent } from '../portal-user/demo-people.ts';
import type { Person } from '../portal-user/person.ts';
import { startPortal } from '../start/start-portal.ts';
import { demandChromium } from '../test/chromium.ts';
import { type Picture, pictures } from './pictures.ts';

// npm run manual: takes the pictures of the user manual on a portal of its own with demo data, and
// prints the documents of web/documents as the PDF files that the pages link to.

const documents = join(import.meta.dirname, '../../web/documents');
const printed = join(import.meta.dirname, '../../web/public/documents');
const dataDir = mkdtempSync(join(tmpdir(), 'portal-manual-'));
const say = (line: string) => process.stdout.write(`${line}\n`);

const portal = await startPortal({
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    SEED: 'demo',
    PORT: '0',
    MAIL_PORT: '0',
    SANDBOX_PORT: '0',
  },
  report: say,
});
try {
  const browser = await chromium.launch({
    executablePath: await demandChromium(dataDir),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const dana = await demoStudent(portal.url);
  const people = {
    office: await demoStaff(portal.url, 'admin'),
    superAdmin: await demoStaff(portal.url, 'superadmin'),
    nobody: null,
  };
  for (const picture of pictures) {
    await take(browser, picture.by === undefined ? dana : people[picture.by], picture);
    say(`Picture ${picture.name}`);
  }
  for (const file of readdirSync(documents).filter((name) => name.endsWith('.html'))) {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(documents, file)).href);
    await page.pdf({
      path: join(printed, file.replace('.html', '.pdf')),
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
    });
    await page.close();
    say(`Printed ${file}`);
  }
  await browser.close();
} finally {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function take(browser: Browser, by: Person | null, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: picture.onPhone ? { width: 390, height: 780 } : { width: 1100, height: 760 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const names = ['sid', 'isLoggedIn', 'roles'];
  if (by)
    await context.addCookies(
      names.map((name) => ({ name, value: by.cookie(name) ?? '', url: portal.url })),
    );
  if (picture.inHebrew) await context.addCookies([{ name: 'lang', value: 'he', url: portal.url }]);
  const page = await context.newPage();
  await page.goto(portal.url + picture.path);
  await picture.until(page);
  await page.screenshot({
    path: join(documents, 'pictures', `${picture.name}.jpg`),
    type: 'jpeg',
    quality: 80,
    animations: 'disabled',
    caret: 'hide',
  });
  await context.close();
}
