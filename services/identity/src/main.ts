import { runService } from '@portal/kit/service';
import { sendResetsJob } from './accounts/passwords/send-resets.ts';
import { accountRpcs } from './accounts/rpc.ts';
import { activityRpcs } from './activity/rpc.ts';
import { blankDueJob } from './blanking/blank-due.ts';
import { blankProcess } from './blanking/blank-process.ts';
import { collegeRpcs } from './colleges/rpc.ts';
import { exportProcess } from './data-requests/export-process.ts';
import { forgetDataJob } from './data-requests/forget-data.ts';
import { dataRequestRpcs } from './data-requests/rpc.ts';
import { env } from './env.ts';
import { studentFileRpcs } from './files/rpc.ts';
import { finderRpcs } from './finder/rpc.ts';
import { forgetJob } from './forget.ts';
import { studentImportRpcs } from './import-runs/rpc.ts';
import { importProcess } from './import-runs/run-import.ts';
import { undoProcess } from './import-runs/undo-import.ts';
import { forgetImportsJob } from './imports/forget-imports.ts';
import { mailInviteSecretsJob } from './invites/mail-secrets.ts';
import { inviteRpcs } from './invites/rpc.ts';
import { partnerIdRpcs } from './partner-ids/rpc.ts';
import { savedFilterRpcs } from './saved-filters/rpc.ts';
import { resealJob } from './second-factor/reseal.ts';
import { securityRpcs } from './second-factor/rpc.ts';
import { settingsRpcs } from './settings/rpc.ts';
import { staffRpcs } from './staff/rpc.ts';
import { findSubject } from './students/records/find-subject.ts';
import { studentRpcs } from './students/rpc.ts';
import { studyMemberRpcs } from './study/rpc.ts';
import { vendorRpcs } from './vendors/rpc.ts';
import { waitingRpcs } from './waiting/rpc.ts';
import { webhookRpcs } from './webhooks/rpc.ts';

await runService({
  name: 'identity',
  env,
  rpcs: [
    accountRpcs,
    staffRpcs,
    settingsRpcs,
    securityRpcs,
    studentRpcs,
    studentFileRpcs,
    studentImportRpcs,
    collegeRpcs,
    inviteRpcs,
    partnerIdRpcs,
    vendorRpcs,
    studyMemberRpcs,
    activityRpcs,
    dataRequestRpcs,
    webhookRpcs,
    waitingRpcs,
    finderRpcs,
    savedFilterRpcs,
  ],
  findSubject,
  processes: [importProcess, undoProcess, exportProcess, blankProcess],
  jobs: (db) => [
    sendResetsJob(db),
    forgetJob(db),
    forgetImportsJob(db),
    forgetDataJob(db),
    blankDueJob(db),
    mailInviteSecretsJob(db),
    resealJob(db),
  ],
});
