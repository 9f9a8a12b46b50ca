import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { checkSubject } from '@portal/kit/commands/authorize';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { findSubject } from '../projections/find-subject.ts';
import { withAnswersLost } from '../testing/answers.ts';
import { CARD_YEAR } from '../testing/processor.ts';
import { startWorld, type World } from '../testing/world.ts';
import { listCards } from './list-cards.ts';
import { savingCard } from './save-card.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterEach(() => world.processor.heal());
afterAll(() => world.stop());

const student = (id: number, options = {}) => asStudent(world.db, id, options);
const save = async (
  id: number,
  more: Parameters<World['processor']['newCard']>[0] = {},
  options = {},
) =>
  savingCard.start(student(id, options), {
    studentId: id,
    card: await world.processor.newCard(more),
  });
const cards = (id: number) => listCards(world.db, id, steadyNow());

/** Numbers of Visa cards that pass the check digit. */
function visaNumber(index: number): string {
  const body = `4000000000${String(index).padStart(5, '0')}`;
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

test('saved cards are listed newest first, without a charge', async () => {
  const id = world.aStudent();
  await save(id);
  const { card, cards: all } = await save(id, {
    number: '5424000000000015',
    cardType: 'Mastercard',
  });
  expect(card).toMatchObject({
    cardType: 'Mastercard',
    last4: '0015',
    name: 'Dana Gold',
    expMonth: 12,
    expYear: CARD_YEAR,
    expired: false,
  });
  expect(all.map((one) => one.last4)).toEqual(['0015', '1111']);
  expect((await world.processor.book()).filter((line) => line.customer === String(id))).toEqual([]);
});

test('the same card again renews its entry', async () => {
  const id = world.aStudent();
  const first = await save(id, { expMonth: 1, expYear: CARD_YEAR });
  const again = await save(id, { expMonth: 2, expYear: CARD_YEAR + 1, cardholderName: 'Dana G' });
  expect(again.card).toMatchObject({
    ccId: first.card.ccId,
    expMonth: 2,
    expYear: CARD_YEAR + 1,
    name: 'Dana G',
  });
  expect(again.cards).toHaveLength(1);
});

test('the same key saves once', async () => {
  const id = world.aStudent();
  const key = randomUUID();
  const card = await world.processor.newCard();
  const first = await savingCard.start(student(id, { key }), { studentId: id, card });
  expect(await savingCard.start(student(id, { key }), { studentId: id, card })).toEqual(first);
});

test('a card that its bank declines is not saved; the response gives the reason', async () => {
  const id = world.aStudent();
  const refusal = await refusalOf(save(id, { billingZip: '46282' }));
  expect(refusal).toMatchObject({
    status: 402,
    code: 'card_refused',
    detail: 'There was a problem adding your card',
  });
  expect(refusal.extra.reason).toBe('This transaction has been declined.');
  expect(await cards(id)).toEqual([]);
});

test('an opaque value that was used before is refused', async () => {
  const id = world.aStudent();
  const card = await world.processor.newCard();
  await savingCard.start(student(id), { studentId: id, card });
  const other = world.aStudent();
  expect((await refusalOf(savingCard.start(student(other), { studentId: other, card }))).code).toBe(
    'card_refused',
  );
});

test('an answer that was lost is looked up: the card is saved', async () => {
  const id = world.aStudent();
  await save(id, { number: '5424000000000015', cardType: 'Mastercard' });
  await withAnswersLost(/createCustomerPaymentProfileRequest/, async () => {
    expect((await save(id)).card).toMatchObject({ last4: '1111' });
  });
  expect((await cards(id)).map((one) => one.last4)).toEqual(['1111', '0015']);
});

test('the eleventh card is refused', async () => {
  const id = world.aStudent();
  for (let index = 0; index < 10; index++) await save(id, { number: visaNumber(index) });
  expect(await refusalOf(save(id, { number: visaNumber(10) }))).toMatchObject({
    status: 409,
    code: 'too_many_cards',
  });
  expect(await cards(id)).toHaveLength(10);
});

test('a school admin sees cards of own students only', async () => {
  world.schools.set(151, { id: 151 });
  const own = world.aStudent({ schoolId: 151 });
  const other = world.aStudent();
  const check = (role: string, studentId: number) =>
    checkSubject(
      asStaff(world.db, [role], { schoolId: 151, studentId }),
      { permission: 'card.list', callers: [] },
      findSubject,
    );
  await check('ROLE_SCHOOL_ADMIN', own);
  await check('ROLE_ADMIN', other);
  for (const [role, studentId] of [
    ['ROLE_SCHOOL_ADMIN', other],
    ['ROLE_SCHOOL_ADMIN', 2_000_000],
    ['ROLE_ADMIN', 2_000_000],
  ] as const)
    expect((await refusalOf(check(role, studentId))).code).toBe('student_not_found');
});

test('the database never holds a card number or a security code', async () => {
  const id = world.aStudent();
  await save(id);
  const { found } = await world.db.one<{ found: number }>`
    SELECT (SELECT count(*) FROM process
    WHERE input::text || state::text || answer::text LIKE '%4111111111111111%')
      + (SELECT count(*) FROM audit WHERE change::text LIKE '%4111111111111111%')
      + (SELECT count(*) FROM outbox WHERE payload::text LIKE '%411111%') AS found`;
  expect(found).toBe(0);
});
