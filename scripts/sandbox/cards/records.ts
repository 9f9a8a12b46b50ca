/** A name and address as the processor keeps it. */
export interface BillTo {
  firstName?: string | undefined;
  lastName?: string | undefined;
  company?: string | undefined;
  address?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  zip?: string | undefined;
  country?: string | undefined;
  phoneNumber?: string | undefined;
}

/**
 * A card or bank account without its number: type, last four digits and a hash that only this
 * sandbox can make.
 */
export interface Account {
  hash: string;
  /** Visa, MasterCard, AmericanExpress, Discover, JCB, DinersClub or eCheck. */
  type: string;
  lastFour: string;
  /** YYYY-MM; none for a bank account. */
  expiry: string | null;
  bank: {
    accountType: string;
    routingLastFour: string;
    nameOnAccount: string;
    echeckType: string;
    bankName: string;
  } | null;
}

/** Opaque data given to a browser: usable once, for 15 minutes. */
export interface Token {
  value: string;
  at: number;
  account: Account;
  zip: string;
  fullName: string;
  /** The processor's result for the security code; the code itself is never stored. */
  cvv: string;
}

export interface PaymentProfile {
  id: string;
  account: Account;
  billTo: BillTo;
  customerType: string | null;
  isDefault: boolean;
}

export interface CustomerProfile {
  id: string;
  merchantCustomerId: string;
  description: string;
  email: string;
  paymentProfiles: PaymentProfile[];
}

export type TransactionStatus =
  | 'authorizedPendingCapture'
  | 'authorizedPendingRelease'
  | 'capturedPendingSettlement'
  | 'settledSuccessfully'
  | 'refundPendingSettlement'
  | 'refundSettledSuccessfully'
  | 'voided'
  | 'declined'
  | 'returnedItem'
  | 'settlementError';

/** One line item of a charge. */
export interface LineItem {
  itemId: string;
  name: string;
  description?: string | undefined;
  quantity: string;
  unitPrice: string;
}

/** One charge, authorization or refund. Amounts in cents, times in milliseconds. */
export interface Transaction {
  id: string;
  kind: 'authCapture' | 'authOnly' | 'refund';
  status: TransactionStatus;
  cents: number;
  /** Requested amount of a charge that was approved only in part. */
  requestedCents?: number | undefined;
  at: number;
  reason: number;
  authCode: string;
  avs: string;
  cvv: string;
  account: Account;
  invoiceNumber: string;
  description: string;
  customerId: string;
  customerEmail: string;
  customerIp: string;
  profileId: string | null;
  paymentProfileId: string | null;
  billTo: BillTo;
  /** Its line items; absent in files of earlier versions. */
  lineItems?: LineItem[];
  /** The charge that a refund gives back. */
  refTransId: string | null;
  /** Refunded amount of this charge so far, without voided refunds. */
  refundedCents: number;
  batchId: string | null;
}

export interface Batch {
  id: string;
  at: number;
  transactionIds: string[];
}

/** A line of the card journal file. Applied in order, they make the state. */
export type CardEntry =
  | { t: 'token'; v: Token }
  | { t: 'spend'; value: string }
  | { t: 'transaction'; v: Transaction }
  | { t: 'void'; id: string; at: number }
  | { t: 'capture'; id: string; cents: number; at: number }
  | { t: 'batch'; v: Batch }
  | { t: 'change'; id: string; cents: number; status: TransactionStatus }
  | { t: 'customer'; v: CustomerProfile }
  | { t: 'customer-gone'; id: string };

/** One line of `GET /__cards/transactions`. */
export interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: 'captured' | 'declined' | 'voided' | 'refunded';
  /** Dollars. */
  amount: number;
  invoiceNumber: string;
  customer: string;
  at: string;
}
