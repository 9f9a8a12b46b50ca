import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test } from '@jest/globals';
import { asStaff, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import {
  ExamChanged,
  LocationsChanged,
  MaterialsUpdated,
  OfficeListsChanged,
  PackagesChanged,
  PricesChanged,
} from '@portal/proto/catalog/v1/events';
import { saveExam } from './exams/save-exam.ts';
import { saveLocation } from './locations/save-location.ts';
import { updateMaterials } from './materials/update-materials.ts';
import { savePackage } from './packages/save-package.ts';
import { savePrices } from './prices/save-prices.ts';
import { anExam, aPackage } from './testing.ts';
import { saveVendor } from './vendors/save-vendor.ts';

let db: TestDatabase;
const partner = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
beforeAll(async () => {
  db = await freshDatabase('catalog');
  await new Promise<void>((ready) => partner.listen(0, '127.0.0.1', ready));
  setForFile({ TAL_URL: `http://127.0.0.1:${(partner.address() as AddressInfo).port}/tal` });
});
afterAll(async () => {
  partner.close();
  await db.drop();
});

const superAdmin = () => asStaff(db, ['ROLE_SUPER_ADMIN']);
const aLocation = () => ({
  name: `Branch ${randomUUID()}`,
  address: '13 Main Street',
  city: 'Brooklyn',
  phone: null,
  adminOnly: false,
  byAppointment: false,
  seminaryStudyProgramIds: [],
  active: true,
  contactFirstName: null,
  contactLastName: null,
});

test('catalog emits the events that their consumers rely on', async () => {
  await verifyEvents('catalog', {
    'catalog.exam_changed': async () => {
      await saveExam(superAdmin(), { id: 0, exam: anExam() });
      return lastSent(db, ExamChanged);
    },
    'catalog.materials_updated': async () => {
      await updateMaterials(superAdmin());
      return lastSent(db, MaterialsUpdated);
    },
    'catalog.packages_changed': async () => {
      await savePackage(superAdmin(), { id: 0, pack: aPackage() });
      return lastSent(db, PackagesChanged);
    },
    'catalog.prices_changed': async () => {
      await savePrices(superAdmin(), { memberCents: 4200, nonmemberCents: 5200 });
      return lastSent(db, PricesChanged);
    },
    'catalog.locations_changed': async () => {
      await saveLocation(superAdmin(), { id: 0, location: aLocation() });
      return lastSent(db, LocationsChanged);
    },
    'catalog.office_lists_changed': async () => {
      await saveVendor(superAdmin(), { id: 0, name: 'New Vendor', fullname: 'A new vendor' });
      return lastSent(db, OfficeListsChanged);
    },
  });
});
