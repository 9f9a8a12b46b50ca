import type { CardState } from './card-state.ts';

/** A line of `GET /__cards/customers`: what can be charged again, by ids alone. */
export interface SavedLine {
  account: string;
  /** The merchant's id of the customer. */
  customer: string;
  customerProfileId: string;
  /** Ids of saved cards and bank accounts. */
  saved: string[];
}

/** Every customer of a merchant account, in the order in which they were made. */
export const savedCustomers = ({ customers }: CardState, account: string): SavedLine[] =>
  [...customers.values()].map(({ id, merchantCustomerId, paymentProfiles }) => ({
    account,
    customer: merchantCustomerId,
    customerProfileId: id,
    saved: paymentProfiles.map((profile) => profile.id),
  }));
