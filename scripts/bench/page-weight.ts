import { chromium } from 'playwright-core';
import type { Portal } from '../start/portal-handle.ts';

/** JavaScript that a page loads over the wire, brotli, in kB (1000 bytes). */
export async function pageWeight(portal: Portal, chrome: string): Promise<{ signedOut: number; examList: number }> {
  const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage();
    const weigh = async (work: () => Promise<void>) => {
      const sizes: Promise<number>[] = [];
      const note = (response: import('playwright-core').Response) => {
        if (/javascript/.test(response.headers()['content-type'] ?? '') && response.url().startsWith(portal.url))
          sizes.push(
            response
              .request()
              .sizes()
              .then(({ responseBodySize }) => responseBodySize),
          );
      };
      page.on('response', note);
      await work();
      await page.waitForLoadState('networkidle');
      page.off('response', note);
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    };
    const signedOut = await weigh(async () => void (await page.goto(`${portal.url}/login`)));
    await page.getByLabel('Email').fill('dana@student.test');
    await page.getByLabel('Password', { exact: true }).fill('Study4JSE!');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'All Exams' }).waitFor();
    await page.context().clearCookies({ name: 'nothing' });
    // with an empty cache, as a first visit to the list
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const examList = await weigh(async () => void (await page.goto(`${portal.url}/`)));
    return { signedOut, examList };
  } finally {
    await browser.close();
  }
}
