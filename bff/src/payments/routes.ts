import * as pay from '@portal/contract/purchases/payments';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Card, Method } from '@portal/proto/payments/v1/cards';
import type { Credits } from '@portal/proto/payments/v1/credits';
import type { AppContext } from '../app-context.ts';
import { currentRow, registeredRow } from '../exams/own-rows.ts';
import { registrationView } from '../exams/views.ts';
import { route } from '../http/route.ts';
import { packageView } from '../students/staff-view.ts';
import { countDeclined } from './count-declined.ts';
import { totalsView } from './credit-views.ts';
import { asksForPrograms, boundExams, packagesFor } from './packages.ts';
import { cardOrNull, cardView, chargeView, methodOf, newCard, toCents } from './views.ts';

interface Purchase {
  credits: Credits | undefined;
  successMessage: string;
  card?: Card | undefined;
}
const purchaseView = ({ credits, successMessage, card }: Purchase) => ({
  ...totalsView(credits),
  successMessage,
  paymentMethod: cardOrNull(card),
});

interface Sum {
  amount: number;
}
const buyPackage = async (
  { packageId, amount }: Sum & { packageId: number },
  method: Method | undefined,
  by: CallOptions,
  { payments }: AppContext,
) =>
  purchaseView(
    await payments.purchases.buyPackage({ packageId, amountCents: toCents(amount), method }, by),
  );

const buyCredits = async (
  { numberOfCredits, amount }: Sum & { numberOfCredits: number },
  method: Method | undefined,
  by: CallOptions,
  { payments }: AppContext,
) =>
  purchaseView(
    await payments.purchases.buyCredits(
      { numberOfCredits, amountCents: toCents(amount), method },
      by,
    ),
  );

const purchases = [
  route(pay.purchasePackage, async ({ input, by }, { payments }) => {
    const { credits, package: given } = await payments.credits.assignPackage(
      { packageId: input.packageId },
      by,
    );
    if (!given) throw new Error('a package was given and not told');
    return {
      ...totalsView(credits),
      successMessage: 'The package was added to the account.',
      studentPackage: packageView(given),
    };
  }),
  route(
    pay.purchasePackageWithProfile,
    ({ input, by }, context) => buyPackage(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    pay.purchasePackageWithNewProfile,
    ({ input, by }, context) => buyPackage(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    pay.purchaseCredits,
    ({ input, by }, context) => buyCredits(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    pay.purchaseCreditsWithProfile,
    ({ input, by }, context) => buyCredits(input, methodOf(input), by, context),
    countDeclined,
  ),
];

interface Exam extends Sum {
  examId: number;
  numberOfCredits: number;
}
/** Buys credits and registers; the answer says when only the first went through. */
async function buyExam(
  { examId, numberOfCredits, amount }: Exam,
  method: Method | undefined,
  by: CallOptions,
  context: AppContext,
) {
  const request = { examId, numberOfCredits, amountCents: toCents(amount), method };
  const bought = await context.registration.registrations.buyExam(request, by);
  return registrationView(
    bought.registration ? await registeredRow(bought.registration, context) : null,
    bought,
  );
}

interface Fees extends Sum {
  examId: number;
  registrationId: number;
  sessionId?: number | undefined;
  proctorFee: number;
}
/** Pays what is due for a registration, then tells what is still due. */
async function payFees(
  { examId, registrationId, sessionId, proctorFee, amount }: Fees,
  method: Method | undefined,
  by: CallOptions,
  context: AppContext,
) {
  const sums = { proctorFeeCents: toCents(proctorFee), amountCents: toCents(amount) };
  const { successMessage, card, holdUntil } = await context.payments.fees.payFees(
    { examId, registrationId, sessionId, ...sums, method },
    by,
  );
  const exam = await currentRow(examId, by, context);
  if (!exam) throw new Error('fees were paid for an exam that is on no list');
  return {
    exam,
    registrationId,
    proctorFee: exam.proctor_fee_price,
    holdUntil: holdUntil?.toISOString() ?? null,
    successMessage,
    card,
  };
}

const exams = [
  route(
    pay.submitPaymentAndGetExam,
    ({ input, by }, context) => buyExam(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    pay.purchasePackageAndRegister,
    ({ input, by }, context) => buyExam(input, methodOf(input), by, context),
    countDeclined,
  ),
  route(
    pay.payProctorFee,
    async ({ input, by }, context) => {
      const { card, ...paid } = await payFees(input, methodOf(input), by, context);
      return { ...paid, paymentMethod: cardOrNull(card) };
    },
    countDeclined,
  ),
  route(
    pay.payProctorFeeWithPaymentProfile,
    async ({ input, by }, context) => {
      const { card: _none, ...paid } = await payFees(input, methodOf(input), by, context);
      return { ...paid, paymentMethod: null };
    },
    countDeclined,
  ),
];

const cards = [
  route(pay.getPaymentMethods, async ({ by }, { payments }) => {
    const saved = await payments.cards.listCards({}, by);
    return saved.cards.map(cardView);
  }),
  route(
    pay.saveCreditCard,
    async ({ input, by }, { payments }) => {
      if (!input.card) throw new Error('a save without a card passed the contract');
      const saved = await payments.cards.saveCard({ card: newCard(input.card) }, by);
      if (!saved.card) throw new Error('saved without a card');
      return { paymentMethod: cardView(saved.card), paymentMethods: saved.cards.map(cardView) };
    },
    countDeclined,
  ),
  route(pay.removePaymentMethod, async ({ input, by }, { payments }) => {
    const left = await payments.cards.removeCard({ ccId: input.ccId }, by);
    return { paymentMethods: left.cards.map(cardView) };
  }),
  route(pay.setDefaultPaymentMethod, async ({ input, by }, { payments }) => {
    const { cards } = await payments.cards.setDefaultCard({ ccId: input.ccId }, by);
    return { paymentMethods: cards.map(cardView) };
  }),
];

const packages = [
  route(
    pay.getPackagesTypesToDisplay,
    async ({ session, by }, { catalogue, seminary, registration }) => {
      const { rows } = await catalogue.packages.get();
      if (session.kind === 'staff') return packagesFor(rows, session, null);
      const examIds = boundExams(rows);
      const [{ programs }, takeable] = await Promise.all([
        asksForPrograms(rows) ? seminary.students.listStudentPrograms({}, by) : { programs: [] },
        examIds.length > 0
          ? registration.registrations.listTakeableExams({ examIds }, by)
          : { examIds: [] },
      ]);
      return packagesFor(rows, session, {
        programs,
        takeableExams: new Set(takeable.examIds),
      });
    },
  ),
  route(pay.getAdminOnlyPackages, async ({ session }, { catalogue }) => {
    const { rows } = await catalogue.packages.get();
    return packagesFor(rows, session, null).adminOnlyPackages.sort((one, other) =>
      one.display_name.localeCompare(other.display_name, 'en'),
    );
  }),
  route(pay.getSpecialPackageTypes, async (_asked, { catalogue }) => {
    const { rows } = await catalogue.packages.get();
    return rows
      .filter(({ isSpecialProgram }) => isSpecialProgram)
      .map(({ id, displayName }) => ({ id, displayName }))
      .sort((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
  }),
];

const charges = [
  route(pay.chargeRefund, async ({ input, by }, { payments }) => {
    const { chargeId, refundAmt, student_id: studentId } = input;
    const actor = studentId === undefined ? by.actor : { ...by.actor, studentId };
    const { charges } = await payments.charges.refundCharge(
      { chargeId, amountCents: toCents(refundAmt) },
      { ...by, actor },
    );
    return { charges: charges.map(chargeView) };
  }),
];

export const paymentRoutes = [...purchases, ...exams, ...cards, ...packages, ...charges];
