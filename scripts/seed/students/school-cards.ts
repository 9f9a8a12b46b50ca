import { asStudent, asTechSupport, seeding } from '../as.ts';
import { rpc, tool } from '../clients.ts';
import { SETTLED_DAYS_AGO, settleDaysAgo } from '../office/settled-days.ts';
import { newVisa } from '../visa.ts';

/** Students of school 209, which does not prepay: they pay by card themselves. */
const [CARD_ONLY, PARTLY_REFUNDED, REFUNDED, PACKAGE_REFUNDED] = [2101, 2102, 2103, 2104];
/** The package of 6 credits. */
const PACKAGE = { packageId: 1, amountCents: 23_400 };

/**
 * Cards of four students of school 209, and what tech support gave back of their charges: one in
 * part, one before it was settled, and a package.
 */
export async function seedSchoolCards(now: Date, sandboxUrl: string): Promise<void> {
  await savedCard(CARD_ONLY, now, sandboxUrl);
  const partly = await boughtCredits(
    PARTLY_REFUNDED,
    3,
    await savedCard(PARTLY_REFUNDED, now, sandboxUrl),
  );
  await boughtPackage(PACKAGE_REFUNDED, await savedCard(PACKAGE_REFUNDED, now, sandboxUrl));
  await settleDaysAgo(now, sandboxUrl, SETTLED_DAYS_AGO.second);
  await refundPackage(PACKAGE_REFUNDED);
  await refund(PARTLY_REFUNDED, partly.pricePerCreditCents);
  const whole = await boughtCredits(REFUNDED, 2, await savedCard(REFUNDED, now, sandboxUrl));
  await refund(REFUNDED, whole.amountCents);
}

/**
 * Returns the id of the student's saved Visa, in the recorded name. A token works once, so an
 * interrupted seed looks for the card first.
 */
async function savedCard(studentId: number, now: Date, sandboxUrl: string): Promise<string> {
  const by = asStudent(studentId, `card of ${studentId}`);
  const { cards } = await rpc.cards.listCards({}, by);
  if (cards[0]) return cards[0].ccId;
  const { students } = await tool.students.listStudents(
    { ids: [studentId], limit: 1 },
    seeding('names'),
  );
  const card = await newVisa(sandboxUrl, now, `${students[0]?.firstName} ${students[0]?.lastName}`);
  const { card: saved } = await rpc.cards.saveCard({ card }, by);
  if (!saved) throw new Error(`the card of ${studentId} was not saved`);
  return saved.ccId;
}

async function boughtCredits(studentId: number, numberOfCredits: number, ccId: string) {
  const by = asStudent(studentId, `credits of ${studentId}`);
  const { credits } = await rpc.credits.getCredits({}, by);
  const pricePerCreditCents = credits?.pricePerCreditCents ?? 0;
  const amountCents = pricePerCreditCents * numberOfCredits;
  await rpc.purchases.buyCredits({ numberOfCredits, amountCents, method: { ccId } }, by);
  return { pricePerCreditCents, amountCents };
}

async function boughtPackage(studentId: number, ccId: string): Promise<void> {
  const by = asStudent(studentId, `package of ${studentId}`);
  await rpc.purchases.buyPackage({ ...PACKAGE, method: { ccId } }, by);
}

async function refundPackage(studentId: number): Promise<void> {
  const by = asTechSupport(studentId, `package refund of ${studentId}`);
  const { transactions } = await rpc.transactions.listTransactions({}, by);
  const bought = transactions.find(({ refundButton }) => refundButton !== undefined);
  // none: a seed that was cut off has given it back
  if (bought) await rpc.transactions.refundPackage({ packageId: bought.packageId }, by);
}

async function refund(studentId: number, amountCents: number): Promise<void> {
  const by = asTechSupport(studentId, `refund of ${studentId}`);
  const { charges } = await rpc.charges.listCharges({}, by);
  const chargeId = charges.find(({ chargeTypeId }) => chargeTypeId === '2')?.id;
  if (chargeId === undefined) throw new Error(`student ${studentId} has no charge for credits`);
  await rpc.charges.refundCharge({ chargeId, amountCents }, by);
}
