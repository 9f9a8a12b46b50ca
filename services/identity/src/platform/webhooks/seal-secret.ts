import { sealing } from '@portal/kit/secrets/sealing';

const webhooks = sealing({
  setting: 'WEBHOOKS_SECRET',
  label: 'identity webhooks',
  what: 'a webhook',
});

/** Encrypts the secret of an address. */
export const sealSecret = (secret: string): Buffer => webhooks.seal(Buffer.from(secret));

/** Opens a sealed secret. Throws when its key is missing, or it was changed. */
export const openSecret = (sealed: Buffer): string => webhooks.open(sealed).toString();
