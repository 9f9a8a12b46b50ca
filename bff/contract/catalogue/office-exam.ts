import * as z from 'zod';
import { call } from '../call.ts';
import { count, dollars, id, instant, orNull, text } from '../types.ts';
import { namesWhatWasSeen, wrongTogether } from './as-seen.ts';

const maybe = z.string().nullable();

/** The fields that the office sees of each thing in the catalogue beside its own fields. */
export const kept = {
  active: z.boolean().describe('It is offered'),
  version: count.describe('Rises with each change; a change names the one that was seen'),
  inUse: count,
  lastChangeBy: maybe,
  lastChange: orNull(instant),
};

/** An exam as the office keeps it. */
export const OfficeExam = z
  .object({
    id: z.int(),
    subject: z.string(),
    vendorId: z.int(),
    vendor_name: z.string(),
    secularNumber: z.string(),
    alt1: maybe,
    alt2: maybe,
    alt3: maybe,
    credits: count,
    durationMinutes: count,
    onlineOnly: z.boolean(),
    paperOnly: z.boolean(),
    assignments: z.boolean(),
    allowedResources: maybe,
    contentCode: maybe,
    programContentCode: maybe,
    examProctorCode: maybe,
    alternateCourseVersion: z.int().nullable().describe('The exam that this is the course of'),
    phonesystemActive: z.boolean().describe('Offered for self-service'),
    requiredExamIds: z.array(z.int()).describe('One of these must be passed first'),
    seminaryTesting: z.boolean(),
    additionalCharge: dollars.describe('In force now'),
    ...kept,
    inUse: count.describe('Open registrations'),
  })
  .meta({ id: 'OfficeExam' });
export type OfficeExam = z.output<typeof OfficeExam>;

const whole = (least: number, most: number, error: string) =>
  z.int({ error }).min(least, error).max(most, error);

/** C-O23 */
export const saveExam = call({
  method: 'POST',
  path: '/api/office/saveExam',
  keyed: true,
  summary: 'Adds an exam, or changes one from the version that was seen',
  description:
    'What is left out is empty afterwards. Price, materials and whether it is offered have ' +
    'calls of their own. `changed` brings the exam as it is now. ' +
    'Credits, minutes and vendor stay while registrations are open.',
  permission: 'office_catalog.edit',
  body: z
    .object({
      id: id.optional().describe('Left out: a new exam'),
      version: count.max(Number.MAX_SAFE_INTEGER).optional().describe('Of the exam as it was seen'),
      subject: text(120, 'Subject invalid'),
      vendorId: id,
      secularNumber: text(30, 'Exam code invalid'),
      alt1: text(60).optional(),
      alt2: text(60).optional(),
      alt3: text(60).optional(),
      credits: whole(0, 12, 'Credits must be 0 to 12.'),
      durationMinutes: whole(5, 210, 'Minutes must be 5 to 210.'),
      onlineOnly: z.boolean(),
      paperOnly: z.boolean(),
      assignments: z.boolean(),
      allowedResources: text(500).optional(),
      contentCode: text(60).optional(),
      programContentCode: text(60).optional(),
      examProctorCode: text(60).optional(),
      alternateCourseVersion: id.optional(),
      phonesystemActive: z.boolean(),
      requiredExamIds: z.array(id).max(10, 'An exam requires one of at most 10 others.'),
      seminaryTesting: z.boolean(),
    })
    .superRefine((exam, context) => {
      namesWhatWasSeen(exam, context);
      const { onlineOnly, paperOnly, contentCode } = exam;
      const wrong = wrongTogether(context);
      wrong(
        onlineOnly && paperOnly,
        ['paperOnly', 'onlineOnly'],
        'An exam cannot be both online only and paper only.',
      );
      wrong(
        paperOnly && contentCode !== undefined,
        ['contentCode', 'paperOnly'],
        'An exam on paper only has no online content.',
      );
      wrong(
        onlineOnly && contentCode === undefined,
        ['onlineOnly', 'contentCode'],
        'An exam that is online only needs its online content.',
      );
    }),
  answer: z.object({ item: OfficeExam }),
  refuses: { exam_not_found: 404, changed: 409, code_taken: 409, credits_in_use: 409 },
});
