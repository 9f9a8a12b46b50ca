import { expect, test } from '@jest/globals';
import { isLocalAddress, isPublicAddress } from './public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '192.0.1.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
])('%s is an address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this host', '0.0.0.0', '0.1.2.3', '::'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  ['link-local', '169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  ['the host at Azure', '168.63.129.16'],
  ['site-local', 'fec0::1'],
  ['shared', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['broadcast and reserved', '255.255.255.255', '240.0.0.1', '192.0.0.1', '198.18.0.1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['relays', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ['IPv4 mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '0:0:0:0:0:ffff:a00:1'],
  ['IPv4 translated', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  ['IPv4 compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  ['NAT64', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:808:808::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001::1'],
  ['ISATAP', '2606:4700::5efe:7f00:1', '2606:4700:1:1:0:5efe:10.0.0.1', 'fe80::5efe:a00:1'],
  ['protocols', '2001:2::1', '2001:10::1', '2001:20::1', '100::1', '5f00::1', '4000::1'],
  ['decimal', '2130706433', '167772161'],
  ['hexadecimal', '0x7f000001', '0x7f.0.0.1'],
  ['octal', '0177.0.0.1', '017700000001', '010.0.0.1', '08.8.8.8'],
  ['short', '127.1', '10.1', '8.8'],
  ['none at all', '', ' ', 'localhost', '8.8.8.8.', '8.8.8.8 ', '1.2.3.4.5', '256.1.1.1', '::g'],
])('of %s none is', (_kind, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '::1',
  '10.0.0.1',
  '172.18.0.5',
  '192.168.1.1',
  'fd12:3456::1',
])('%s is a local address', (address) => {
  expect([isLocalAddress(address), isPublicAddress(address)]).toEqual([true, false]);
});

test.each([
  ['public', '1.1.1.1', '2606:4700:4700::1111'],
  ['link-local', '169.254.169.254', '169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  ['link-local inside IPv6', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '::a9fe:a9fe'],
  ['the host at Azure', '168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110'],
  ['metadata of clouds', 'fd00:ec2::254', 'fd00:0ec2:0:0::254', 'fd20:ce::254', '100.100.100.200'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::', '0'],
  ['shared', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', 'ff02::1', '255.255.255.255', '240.0.0.1'],
  ['IPv4 inside IPv6', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ['ISATAP', 'fd00::5efe:7f00:1'],
  ['decimal, octal, hexadecimal, short', '2130706433', '0177.0.0.1', '0x7f000001', '127.1'],
  ['none at all', '', 'localhost', '127.0.0.1.', '::g'],
])('of %s none is a local address', (_kind, ...addresses) => {
  expect(addresses.filter(isLocalAddress)).toEqual([]);
});
