import { randomUUID } from 'node:crypto';
import type { Exam } from '@portal/contract/exams/exam';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { creditPrice } from '../e2e/cards/credit-price.ts';
import { examThat, isOfThreeCredits, savedCard } from '../e2e/exams/registrations.ts';
import { aStudent, type SignedIn } from '../e2e/people/students.ts';

/** A student with a saved card, and the exam that they buy with it. */
export interface Buyer extends SignedIn {
  readonly exam: Exam;
  /** Buys the exam, each time with the same key; returns the status of the answer. */
  readonly buy: () => Promise<number>;
}

/** Creates buyers of the same exam. */
export async function someBuyers(count: number): Promise<Buyer[]> {
  const { person } = await aStudent();
  const exam = await examThat(person, isOfThreeCredits);
  const pricePerCredit = await creditPrice(person);
  return Promise.all(Array.from({ length: count }, () => aBuyerOf(exam, pricePerCredit)));
}

async function aBuyerOf(exam: Exam, pricePerCredit: number): Promise<Buyer> {
  const student = await aStudent();
  const { ccId } = await savedCard(student.person);
  const { id: examId, credits: numberOfCredits } = exam;
  const order = { examId, ccId, numberOfCredits, amount: numberOfCredits * pricePerCredit };
  const key = randomUUID();
  const buy = async () => (await student.person.ask(submitPaymentAndGetExam, order, key)).status;
  return { ...student, exam, buy };
}
