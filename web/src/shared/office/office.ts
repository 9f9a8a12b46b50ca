import { t } from '@lingui/core/macro';

/** The signed-in get the list of all branches from the server. */
export { office } from '@portal/contract/office';

/** */
export const officeHours = t`Monday to Thursday 9:00 AM to 2:00 PM`;

/** The address of a phone number for `href`. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
