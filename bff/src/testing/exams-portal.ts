import { aPortal, type FakeServices } from './portal.ts';
import { anExam, catalogOf } from './records.ts';

/** The exam list of a student without registrations. */
export const none = {
  registrations: [],
  notEligibleExamIds: [],
  memberWithoutExam2Years: false,
  register: { name: 'register', allowed: true },
  refusedExams: [],
};
/** A portal of two exams, of which the second costs this student a smaller proctor fee. */
export const withServices = (
  registrations: FakeServices[string][string],
  exams = [anExam(), anExam({ id: 102, subject: 'Chemistry' })],
) =>
  aPortal({
    services: {
      catalog: catalogOf({ exams }),
      registration: { registrations: { listRegistrations: () => none, ...registrations } },
      payments: {
        credits: {
          listExamOffers: () => ({
            offers: [
              {
                examId: 102,
                proctorFeeCents: 500,
                noAdditionalFees: false,
                freeSeminaryRetake: false,
              },
            ],
          }),
        },
      },
    },
  });
