/** The office as every visitor sees it; signed-in people get the list of all branches from the server. */
export const office = {
  name: 'Main office',
  address: '1602 Avenue J',
  city: 'Brooklyn, NY',
  phone: '(718) 555-0142',
} as const;

/** */
export const officeHours = 'Monday to Thursday 9:00 AM to 2:00 PM';

/** The address of a phone number for `href`. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
