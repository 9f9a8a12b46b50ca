import { readEnv, serviceEnv } from '@portal/kit/env';
import { localAddressesVariable } from '@portal/kit/webhooks/hosts/local-addresses';
import { z } from 'zod';

const address = z.string().min(1);

export const env = readEnv(
  serviceEnv.extend({
    SMTP_URL: z.string().min(1),
    MAIL_FROM: z.string().default('JSE <portal@jse.test>'),
    PUBLIC_URL: z.url(),
    PAYMENTS_ADDR: address,
    IDENTITY_ADDR: address,
    CATALOG_ADDR: address,
    SCHOOLS_ADDR: address,
    SEMINARY_ADDR: address,
    COOPERSMITH_URL: z.url(),
    PROCTOR_URL: z.url(),
    PROCTOR_SECRET: z.string().min(8),
    EXAM_PLATFORM_URL: z.url(),
    EXAM_PLATFORM_SECRET: z.string().min(8),
    /** Tokens of start links are worked out from it, so that the same link can be given again. */
    START_LINK_SECRET: z.string().min(16),
    /** Webhooks may go to local addresses: for development alone. */
    WEBHOOK_LOCAL_ADDRESSES: localAddressesVariable.optional(),
    /** Keys of admission slips are worked out from it, one a year. */
    SLIP_SECRET: z.string().min(16),
  }),
);
