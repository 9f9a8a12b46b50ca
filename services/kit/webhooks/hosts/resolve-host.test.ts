import { expect, test } from '@jest/globals';
import { AddressNotAllowed, allowedAddresses } from './resolve-host.ts';

const rules = (addresses: readonly string[], localHosts: readonly string[] = ['sandbox']) => ({
  localHosts,
  resolve: async () => addresses,
});
const sandbox = new URL('http://sandbox:8090/');

test('a named host may have local addresses', async () => {
  const addresses = ['172.18.0.5', 'fd12::5'];
  expect(await allowedAddresses(sandbox, rules(addresses))).toEqual(addresses);
  const loopback = new URL('http://[::1]:8090/');
  expect(await allowedAddresses(loopback, rules([], ['::1']))).toEqual(['::1']);
});

test.each([
  { host: 'a host that is not named', named: [] as string[], addresses: ['172.18.0.5'] },
  { host: 'a named host', named: ['sandbox'], addresses: ['169.254.169.254'] },
  { host: 'a named host', named: ['sandbox'], addresses: ['172.18.0.5', 'fe80::1'] },
  { host: 'a named host', named: ['sandbox'], addresses: ['168.63.129.16'] },
  { host: 'a named host', named: ['sandbox'], addresses: ['0.0.0.0'] },
])('$host may not have the addresses $addresses', async ({ named, addresses }) => {
  const checked = allowedAddresses(sandbox, rules(addresses, named));
  await expect(checked).rejects.toThrow(AddressNotAllowed);
});

test('a link-local address is not allowed though it is named itself', async () => {
  const metadata = new URL('http://169.254.169.254/latest/');
  const checked = allowedAddresses(metadata, rules([], ['169.254.169.254']));
  await expect(checked).rejects.toThrow(AddressNotAllowed);
});

test.each([
  { localHosts: ['127.0.0.1', '::1'], addresses: ['127.0.0.1', '::1'] },
  { localHosts: ['127.0.0.1'], addresses: ['127.0.0.1'] },
])('localhost resolves to the named loopback addresses $addresses', async (one) => {
  const localhost = new URL('http://localhost:8090/');
  expect(await allowedAddresses(localhost, rules([], one.localHosts))).toEqual(one.addresses);
});
