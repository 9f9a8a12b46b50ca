import { expect, test } from '@jest/globals';
import { getWebhooks, saveWebhook } from '@portal/contract/webhooks';
import { Receiver } from '../../../../portal/receiver.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { devicesOf, journey } from '../../browser/screen.ts';
import { openAsStaff } from '../../browser/staff-steps.ts';
import { browser, withBrowser } from '../../browser/with-browser.ts';

withBrowser();

test.each(devicesOf.office)(
  'tech support adds an address, tests it, sees why it fails and replaces its secret: on a %s',
  async (device) => {
    const receiver = new Receiver();
    await journey(
      browser,
      device,
      async (screen) => {
        const { page } = screen;
        await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/webhooks');
        await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();

        await page.getByRole('button', { name: 'Add address' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add address' });
        await dialog.getByLabel('Address').fill('ftp://example.com');
        // an event that no other journey causes in the meantime
        await dialog.getByLabel('registration.exam_disqualified').check();
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('This address is not allowed.').waitFor();
        await dialog.getByLabel('Address').fill(receiver.url);
        await dialog.getByRole('button', { name: 'Save' }).click();

        const secret = page.getByRole('dialog', { name: 'Secret of the address' });
        expect(await secret.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
        await page.keyboard.press('Escape'); // shown once, so it stays until it is saved
        await secret.getByRole('button', { name: 'I have saved it' }).click();
        await secret.waitFor({ state: 'detached' });

        const card = page.getByRole('article', { name: receiver.url, exact: true });
        await receiver.takes('error');
        await card.getByRole('button', { name: 'Send test' }).click();
        const deliveries = page.getByRole('region', { name: `Deliveries to ${receiver.url}` });
        await card.getByText(/^Failing since /).waitFor();
        await deliveries.getByRole('button', { name: /^Details of webhook\.test/ }).click();
        // a busy machine has retried by then
        await deliveries
          .getByText(/The answer was 500\./)
          .first()
          .waitFor();
        await deliveries.getByText('"type": "webhook.test"').waitFor();
        // another goes through; the first is retried automatically, in seconds or in minutes
        await receiver.takes('ok');
        await card.getByRole('button', { name: 'Send test' }).click();
        await deliveries.getByText('Delivered', { exact: true }).first().waitFor();
        await card.getByText('On', { exact: true }).waitFor();
        const before = (await receiver.received()).length;
        const again = deliveries.getByRole('button', { name: /^Send again webhook\.test/ });
        await again.first().click();
        await receiver.has(before + 1);

        await card.getByRole('button', { name: 'Rotate secret' }).click();
        const ask = page.getByRole('dialog', { name: 'Rotate secret' });
        await ask.getByRole('button', { name: 'Rotate secret' }).click();
        await secret.getByLabel('Secret').waitFor();
        await secret.getByRole('button', { name: 'I have saved it' }).click();
        await card.getByText(/the old one until/).waitFor();
        expect(await card.getByRole('button', { name: 'Rotate secret' }).isDisabled()).toBe(true);

        await card.getByRole('button', { name: 'Remove' }).click();
        const remove = page.getByRole('dialog', { name: 'Remove address' });
        await remove.getByRole('button', { name: 'Remove address' }).click();
        await card.waitFor({ state: 'detached' });
      },
      /status of 422/,
    );
  },
);

test('an address that was switched off shows the reason, and gets no test', async () => {
  const receiver = new Receiver();
  const support = await signedInStaff('ROLE_TECH_SUPPORT');
  const form = { url: receiver.url, events: ['registration.created' as const], active: false };
  const { webhookId } = await support.do(saveWebhook, form);
  await journey(browser, 'desk', async (screen) => {
    const { page } = screen;
    await openAsStaff(screen, 'ROLE_TECH_SUPPORT', '/admin/webhooks');
    const card = page.getByRole('article', { name: receiver.url, exact: true });
    await card.getByText('Off: Switched off by hand', { exact: true }).waitFor();
    expect(await card.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true);
    await support.ask(saveWebhook, { ...form, webhookId, remove: true });
  });
  const { webhooks } = await support.do(getWebhooks, {});
  expect(webhooks.some((webhook) => webhook.webhookId === webhookId)).toBe(false);
});
