import { runService } from '@portal/kit/service';
import { activityRpcs } from './activity/rpc.ts';
import { env } from './env.ts';
import { examRpcs } from './exams/rpc.ts';
import { finderRpcs } from './finder/rpc.ts';
import { catalogueImportRpcs } from './importing/rpc.ts';
import { locationRpcs } from './locations/rpc.ts';
import { materialRpcs } from './materials/rpc.ts';
import { officeExamRpcs } from './office-exams/rpc.ts';
import { officeLocationRpcs } from './office-locations/rpc.ts';
import { officeMaterialRpcs } from './office-materials/rpc.ts';
import { officePackageRpcs } from './office-packages/rpc.ts';
import { packageRpcs } from './packages/rpc.ts';
import { beginPricesJob } from './prices/begin-prices.ts';
import { officePriceRpcs } from './prices/rpc.ts';
import { vendorRpcs } from './vendors/rpc.ts';
import { waitingRpcs } from './waiting/rpc.ts';

await runService({
  name: 'catalog',
  env,
  rpcs: [
    activityRpcs,
    examRpcs,
    officeExamRpcs,
    materialRpcs,
    officeMaterialRpcs,
    packageRpcs,
    officePackageRpcs,
    officePriceRpcs,
    locationRpcs,
    officeLocationRpcs,
    vendorRpcs,
    catalogueImportRpcs,
    waitingRpcs,
    finderRpcs,
  ],
  jobs: (db) => [beginPricesJob(db)],
});
