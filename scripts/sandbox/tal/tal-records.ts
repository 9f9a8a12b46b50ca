/** A student in the records of TAL. */
export interface TalStudent {
  studentId: string;
  reference: string;
  firstName: string;
  lastName: string;
  dob: string;
  last4ssn: string;
}

/** An exam that arrived at TAL. */
export interface TalResult {
  resultId: string;
  studentId: string;
  examCode: string;
  subject: string;
  credits: number;
  takenOn: string;
  online: boolean;
  /** 1 TAL, 4 CIS: both reach TAL. */
  vendor: 'TAL' | 'CIS';
  result: 'Pass' | 'Fail' | 'Disqualified' | 'Pending';
  score: number | null;
  reference: string;
  /** Seminary papers are held back until they are redeemed (true) or discarded (false). */
  released: boolean | null;
  /** Stored facts of the scan of a seminary paper. */
  paper?: { name: string; bytes: number; sha256: string };
}
