/** A saved card of `getPaymentMethods`, for tests. */
export const visa = {
  ccId: 'p1',
  cardtype: 'Visa',
  cc4digits: '1111',
  ccName: 'Dana Levy',
  ccExpMonth: 8,
  ccExpYear: 2099,
  expired: false,
};

/** A package of credits on sale to all students, for tests. */
export const twelve = {
  id: 2,
  number_of_credits: 12,
  purchase_price: 444,
  is_default: true,
  display_name: 'Package of 12',
  description: 'For a full semester',
  proctor_fee_price: 0,
  no_additional_fees: false,
  exams_allowed: [],
  vendors_allowed: null,
  free_retake_credits: 0,
};
