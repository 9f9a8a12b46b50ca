export type ProctorStatus =
  | 'booked'
  | 'let_in'
  | 'disconnected'
  | 'completed'
  | 'disqualified'
  | 'cancelled';

/** A student's exam at the proctoring service. */
export interface Booking {
  proctorUuid: string;
  /**
   * The portal's own id of it (its registration): booking the same reference again gives the same
   * booking.
   */
  reference: string;
  status: ProctorStatus;
  student: { id: string; firstName: string; lastName: string; email?: string | undefined };
  exam: { code: string; name: string; minutes?: number | undefined };
  startUrl: string;
  bookedAt: string;
  letInAt: string | null;
  endedAt: string | null;
}

/** An exam or a course program that a student was sent to. */
export interface Run {
  runId: string;
  kind: 'exam' | 'program';
  /** The portal's registration id. The same reference and kind is the same run. */
  reference: string;
  contentCode: string;
  title: string;
  student: { id: string; firstName: string; lastName: string };
  /** Granted to this student beside the time of the exam, in minutes. */
  extraMinutes?: number | undefined;
  breakMinutes?: number | undefined;
  status: 'started' | 'completed' | 'cancelled';
  startedAt: string;
  completedAt: string | null;
}
