import { askPartner } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const Taken = z.object({ requestId: z.string().min(1).max(100) });

/** An order of a transcript as the vendor receives it. */
export interface TranscriptOrder {
  /** Our name of the request: the vendor takes one of a name once. */
  reference: string;
  /** The vendor's own id of the student. */
  studentId: string;
  recipient: string;
}

/**
 * Orders a transcript of these courses from TAL, its own and those of CIS; returns TAL's name of
 * the request. The same reference again is the same request. Throws PartnerError.
 */
export async function orderAtTal(order: TranscriptOrder & { examCodes: string[] }) {
  const url = `${process.env.TAL_URL}/transcripts`;
  return askPartner({ partner: 'tal', method: 'POST', url, body: order, answer: Taken });
}

/** As `orderAtTal`; Coopersmith takes no list and sends all that it has. Throws PartnerError. */
export async function orderAtCoopersmith({ reference, studentId, recipient }: TranscriptOrder) {
  const url = `${process.env.COOPERSMITH_URL}/transcripts`;
  const body = { reference, studentId, recipient };
  return askPartner({ partner: 'coopersmith', method: 'POST', url, body, answer: Taken });
}
