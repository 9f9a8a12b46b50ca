/** The office as every visitor sees it, and as receipts name it. */
export const office = {
  name: 'Main office',
  address: '1602 Avenue J',
  city: 'Brooklyn, NY',
  phone: '(718) 555-0142',
} as const;
