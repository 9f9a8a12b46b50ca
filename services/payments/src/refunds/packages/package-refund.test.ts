import { expect, test } from '@jest/globals';
import { asStaff } from '@portal/kit/testing';
import fc from 'fast-check';
import {
  hasSitting,
  type PackageToRefund,
  refundAmount,
  refundButton,
  refusalOf,
} from './package-refund.ts';

const who = (...roles: string[]) => asStaff(null as never, roles).actor;
const superAdmin = who('ROLE_SUPER_ADMIN');
const techSupport = who('ROLE_TECH_SUPPORT');
const lot: PackageToRefund = {
  source: 'package',
  bought: 10,
  balance: 4,
  paidCents: 30_000,
  active: true,
  isStudyAbroad: false,
  vendorPackageVendorId: null,
  refundId: null,
  refundedAt: null,
};

const sitting = (proctorFeeCents: number, usualProctorFeeCents = 1500) => ({
  proctorFeeCents,
  usualProctorFeeCents,
});

test.each<[string, Partial<PackageToRefund>]>([
  ['credits that staff granted', { source: 'granted' }],
  ['credits that came back', { source: 'returned' }],
  ['an empty package', { balance: 0 }],
  ['an inactive package', { active: false, balance: 0 }],
  ['a package that is being refunded', { refundId: 7 }],
  ['a package that was refunded', { refundedAt: new Date(0) }],
  ['a package of a vendor', { vendorPackageVendorId: 3 }],
])('%s cannot be refunded and has no button', (_what, change) => {
  for (const actor of [superAdmin, techSupport]) {
    expect(refusalOf(actor, { ...lot, ...change })).toBe('package_not_refundable');
    expect(refundButton(actor, { ...lot, ...change })).toBeNull();
  }
});

test.each<[PackageToRefund['source'], Partial<PackageToRefund>]>([
  ['package', {}],
  ['credits', {}],
  ['assigned', { paidCents: 0 }],
])('a purchase of %s can be refunded', (source, more) => {
  expect(refusalOf(superAdmin, { ...lot, source, ...more })).toBeNull();
});

test.each([
  { by: 'a super admin', actor: superAdmin, priced: 'refund', free: 'remove', abroad: null },
  { by: 'tech support', actor: techSupport, priced: 'choice', free: 'remove', abroad: 'choice' },
  {
    by: 'who is both',
    actor: who('ROLE_SUPER_ADMIN', 'ROLE_TECH_SUPPORT'),
    priced: 'choice',
    free: 'remove',
    abroad: 'choice',
  },
  { by: 'an admin', actor: who('ROLE_ADMIN'), priced: null, free: null, abroad: null },
])('the button of $by: $priced for a price, $free without one, $abroad for study abroad', (row) => {
  expect(refundButton(row.actor, lot)).toBe(row.priced);
  expect(refundButton(row.actor, { ...lot, source: 'assigned', paidCents: 0 })).toBe(row.free);
  expect(refundButton(row.actor, { ...lot, isStudyAbroad: true })).toBe(row.abroad);
});

test('a package of study abroad is refunded by tech support alone', () => {
  expect(refusalOf(superAdmin, { ...lot, isStudyAbroad: true })).toBe('tech_support_only');
  expect(refusalOf(techSupport, { ...lot, isStudyAbroad: true })).toBeNull();
});

test.each([
  { what: 'nothing was used', paid: 10_000, balance: 3, bought: 3, sittings: [], back: 10_000 },
  { what: 'a third is left', paid: 10_000, balance: 1, bought: 3, sittings: [], back: 3333 },
  { what: 'two thirds are left', paid: 10_000, balance: 2, bought: 3, sittings: [], back: 6667 },
  { what: 'half a cent is left', paid: 1, balance: 1, bought: 2, sittings: [], back: 1 },
  { what: 'a sitting was free', paid: 10_000, balance: 5, bought: 10, sittings: [0], back: 3500 },
  { what: 'a sitting cost $5', paid: 10_000, balance: 5, bought: 10, sittings: [500], back: 4000 },
  {
    what: 'a sitting was paid twice and another not',
    paid: 10_000,
    balance: 5,
    bought: 10,
    sittings: [3000, 0],
    back: 3500,
  },
  { what: 'fees are above it', paid: 2000, balance: 1, bought: 2, sittings: [0, 0], back: 0 },
])('refunds $back cents when $what', ({ paid, balance, bought, sittings, back }) => {
  const sat = sittings.map((cents) => sitting(cents));
  expect(refundAmount({ paidCents: paid, balance, bought }, sat, paid)).toBe(back);
});

test('a sitting is short of the proctor fee that was usual when it was registered', () => {
  const sat = [sitting(1500, 2000), sitting(1500, 1500), sitting(0, 1000)];
  expect(refundAmount({ paidCents: 10_000, balance: 5, bought: 10 }, sat, 10_000)).toBe(3500);
});

test('refunds no more than the rest of the charge', () => {
  expect(refundAmount({ paidCents: 10_000, balance: 2, bought: 2 }, [], 2500)).toBe(2500);
});

test('refunds whole cents between 0 and the price, for any package and sittings', () => {
  const lots = fc
    .record({
      paidCents: fc.integer({ min: 0, max: 1_000_000 }),
      bought: fc.integer({ min: 1, max: 200 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ part, ...rest }) => ({ ...rest, balance: Math.floor(part * rest.bought) }));
  fc.assert(
    fc.property(lots, fc.array(fc.integer({ min: 0, max: 6000 })), (some, sittings) => {
      const sat = sittings.map((paid) => sitting(paid));
      const cents = refundAmount(some, sat, some.paidCents);
      expect(Number.isInteger(cents) && cents >= 0 && cents <= some.paidCents).toBe(true);
    }),
  );
});

test.each([
  ['pending', false],
  ['registered', false],
  ['scheduled', true],
  ['online_access', true],
  ['course_started', false],
  ['course_completed', false],
  ['online_started', true],
  ['disconnected', true],
  ['taken', true],
  ['graded', true],
  ['cancelled', false],
])('a registration that is %s has a sitting: %s', (status, sat) => {
  expect(hasSitting(status)).toBe(sat);
});
