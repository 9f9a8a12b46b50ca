import { inNewYork } from '@portal/kit/clock';
import { isolatedIn, type Language, textsIn } from '@portal/kit/email/language';
import { type RenderedEmail, renderEmail } from '@portal/kit/email/render-email';
import { money } from '@portal/kit/money';
import { BANK_ACCOUNT } from '../partners/card-transactions.ts';
import { paidWith } from './paid-with.ts';

/** The recipient. */
export interface MailReader {
  firstName: string;
  language: Language;
}

const dayOf = (at: Date) => {
  const day = inNewYork(at);
  return `${String(day.month).padStart(2, '0')}/${String(day.day).padStart(2, '0')}/${day.year}`;
};

export interface Paid extends MailReader {
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
  language,
  lines,
  amountCents,
  cardType,
  cardLast4,
  capturedAt,
  invoiceNumber,
}: Paid): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('Your payment receipt'),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('Thank you for your payment.')],
      facts: [
        [i18n._('Date'), dayOf(capturedAt)],
        ...lines.map((line): [string, string] => [line.description, money(line.amountCents)]),
        [i18n._('Total'), money(amountCents)],
        [i18n._('Paid with'), paidWith(cardType, cardLast4, language)],
        [i18n._('Reference'), invoiceNumber],
      ],
    },
    language,
  );
}

export interface ReturnedCredits extends MailReader {
  descriptions: string[];
  amountCents: number;
  cardType: string | null;
  cardLast4: string | null;
}

/** Tells that money went back to the card or bank account that paid. */
export function refundNotice({
  firstName,
  language,
  descriptions,
  amountCents,
  cardType,
  cardLast4,
}: ReturnedCredits): RenderedEmail {
  const i18n = textsIn(language);
  const amount = money(amountCents);
  return renderEmail(
    {
      title: i18n._('Your refund'),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [
        cardType === BANK_ACCOUNT
          ? i18n._(
              'We have refunded {amount} to your bank account. It may take a few days until ' +
                'your bank shows it.',
              { amount },
            )
          : i18n._(
              'We have refunded {amount} to your card. It may take a few days until your bank ' +
                'shows it.',
              { amount },
            ),
      ],
      facts: [
        [i18n._('For'), descriptions.map((one) => isolatedIn(language, one)).join(', ')],
        [i18n._('Amount'), amount],
        [i18n._('Refunded to'), paidWith(cardType, cardLast4, language)],
      ],
    },
    language,
  );
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
      'The card processor did not accept a refund. The portal tries it again by itself, at most ' +
        '15 minutes apart, until it is made; the charge is listed as "refund pending" with the ' +
        'last error until then.',
    ],
    facts: [
      ['Student id', String(studentId ?? '-')],
      ['Registration id', String(registrationId ?? '-')],
      ['For', descriptions.join(', ')],
      ['Amount', money(amountCents)],
      ['Card', paidWith(cardType, cardLast4, 'en')],
      ['Reference of the payment', invoiceNumber],
      ['Transaction at the processor', transactionId ?? '-'],
      ['Error', error],
    ],
  });
}

/** Tells a student that the office gave a package. */
export function assignedNotice({
  firstName,
  language,
  name,
  credits,
}: MailReader & { name: string; credits: number }): RenderedEmail {
  const i18n = textsIn(language);
  return renderEmail(
    {
      title: i18n._('Credits were added to your account'),
      greeting: i18n._('Dear {firstName},', { firstName }),
      paragraphs: [i18n._('The office has added a package to your account.')],
      facts: [
        [i18n._('Package'), name],
        [i18n._('Credits'), String(credits)],
      ],
    },
    language,
  );
}
