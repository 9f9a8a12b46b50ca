import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import type { NewCardFields } from '@portal/contract/payments/cards';
import type { Problem } from '@portal/contract/problem';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Answer } from '../../../portal-user/person.ts';
import { savedCard, someCard } from '../../exams/registrations.ts';
import { charged } from '../../payments/charged.ts';
import { aStudent, barStudent, type SignedIn } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/**
 * A call that charges, and its valid input: everything except the card, with the amount that the
 * server computes.
 */
export interface Paying {
  readonly call: CallSpec;
  /** Creates a student who can make the call, and the fields. */
  readonly make: () => Promise<{
    student: SignedIn;
    input: Readonly<Record<string, unknown>> & { amount: number };
  }>;
}

/** Returns the card that the call requires: a new one, or one that is saved for it. */
export async function cardFor(
  { call }: Pick<Paying, 'call'>,
  { person }: Pick<SignedIn, 'person'>,
  about: { zip?: string } = {},
): Promise<NewCardFields | { ccId: string }> {
  return call.card === 'new' ? someCard(about) : { ccId: (await savedCard(person)).ccId };
}

const unknown = {
  status: 502,
  code: 'charge_unknown',
  detail:
    'We could not confirm the payment. ' +
    'Please do not pay again; check your account in a few minutes.',
};
const declined = {
  status: 402,
  code: 'card_declined',
  detail: 'There was a problem charging your card.',
};

const trials = {
  async amount_changed(paying: Paying): Promise<void> {
    const { student, input } = await paying.make();
    const card = await cardFor(paying, student);
    for (const amount of [input.amount + 0.01, input.amount - 1]) {
      const { status, body } = await student.person.ask(
        paying.call,
        { ...input, ...card, amount },
        randomUUID(),
      );
      expect([status, body.code, body.expected]).toEqual([409, 'amount_changed', input.amount]);
    }
    expect(await charged(student.id)).toEqual([]);
  },

  async card_declined(paying: Paying): Promise<void> {
    const { student, input } = await paying.make();
    const before = await student.person.do(getCreditsInfo, {});
    if (paying.call.card === 'saved') await savedCard(student.person);
    const card = await cardFor(paying, student, { zip: '46282' });
    if (paying.call.card === 'saved')
      await breakPartner({
        partner: 'cards',
        mode: 'decline',
        count: 1,
        operation: 'createTransactionRequest',
      });
    const key = randomUUID();
    const answer = await student.person.ask(paying.call, { ...input, ...card }, key);
    expect([refusal(answer), typeof answer.body.reason]).toEqual([declined, 'string']);
    // the same response to another request
    expect((await student.person.ask(paying.call, { ...input, ...card }, key)).body).toEqual({
      ...answer.body,
      requestId: expect.any(String),
    });
    expect(await charged(student.id)).toEqual([]);
    expect(await student.person.do(getCreditsInfo, {})).toEqual(before);
  },

  async charge_pending(paying: Paying): Promise<void> {
    const { again } = await makeResultUnknown(paying);
    const { status, code } = refusal(await again());
    // a pending purchase holds its registration, which the rules check before any charge
    const codes = /exam|register/i.test(paying.call.path)
      ? ['already_registered']
      : ['charge_pending'];
    expect([status, codes]).toEqual([409, [code]]);
  },

  async payment_method_not_found(paying: Paying): Promise<void> {
    const [{ student, input }, other] = await Promise.all([paying.make(), aStudent()]);
    const { ccId } = await savedCard(other.person);
    for (const wrong of [ccId, '9999999999'])
      expect(
        refusal(await student.person.ask(paying.call, { ...input, ccId: wrong }, randomUUID())),
      ).toMatchObject({
        status: 404,
        code: 'payment_method_not_found',
      });
    expect(await charged(other.id)).toEqual([]);
  },

  async buying_disabled(paying: Paying): Promise<void> {
    const { student, input } = await paying.make();
    const card = await cardFor(paying, student);
    await barStudent(student.id, { deniedRegistration: false, buyingStopped: true });
    expect(
      refusal(await student.person.ask(paying.call, { ...input, ...card }, randomUUID())),
    ).toEqual({
      status: 403,
      code: 'buying_disabled',
      detail: 'Please call the office to buy credits.',
    });
    expect(await charged(student.id)).toEqual([]);
  },

  async registration_denied(paying: Paying): Promise<void> {
    const { student, input } = await paying.make();
    const card = await cardFor(paying, student);
    await barStudent(student.id, { deniedRegistration: true, buyingStopped: false });
    expect(
      refusal(await student.person.ask(paying.call, { ...input, ...card }, randomUUID())),
    ).toEqual({
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    });
    expect(await charged(student.id)).toEqual([]);
  },
};
/** The codes that `chargesOnce` tests if the call has them. */
const refusalsOfCharging = Object.keys(trials) as readonly (keyof typeof trials)[];

/**
 * Makes the result of a charge unknown: the processor sends an invalid response, and then knows
 * nothing of the charge. The student reads that the result is unknown, and cannot pay again.
 */
async function makeResultUnknown(
  paying: Paying,
): Promise<{ again: () => Promise<Answer<Problem>> }> {
  const { student, input } = await paying.make();
  const { person } = student;
  const [card, another] = [await cardFor(paying, student), await cardFor(paying, student)];
  await breakPartner({ partner: 'cards', mode: 'garbage', operation: 'createTransactionRequest' });
  try {
    expect(refusal(await person.ask(paying.call, { ...input, ...card }, randomUUID()))).toEqual(
      unknown,
    );
  } finally {
    await mendPartners();
  }
  return {
    again: () =>
      person.ask(paying.call, { ...input, ...another }, randomUUID()) as Promise<Answer<Problem>>,
  };
}

/**
 * Tests a call that charges: its documented refusals of charging, and that one key charges once.
 */
export function chargesOnce(paying: Paying): void {
  const codes = refusalsOfCharging.filter((code) => code in (paying.call.refuses ?? {}));
  test.each(codes)('refuses with %s and charges nothing', (code) => trials[code](paying));

  if (paying.call.card === 'new')
    test('refuses a card whose token was used before, and charges nothing', async () => {
      const { student, input } = await paying.make();
      const stale = await someCard();
      await student.person.do(saveCreditCard, stale);
      expect(
        refusal(await student.person.ask(paying.call, { ...input, ...stale }, randomUUID())),
      ).toEqual(declined);
      expect(await charged(student.id)).toEqual([]);
    });

  test('charges once for repeated calls with one key, and refuses other input', async () => {
    const { student, input } = await paying.make();
    const { person, id } = student;
    const card = await cardFor(paying, student);
    const key = randomUUID();
    const ask = (sent: Readonly<Record<string, unknown>>) =>
      person.ask(paying.call, sent, key) as Promise<Answer<Problem>>;
    const answers = await Promise.all([1, 2, 3].map(() => ask({ ...input, ...card })));
    expect(
      answers.filter(({ status, body }) => status !== 200 && body.code !== 'request_in_progress'),
    ).toEqual([]);
    const again = await ask({ ...input, ...card });
    expect([again.status, again.body]).toEqual([
      200,
      answers.find(({ status }) => status === 200)?.body ?? again.body,
    ]);
    expect((await charged(id)).map(({ amount }) => amount)).toEqual([input.amount]);
    expect(refusal(await ask({ ...input, ...card, amount: input.amount + 1 }))).toEqual({
      status: 422,
      code: 'idempotency_key_reused',
      detail: 'This request was already used for something else. Please try again.',
    });
  });
}
