import * as z from 'zod';
import { call } from '../call.ts';
import { day, instant, queryId, time } from '../types.ts';

const AdmissionSlip = z
  .object({
    name: z.string(),
    testSessionId: z.int(),
    placeName: z.string().nullable(),
    placeAddress: z.string().nullable(),
    date: day,
    testSessionTime: time,
    endsAt: instant.describe("The student's own end"),
    subjects: z.array(z.string()),
    code: z.string().describe('What the QR code says: ids and a proof, nothing of the person'),
    calendar: z
      .string()
      .describe('The exams as iCalendar text, the same events as in mails and in the feed'),
    qr: z.string().describe('The QR code as SVG'),
  })
  .meta({ id: 'AdmissionSlip' });
export type AdmissionSlip = z.output<typeof AdmissionSlip>;

/** C-O14 */
export const getAdmissionSlip = call({
  method: 'GET',
  path: '/api/getAdmissionSlip',
  summary: 'The slip by which a student is checked in at the session of an exam',
  description: 'With `format=pdf` a page to print.',
  permission: 'admission_slip.read',
  onStudent: true,
  query: z.object({
    registrationId: queryId,
    format: z.enum(['json', 'pdf'], { error: 'format invalid' }).optional(),
  }),
  answer: AdmissionSlip,
  file: 'application/pdf',
  refuses: { registration_not_found: 404, no_slip: 409 },
});
