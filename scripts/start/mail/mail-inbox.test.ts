import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mailServer } from './mail-http.ts';
import { type Mail, MailStore } from './mail-store.ts';

let folder = '';
let store: MailStore;
let server: Server;
let url = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-mail-'));
  store = new MailStore(folder);
  await store.load();
  server = mailServer(store);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const rawEmail = ({
  to = 'Dana <dana@student.test>',
  subject = 'Create your password',
  id = '<1@jse>',
} = {}): Buffer =>
  Buffer.from(
    [
      'From: JSE <portal@jse.test>',
      `To: ${to}`,
      `Subject: ${subject}`,
      `Message-ID: ${id}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: multipart/alternative; boundary="c"',
      '',
      '--c',
      'Content-Type: text/plain',
      '',
      'Hello Dana',
      '--c',
      'Content-Type: text/html',
      '',
      '<p>Hello <b>Dana</b></p><script>alert(1)</script>',
      '--c--',
      '--b',
      'Content-Type: text/calendar; name="exam.ics"',
      'Content-Disposition: attachment; filename="exam.ics"',
      '',
      'BEGIN:VCALENDAR',
      '--b--',
      '',
    ].join('\r\n'),
  );

const envelope = (to = 'dana@student.test') => ({ from: 'portal@jse.test', to: [to] });
const NOW = '2026-11-21T10:00:00.000Z';
const list = async (question = ''): Promise<Mail[]> =>
  (await (await fetch(`${url}/api/email${question}`)).json()) as Mail[];

test('a mail is in the JSON list with its people, texts and attachments', async () => {
  await store.add(rawEmail(), envelope(), NOW);
  expect(await list()).toMatchObject([
    {
      to: [{ address: 'dana@student.test', name: 'Dana' }],
      from: [{ address: 'portal@jse.test', name: 'JSE' }],
      subject: 'Create your password',
      text: expect.stringContaining('Hello Dana'),
      html: expect.stringContaining('<b>Dana</b>'),
      date: NOW,
      attachments: [{ fileName: 'exam.ics', contentType: 'text/calendar' }],
    },
  ]);
});

test('finds mails by a field', async () => {
  await store.add(rawEmail(), envelope(), NOW);
  await store.add(
    rawEmail({ to: 'noam@student.test', id: '<2@jse>' }),
    envelope('noam@student.test'),
    NOW,
  );
  expect(await list('?to.address=noam@student.test')).toHaveLength(1);
  expect(await list('?to.address=nobody@student.test')).toHaveLength(0);
});

test('drops a duplicate email to the same person, and keeps another email', async () => {
  await store.add(rawEmail(), envelope(), NOW);
  await store.add(rawEmail(), envelope(), NOW);
  await store.add(rawEmail({ id: '<2@jse>' }), envelope(), NOW);
  expect(await list()).toHaveLength(2);
});

test('mails outlive the inbox', async () => {
  await store.add(rawEmail(), envelope(), NOW);
  const again = new MailStore(folder);
  await again.load();
  expect(again.list()).toEqual(store.list());
});

test('all mails, or one, can be deleted', async () => {
  const { id } = await store.add(rawEmail(), envelope(), NOW);
  await store.add(rawEmail({ id: '<2@jse>' }), envelope(), NOW);
  expect((await fetch(`${url}/api/email/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await list()).toHaveLength(1);
  await fetch(`${url}/api/email/all`, { method: 'DELETE' });
  expect(await list()).toEqual([]);
  const again = new MailStore(folder);
  await again.load();
  expect(again.list()).toEqual([]);
});

test('the page shows a mail, escaped, and its HTML may run nothing', async () => {
  const { id } = await store.add(rawEmail({ subject: '<i>Hi</i>' }), envelope(), NOW);
  expect(await (await fetch(url)).text()).toContain('&lt;i&gt;Hi&lt;/i&gt;');
  expect(await (await fetch(`${url}/mail/${id}`)).text()).toContain(`src="/api/email/${id}/html"`);
  const frame = await fetch(`${url}/api/email/${id}/html`);
  expect(await frame.text()).toContain('<b>Dana</b>');
  expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('an attachment can be downloaded by its name', async () => {
  const { id } = await store.add(rawEmail(), envelope(), NOW);
  expect(await (await fetch(`${url}/api/email/${id}/attachment/exam.ics`)).text()).toContain(
    'BEGIN:VCALENDAR',
  );
});

test.each([
  '/api/email/none',
  '/mail/none',
  '/elsewhere',
  '/api/email/none/html',
  '/api/email/%E0%A4%A',
])('%s is not there', async (path) => {
  expect((await fetch(url + path)).status).toBeGreaterThanOrEqual(400);
  expect((await fetch(url + path)).status).toBeLessThan(500);
});
