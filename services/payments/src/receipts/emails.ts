import { inNewYork } from '@portal/kit/clock';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { money } from '@portal/kit/money';
import { BANK_ACCOUNT } from '../partners/card-transactions.ts';
import { paidWith } from './paid-with.ts';

const dayOf = (at: Date) => {
  const day = inNewYork(at);
  return `${String(day.month).padStart(2, '0')}/${String(day.day).padStart(2, '0')}/${day.year}`;
};

export interface Paid {
  firstName: string;
  lines: { description: string; amountCents: number }[];
  amountCents: number;
  cardType: string | null;
  cardLast4: string | null;
  capturedAt: Date;
  invoiceNumber: string;
}

/** The receipt of a payment, amounts in cents. */
export function receipt({
  firstName,
  lines,
  amountCents,
  cardType,
  cardLast4,
  capturedAt,
  invoiceNumber,
}: Paid): RenderedEmail {
  return renderEmail({
    title: 'Your payment receipt',
    greeting: `Dear ${firstName},`,
    paragraphs: ['Thank you for your payment.'],
    facts: [
      ['Date', dayOf(capturedAt)],
      ...lines.map((line): [string, string] => [line.description, money(line.amountCents)]),
      ['Total', money(amountCents)],
      ['Paid with', paidWith(cardType, cardLast4)],
      ['Reference', invoiceNumber],
    ],
  });
}

export interface ReturnedCredits {
  firstName: string;
  descriptions: string[];
  amountCents: number;
  cardType: string | null;
  cardLast4: string | null;
}

/** Tells that money went back to the card or bank account that paid. */
export function refundNotice({
  firstName,
  descriptions,
  amountCents,
  cardType,
  cardLast4,
}: ReturnedCredits): RenderedEmail {
  return renderEmail({
    title: 'Your refund',
    greeting: `Dear ${firstName},`,
    paragraphs: [
      `We have refunded ${money(amountCents)} to your ${cardType === BANK_ACCOUNT ? 'bank account' : 'card'}. It may take a few days until your bank shows it.`,
    ],
    facts: [
      ['For', descriptions.join(', ')],
      ['Amount', money(amountCents)],
      ['Refunded to', paidWith(cardType, cardLast4)],
    ],
  });
}

export interface Unpaid {
  studentId: number | null;
  registrationId: number | null;
  descriptions: string[];
  amountCents: number;
  cardType: string | null;
  cardLast4: string | null;
  invoiceNumber: string;
  transactionId: string | null;
  error: string;
}

/**
 * Tells support that the processor would not make a refund. Ids only: the person is found
 * by them in the portal.
 */
export function refundFailedNotice(failed: Unpaid): RenderedEmail {
  const {
    studentId,
    registrationId,
    descriptions,
    amountCents,
    cardType,
    cardLast4,
    invoiceNumber,
    transactionId,
    error,
  } = failed;
  const title = 'A refund could not be made';
  return renderEmail({
    title,
    subject: `${title}: student ${studentId ?? 'unknown'}`,
    paragraphs: [
      'The card processor did not accept a refund. The portal tries it again by itself, at most 15 minutes apart, until it is made; the charge is listed as "refund pending" with the last error until then.',
    ],
    facts: [
      ['Student id', String(studentId ?? '-')],
      ['Registration id', String(registrationId ?? '-')],
      ['For', descriptions.join(', ')],
      ['Amount', money(amountCents)],
      ['Card', paidWith(cardType, cardLast4)],
      ['Reference of the payment', invoiceNumber],
      ['Transaction at the processor', transactionId ?? '-'],
      ['Error', error],
    ],
  });
}

/** Tells a student that the office gave a package. */
export function assignedNotice({
  firstName,
  name,
  credits,
}: {
  firstName: string;
  name: string;
  credits: number;
}): RenderedEmail {
  return renderEmail({
    title: 'Credits were added to your account',
    greeting: `Dear ${firstName},`,
    paragraphs: ['The office has added a package to your account.'],
    facts: [
      ['Package', name],
      ['Credits', String(credits)],
    ],
  });
}
