import { expect, test } from '@jest/globals';
import type { ProctorPayment } from '../../records/fees/proctor-fee.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { sampleRow } from '../../records/registrations/state/sample-row.ts';
import { givenBackOnCancel, givenBackOnLeaving } from './given-back.ts';

const now = new Date('2026-03-02T15:00:00Z');
const HOUR = 3_600_000;
const inHours = (hours: number): Date => new Date(now.getTime() + hours * HOUR);
const paid = (over: Partial<ProctorPayment> = {}): ProctorPayment => ({
  id: 1,
  state: 'attached',
  cents: 1500,
  sessionId: 7,
  paymentId: 90,
  ...over,
});
const booked = (hours: number) => ({
  sessionId: 7,
  sessionType: '21' as const,
  sessionStartsAt: inHours(hours),
});
const rowWith = (over: Partial<RegistrationRow>): RegistrationRow => ({
  ...sampleRow(now),
  ...over,
});
const student = { kind: 'student', id: 5, name: 'Dana', roles: [] } as never;
const nothing = {
  credits: 0,
  additionalRefundedCents: 0,
  proctorRefundedCents: 0,
  proctorKeptCents: 0,
  proctorLostCents: 0,
};

test('cancelling gives credits and the additional fee back, and loses the proctor fee', () => {
  const row = rowWith({
    ...booked(100),
    creditsSpent: 3,
    additionalPaidCents: 5000,
    proctorPayments: [paid()],
  });
  expect(givenBackOnCancel(row, student, now)).toEqual({
    ...nothing,
    credits: 3,
    additionalRefundedCents: 5000,
    proctorLostCents: 1500,
  });
});

test('a second proctor fee that was never needed is refunded with the exam', () => {
  const row = rowWith({
    ...booked(10),
    creditsSpent: 3,
    proctorPayments: [paid(), paid({ id: 2, state: 'held', sessionId: null, paymentId: 91 })],
  });
  expect(givenBackOnCancel(row, student, now)).toMatchObject({
    proctorRefundedCents: 1500,
    proctorLostCents: 1500,
  });
});

test('a moved student loses nothing until the new start, at any hour', () => {
  const moved = (hours: number) =>
    rowWith({ ...booked(hours), isSessionMoved: true, proctorPayments: [paid()] });
  expect(givenBackOnLeaving(moved(1), now)).toEqual({ ...nothing, proctorKeptCents: 1500 });
  expect(givenBackOnCancel(moved(1), student, now)).toMatchObject({
    proctorRefundedCents: 1500,
    proctorLostCents: 0,
  });
  expect(givenBackOnLeaving(moved(-1), now)).toMatchObject({ proctorLostCents: 1500 });
  expect(givenBackOnCancel(moved(-1), student, now)).toMatchObject({ proctorLostCents: 1500 });
});

test('a waiver is neither lost nor kept', () => {
  const row = rowWith({
    ...booked(10),
    creditsSpent: 3,
    proctorPayments: [paid({ cents: 0, paymentId: null })],
  });
  expect(givenBackOnCancel(row, student, now)).toEqual({ ...nothing, credits: 3 });
  expect(givenBackOnLeaving(row, now)).toEqual(nothing);
});

test.each([
  { hours: 25, kept: 1500, lost: 0, keptUntil: inHours(1) },
  { hours: 24, kept: 1500, lost: 0, keptUntil: inHours(0) },
  { hours: 23.9, kept: 0, lost: 1500, keptUntil: undefined },
])(
  'leaving a session $hours hours before it begins keeps $kept and loses $lost cents',
  ({ hours, kept, lost, keptUntil }) => {
    const row = rowWith({ ...booked(hours), proctorPayments: [paid()] });
    expect(givenBackOnLeaving(row, now)).toEqual({
      ...nothing,
      proctorKeptCents: kept,
      proctorLostCents: lost,
      ...(keptUntil ? { keptUntil } : {}),
    });
  },
);

test('a student who leaves a called-off session keeps the fee without a limit', () => {
  const row = rowWith({ ...booked(2), isSessionCalledOff: true, proctorPayments: [paid()] });
  expect(givenBackOnLeaving(row, now)).toEqual({ ...nothing, proctorKeptCents: 1500 });
});
