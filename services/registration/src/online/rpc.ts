import { rpcs } from '@portal/kit/rpc';
import { OnlineServiceDefinition } from '@portal/proto/registration/v1/online';
import { OnlineOfficeServiceDefinition } from '@portal/proto/registration/v1/online_office';
import { bookProctor } from './book-proctor.ts';
import { checkOnlineAccess, checkProgram } from './check-progress.ts';
import { clearAccess, clearCompleted, reopen } from './correct-online.ts';
import { openExam } from './open-exam.ts';
import { reserveProctor } from './reserve-proctor.ts';
import { startExam } from './start-exam.ts';
import { startProgram } from './start-program.ts';
import { takePlatformReport, takeProctoringReport } from './take-partner-report.ts';

export const onlineRpcs = rpcs(OnlineServiceDefinition, {
  // staff come in to be told that only the student can start
  bookProctor: { access: ['student', 'staff'], handle: (request, call) => bookProctor(call, request) },
  reserveProctor: { access: ['student'], handle: (request, call) => reserveProctor(call, request) },
  openExam: { access: ['student', 'staff'], handle: (request, call) => openExam(call, request) },
  // its token says who may
  startExam: { access: ['public'], handle: (request, call) => startExam(call, request) },
  startProgram: { access: ['student', 'staff'], handle: (request, call) => startProgram(call, request) },
  checkOnlineAccess: { access: ['student', 'admin', 'advisor'], handle: (request, call) => checkOnlineAccess(call, request) },
  checkProgram: {
    access: ['student', 'admin', 'advisor'],
    handle: async (request, call) => ({ onlineProgramCompleted: await checkProgram(call, request) }),
  },
  // their signatures say who may
  reportProctoring: {
    access: ['public'],
    async handle(request, call) {
      await takeProctoringReport(call, request);
      return {};
    },
  },
  reportExamPlatform: {
    access: ['public'],
    async handle(request, call) {
      await takePlatformReport(call, request);
      return {};
    },
  },
});

/** What the office corrects. */
export const onlineOfficeRpcs = rpcs(OnlineOfficeServiceDefinition, {
  clearAccess: { access: ['superAdmin', 'tech_support'], handle: (request, call) => clearAccess(call, request) },
  reopen: { access: ['superAdmin'], handle: (request, call) => reopen(call, request) },
  clearCompleted: { access: ['tech_support'], handle: (request, call) => clearCompleted(call, request) },
});
