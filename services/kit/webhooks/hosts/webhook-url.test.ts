import { expect, test } from '@jest/globals';
import { hostOf, webhookUrl } from './webhook-url.ts';

const rules = { localHosts: [] };

test.each([
  ['https://example.com/hooks', 'example.com'],
  ['https://example.com:443/hooks?token=1', 'example.com'],
  ['HTTPS://EXAMPLE.com', 'example.com'],
  ['https://8.8.8.8/', '8.8.8.8'],
  ['https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'],
  ['https://bücher.example.com/', 'xn--bcher-kva.example.com'],
  ['https://example.com/a@b', 'example.com'],
  ['https://example.com/?to=a@b', 'example.com'],
])('%s is taken, its host is %s', (text, host) => {
  const url = webhookUrl(text, rules);
  expect(url && hostOf(url)).toBe(host);
});

test.each([
  ['not https', 'http://example.com', 'ftp://example.com', 'file:///etc/passwd', 'gopher://a.b'],
  ['no address', '', 'example.com', '//example.com', 'https://', 'https://?', 'javascript:1'],
  ['another port', 'https://example.com:80', 'https://example.com:8443', 'https://example.com:0'],
  ['a user part', 'https://me@example.com', 'https://me:pw@example.com', 'https://@example.com'],
  ['a user part in disguise', 'https://8.8.8.8@127.0.0.1/', 'https://:@example.com/'],
  ['no user part, but looks so', 'https:/@example.com', 'https:@example.com'],
  ['a fragment', 'https://example.com/#a'],
  [
    'blanks and backslashes',
    'https://exa mple.com',
    'https:\\\\example.com',
    ' https://example.com',
  ],
  ['controls', 'https://exam\tple.com', 'https://example.com/\n', 'https://example.com/\u0000'],
  ['loopback', 'https://127.0.0.1', 'https://127.0.0.1:443/', 'https://[::1]', 'https://localhost'],
  ['loopback in decimal', 'https://2130706433/', 'https://2130706433:443'],
  ['loopback in octal', 'https://0177.0.0.1/', 'https://017700000001/', 'https://0177.1'],
  ['loopback in hexadecimal', 'https://0x7f000001/', 'https://0x7f.0x0.0x0.0x1/', 'https://0x7f.1'],
  ['loopback, short', 'https://127.1/', 'https://0/', 'https://0.0.0.0/'],
  ['loopback in other digits', 'https://１２７.０.０.１/', 'https://①②⑦.⓪.⓪.①/'],
  [
    'loopback with other dots',
    'https://127。0。0。1/',
    'https://127｡0｡0｡1/',
    'https://127．0．0．1/',
  ],
  ['loopback, escaped', 'https://%31%32%37.0.0.1/', 'https://127%2e0%2e0%2e1/'],
  [
    'localhost in other letters',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://LOCALHOST/',
    'https://a.localhost/',
  ],
  ['IPv4 inside IPv6', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:8.8.8.8]/'],
  ['IPv4 inside IPv6 by NAT64', 'https://[64:ff9b::a00:1]/', 'https://[::7f00:1]/'],
  ['private', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://[fd00::1]/'],
  ['the metadata of clouds', 'https://169.254.169.254/latest/', 'https://2852039166/'],
  ['a trailing dot', 'https://example.com./', 'https://localhost./', 'https://127.0.0.1./'],
  ['a name without a dot', 'https://registration/', 'https://kubernetes/'],
  ['a name of an own network', 'https://db.internal/', 'https://printer.local/', 'https://a.test/'],
  ['an address with a zone', 'https://[fe80::1%25eth0]/'],
  ['too long', `https://example.com/${'a'.repeat(500)}`],
])('%s is not taken', (_what, ...addresses) => {
  expect(addresses.filter((text) => webhookUrl(text, rules) !== null)).toEqual([]);
});

const local = { localHosts: ['127.0.0.1', '::1', 'sandbox'] };
test.each([
  'http://127.0.0.1:8090/webhooks/a',
  'http://[::1]:8090/',
  'http://sandbox:8090/',
  'http://localhost:8090/', // which is a name for the two addresses
  'https://sandbox/',
  'http://2130706433:8090/', // 127.0.0.1 for every client
  'https://example.com/',
])('a named host may have plain HTTP and any port: %s', (url) => {
  expect(webhookUrl(url, local)).not.toBeNull();
});

test.each([
  'http://localhost.example.com/',
  'http://a.localhost/',
  'http://127.0.0.2:8090/',
  'https://127.0.0.2/',
  'http://sandbox.example.com/',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://example.com/',
  'http://me@127.0.0.1:8090',
  'ftp://127.0.0.1',
])('an unlisted host obeys the rules of the internet: %s', (url) => {
  expect(webhookUrl(url, local)).toBeNull();
});
