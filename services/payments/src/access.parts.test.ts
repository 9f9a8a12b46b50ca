import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/actor';
import { client } from '@portal/kit/client';
import { serveInProcess } from '@portal/kit/testing';
import { CardsServiceDefinition } from '@portal/proto/payments/v1/cards';
import { ChargesServiceDefinition } from '@portal/proto/payments/v1/charges';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import { PurchasesServiceDefinition } from '@portal/proto/payments/v1/purchases';
import { cardRpcs } from './cards/rpc.ts';
import { chargeRpcs } from './charges/rpc.ts';
import { creditRpcs } from './credits/rpc.ts';
import { feeRpcs } from './fees/rpc.ts';
import { purchaseRpcs } from './purchases/rpc.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let stop: () => void;
let studentId = 0;
beforeAll(async () => {
  world = await startWorld();
  studentId = world.aStudent();
  stop = await serveInProcess('PAYMENTS_ADDR', [cardRpcs, chargeRpcs, creditRpcs, feeRpcs, purchaseRpcs], world.db);
});
afterAll(async () => {
  stop();
  await world.stop();
});

const definitions = [
  CardsServiceDefinition,
  ChargesServiceDefinition,
  CreditsServiceDefinition,
  FeesServiceDefinition,
  PurchasesServiceDefinition,
];
/** Who may make which call; a role that is not listed is refused. */
const allowed: Record<string, string[]> = {
  listCards: ['student', 'admin', 'super_admin', 'tech_support', 'support', 'advisor', 'advisor_admin', 'school_admin'],
  saveCard: ['student', 'admin', 'super_admin', 'school_admin'],
  listCharges: ['super_admin', 'tech_support'],
  refundCharge: ['super_admin', 'tech_support'],
  getCredits: ['student', 'admin', 'super_admin', 'advisor', 'advisor_admin'],
  listExamOffers: ['student', 'admin', 'super_admin', 'advisor', 'advisor_admin'],
  spendCredits: [],
  returnCredits: [],
  grantCredits: [],
  assignPackage: ['super_admin', 'advisor_admin'],
  payFees: ['student', 'admin', 'super_admin'],
  payRetakeFee: [],
  refundFees: [],
  buyCredits: ['student', 'admin', 'super_admin', 'advisor_admin'],
  buyPackage: ['student', 'admin', 'super_admin', 'advisor_admin'],
  buyCreditsForRegistration: [],
};
const staffRoles = ['admin', 'super_admin', 'tech_support', 'support', 'advisor', 'advisor_admin', 'school_admin', 'admissions'];
const actorOf = (role: string): Actor =>
  role === 'student'
    ? { kind: 'student', id: studentId, roles: ['ROLE_STUDENT'], studentId, name: 'student', via: 'bff' }
    : role === 'public'
      ? { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' }
      : { kind: 'staff', id: 1, roles: [`ROLE_${role.toUpperCase()}`], studentId, name: role, via: 'bff' };

const calls = definitions.flatMap((definition) => {
  const ask = client(definition as typeof CardsServiceDefinition, 'PAYMENTS_ADDR', 'bff') as unknown as Record<
    string,
    (request: object, by: { actor: Actor; key: string }) => Promise<unknown>
  >;
  return Object.keys(definition.methods).map((name) => ({ name, ask: ask[name] as (typeof ask)[string] }));
});

test('every call has its line in this table', () => {
  expect(calls.map((call) => call.name).sort()).toEqual(Object.keys(allowed).sort());
});

test.each(calls)('$name is open to those who may and to nobody else', async ({ name, ask }) => {
  for (const role of ['public', 'student', ...staffRoles]) {
    const code = await ask({}, { actor: actorOf(role), key: `${name}-${role}` }).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
    expect([role, code === 'forbidden']).toEqual([role, !allowed[name]?.includes(role)]);
  }
});
