/** A student in the records of Coopersmith. */
export interface CccStudent {
  studentId: string;
  reference: string;
  firstName: string;
  lastName: string;
  email: string;
}

export interface Assignment {
  studentAssignmentId: number;
  name: string;
  description: string;
  uploaded: boolean;
  uploadedAt: string | null;
  /** A graded assignment takes no other file. */
  graded: boolean;
  score: number | null;
  /** Stored facts of the file that was handed in. */
  file: { name: string; bytes: number; sha256: string } | null;
}

export const courseResults = ['Pass', 'Fail', 'Disqualified', 'Pending'] as const;

/** A student's course at Coopersmith. */
export interface Enrolment {
  enrolmentId: string;
  reference: string;
  studentId: string;
  courseCode: string;
  subject: string;
  credits: number;
  enrolledAt: string;
  examTakenOn: string | null;
  result: (typeof courseResults)[number];
  score: number | null;
  assignments: Assignment[];
}
