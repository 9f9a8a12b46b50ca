import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { localAddressesVariable, localHosts } from './local-addresses.ts';

const NAMES = ['DEPLOYMENT', 'WEBHOOK_LOCAL_ADDRESSES'] as const;
const before = NAMES.map((name) => [name, process.env[name]] as const);
const set = (name: (typeof NAMES)[number], value: string | undefined) => {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
};
beforeEach(() => set('DEPLOYMENT', 'development'));
afterEach(() => {
  for (const [name, value] of before) set(name, value);
});

test.each([
  { value: undefined, hosts: [] as string[] },
  { value: '', hosts: [] },
  { value: 'sandbox', hosts: ['sandbox'] },
  { value: '127.0.0.1, ::1', hosts: ['127.0.0.1', '::1'] },
])('$value names the hosts $hosts', ({ value, hosts }) => {
  set('WEBHOOK_LOCAL_ADDRESSES', value);
  expect(localAddressesVariable.optional().parse(value) ?? []).toEqual(hosts);
  expect(localHosts()).toEqual(hosts);
});

test.each(['true', 'false', 'http://sandbox', 'sandbox:8090', '10.0.0.0/8', '*.x', '2130706433'])(
  '%s is no host name',
  (value) => {
    const { error } = localAddressesVariable.safeParse(value);
    expect(error?.issues[0]?.message).toContain(`${value} is no host name`);
  },
);

test.each([undefined, '', 'production'])('in production (%s) it is refused', (deployment) => {
  set('DEPLOYMENT', deployment);
  set('WEBHOOK_LOCAL_ADDRESSES', '127.0.0.1');
  const { error } = localAddressesVariable.safeParse('127.0.0.1');
  expect(error?.issues[0]?.message).toBe('is for development; remove it in production');
  expect(localAddressesVariable.parse('')).toEqual([]);
  expect(localHosts()).toEqual([]);
});
