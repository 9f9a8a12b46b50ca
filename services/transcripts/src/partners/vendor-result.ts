/** A vendor's result of one exam of a student. Days are YYYY-MM-DD. */
export interface VendorResult {
  /** 1 TAL, 3 Coopersmith, 4 CIS */
  vendorId: 1 | 3 | 4;
  /** The vendor's own name of it. */
  reference: string;
  /** The portal's reference of it at the vendor, e.g. registration-12; null: none. */
  ownReference: string | null;
  examCode: string;
  subject: string;
  credits: number | null;
  takenOn: string | null;
  isOnline: boolean;
  result: 'Pass' | 'Fail' | 'Disqualified' | 'Pending' | 'N/A';
  score: string | null;
}
