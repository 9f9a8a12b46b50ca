import { rpcs } from '@portal/kit/grpc/rpc';
import { OnlineServiceDefinition } from '@portal/proto/registration/v1/online';
import { OnlineOfficeServiceDefinition } from '@portal/proto/registration/v1/online_office';
import { withActions } from '../../office/actions/with-actions.ts';
import { clearAccess, clearCompleted, reopen } from '../online-office/correct-online.ts';
import { bookProctor } from './proctoring/book-proctor.ts';
import { reserveProctor } from './proctoring/reserve-proctor.ts';
import { checkOnlineAccess, checkProgram } from './reports/check-progress.ts';
import { takePlatformReport, takeProctoringReport } from './reports/take-partner-report.ts';
import { openExam } from './starting/open-exam.ts';
import { startExam } from './starting/start-exam.ts';
import { startProgram } from './starting/start-program.ts';

export const onlineRpcs = rpcs(OnlineServiceDefinition, {
  // staff are allowed in, to get the refusal that only the student can start
  bookProctor: {
    handle: async (request, call) => withActions(call, await bookProctor(call, request)),
  },
  reserveProctor: {
    handle: async (request, call) => withActions(call, await reserveProctor(call, request)),
  },
  openExam: { handle: async (request, call) => withActions(call, await openExam(call, request)) },
  // authorized by its token
  startExam: { handle: (request, call) => startExam(call, request) },
  startProgram: {
    handle: async (request, call) => withActions(call, await startProgram(call, request)),
  },
  checkOnlineAccess: { handle: (request, call) => checkOnlineAccess(call, request) },
  checkProgram: {
    handle: async (request, call) => ({
      onlineProgramCompleted: await checkProgram(call, request),
    }),
  },
  // authorized by their signatures
  reportProctoring: {
    async handle(request, call) {
      await takeProctoringReport(call, request);
      return {};
    },
  },
  reportExamPlatform: {
    async handle(request, call) {
      await takePlatformReport(call, request);
      return {};
    },
  },
});

/** Corrections by the office. */
export const onlineOfficeRpcs = rpcs(OnlineOfficeServiceDefinition, {
  clearAccess: { handle: (request, call) => clearAccess(call, request) },
  reopen: { handle: (request, call) => reopen(call, request) },
  clearCompleted: { handle: (request, call) => clearCompleted(call, request) },
});
