import { readEnv, serviceEnv } from '@portal/kit/env';
import { localAddressesVariable } from '@portal/kit/webhooks/hosts/local-addresses';
import { z } from 'zod';

const address = z.string().min(1);

/** Variables of payments: its own, the services that it calls, email and the card processor. */
export const env = readEnv(
  serviceEnv.extend({
    IDENTITY_ADDR: address,
    CATALOG_ADDR: address,
    REGISTRATION_ADDR: address,
    SCHOOLS_ADDR: address,
    SEMINARY_ADDR: address,
    /** Links in mails begin with it. */
    PUBLIC_URL: z.url(),
    SMTP_URL: z.string().min(1),
    MAIL_FROM: z.string().min(1).default('JSE <portal@jse.test>'),
    /** The email address of the staff who handle refused refunds. */
    SUPPORT_MAIL: z.email().default('support@jse.test'),
    CARDS_URL: z.url(),
    CARDS_LOGIN_ID: z.string().min(1),
    CARDS_TRANSACTION_KEY: z.string().min(1),
    /** The second merchant account, for seminary study; without it nothing can be paid there. */
    CARDS_TTINJ_LOGIN_ID: z.string().optional(),
    CARDS_TTINJ_TRANSACTION_KEY: z.string().optional(),
    /** Which of the accounts TTI and TTINJ take bank accounts. */
    CARDS_ACH_ACCOUNTS: z.string().optional(),
    CARDS_TIMEOUT_MS: z.coerce.number().int().min(100).max(20_000).default(10_000),
    /** Webhooks may go to local addresses: for development alone. */
    WEBHOOK_LOCAL_ADDRESSES: localAddressesVariable.optional(),
  }),
);
