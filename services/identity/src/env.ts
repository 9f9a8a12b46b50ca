import { readEnv, serviceEnv } from '@portal/kit/env';
import { localAddressesVariable } from '@portal/kit/webhooks/hosts/local-addresses';
import { z } from 'zod';

export const env = readEnv(
  serviceEnv.extend({
    SMTP_URL: z.string().min(1),
    MAIL_FROM: z.string().default('JSE <portal@jse.test>'),
    PUBLIC_URL: z.url(),
    SCHOOLS_ADDR: z.string().min(1),
    REGISTRATION_ADDR: z.string().min(1),
    PAYMENTS_ADDR: z.string().min(1),
    SEMINARY_ADDR: z.string().min(1),
    TRANSCRIPTS_ADDR: z.string().min(1),
    RECAPTCHA_VERIFY_URL: z.url(),
    RECAPTCHA_SECRET: z.string().min(1),
    /** Keys of proofs and of keyed hashes are derived from it; identity alone has it. */
    IDENTITY_SECRET: z.string().min(16),
    /** Encrypts the secrets of webhooks; several with blanks between them while it is replaced. */
    WEBHOOKS_SECRET: z.string().min(16),
    /** Webhooks may go to local addresses: for development alone. */
    WEBHOOK_LOCAL_ADDRESSES: localAddressesVariable.optional(),
    /** Encrypts the secrets of second factors; two with a blank between them, the new one first,
     * while it is replaced. */
    FACTOR_SECRET: z.string().min(16),
  }),
);
