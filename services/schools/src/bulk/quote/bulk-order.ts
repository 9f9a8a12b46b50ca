/** An order of a school: exams for many students in one of its sessions; money in cents. */
export interface BulkOrder {
  /** A school admin may leave it out. */
  schoolId: number | null;
  sessionId: number;
  sendStudyMaterials: boolean;
  students: OrderedStudent[];
}
export interface OrderedStudent {
  studentId: number;
  /** 1 to 4, in order. */
  examIds: number[];
  ccId: string | null;
  /** The amount that the page showed for this student. */
  amountCents: number | null;
}
