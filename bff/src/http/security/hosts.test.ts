import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { aPortal } from '../../testing/portal.ts';
import { answeredHosts } from './hosts.ts';

test.each([
  { publicUrl: 'https://portal.example.org', host: 'portal.example.org' },
  { publicUrl: 'https://portal.example.org', host: 'PORTAL.example.org:443' },
  { publicUrl: 'http://portal.example.org:8080', host: 'portal.example.org:8080' },
  { publicUrl: 'https://portal.example.org', host: 'portal-bff', others: ['portal-bff'] },
  { publicUrl: 'http://localhost:8080', host: 'bff:8080', others: ['bff:8080'] },
  { publicUrl: 'http://localhost:8080', host: 'localhost:8080' },
  { publicUrl: 'http://localhost:8080', host: '127.0.0.1:8080' },
  { publicUrl: 'http://127.0.0.1:8080', host: 'localhost:31000' },
  { publicUrl: 'http://localhost:8080', host: '[::1]:8080' },
  { publicUrl: 'http://localhost:8080', host: '192.168.1.20:8080' },
])('a portal at $publicUrl answers $host', ({ publicUrl, host, others = [] }) => {
  expect(answeredHosts(new URL(publicUrl), others)(host)).toBe(true);
});

test.each([
  { publicUrl: 'https://portal.example.org', host: 'evil.test' },
  { publicUrl: 'https://portal.example.org', host: 'portal.example.org.evil.test' },
  { publicUrl: 'https://portal.example.org', host: 'portal.example.org:8443' },
  { publicUrl: 'https://portal.example.org', host: '127.0.0.1' },
  { publicUrl: 'https://portal.example.org', host: 'localhost' },
  { publicUrl: 'https://portal.example.org', host: undefined },
  { publicUrl: 'https://portal.example.org', host: '' },
  { publicUrl: 'https://portal.example.org', host: 'evil.test@portal.example.org' },
  { publicUrl: 'https://portal.example.org', host: 'portal.example.org/x' },
  { publicUrl: 'https://portal.example.org', host: `${'a.'.repeat(8000)}org` },
  { publicUrl: 'http://localhost:8080', host: 'evil.test:8080' },
  { publicUrl: 'http://localhost:8080', host: '127.0.0.1.evil.test' },
])('a portal at $publicUrl does not answer $host', ({ publicUrl, host }) => {
  expect(answeredHosts(new URL(publicUrl), [])(host)).toBe(false);
});

const raw = (port: number, ...lines: string[]): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`),
    );
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('close', () => resolve(text));
  });

test('a wrong, double, missing or absolute host is a 400; health is always answered', async () => {
  const portal = await aPortal({ hosts: answeredHosts(new URL('https://portal.example.org'), []) });
  const ask = (...lines: string[]) => raw(portal.port, ...lines);
  expect(await ask('GET /login HTTP/1.1', 'Host: portal.example.org')).toMatch(/^HTTP\/1\.1 200 /);
  const refused = [
    await ask('GET /login HTTP/1.1', 'Host: evil.test'),
    await ask('GET /api/openapi.json HTTP/1.1', 'Host: evil.test'),
    await ask(
      'POST /api/login HTTP/1.1',
      'Host: evil.test',
      'Content-Type: application/json',
      'Content-Length: 2',
    ),
    await ask('GET /login HTTP/1.1', 'Host: portal.example.org', 'Host: evil.test'),
    await ask('GET /login HTTP/1.1'),
    await ask('GET /login HTTP/1.0'),
  ];
  for (const answer of refused)
    expect([answer.slice(0, 13), answer.includes('"code":"wrong_host"')]).toEqual([
      'HTTP/1.1 400 ',
      true,
    ]);
  const whole = await ask('GET http://evil.test/login HTTP/1.1', 'Host: portal.example.org');
  expect(whole).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed"/);
  for (const path of ['/healthz', '/readyz'])
    expect(await ask(`GET ${path} HTTP/1.1`, 'Host: 10.0.0.7:8080')).toMatch(/^HTTP\/1\.1 200 /);
});
