import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { blankHandler, checkHandler } from '@portal/kit/personal-data/blank-student';
import { exportHandler } from '@portal/kit/personal-data/export-student';
import { personalTables } from '../../../prisma/personal-tables.ts';
import { blankRows, emailsOf } from './blank-rows.ts';
import { checkBlanking } from './check-blanking.ts';
import { personalRows } from './personal-rows.ts';

export const personalDataRpcs = rpcs(shared.personalData.registration, {
  exportStudent: exportHandler({ tables: personalTables, rows: personalRows }),
  checkBlanking: checkHandler(checkBlanking),
  blankStudent: blankHandler(blankRows, { emailsOf }),
});
