import { expect, test } from '@jest/globals';
import { examColumns, priceColumns } from './export-columns.ts';
import { officeExamView, officePriceView } from './office-views.ts';

const exam = officeExamView({
  exam: {
    id: 7,
    subject: 'Algebra',
    vendorId: 1,
    vendorName: 'TAL',
    vendorFullname: 'TAL',
    secularNumber: 'ALG-1',
    alt1: '=1+1',
    alt2: undefined,
    alt3: undefined,
    credits: 3,
    durationMinutes: 90,
    onlineOnly: false,
    paperOnly: true,
    assignments: false,
    allowedResources: undefined,
    contentCode: undefined,
    programContentCode: undefined,
    alternateCourseVersion: undefined,
    phonesystemActive: true,
    requiredExamIds: [3, 5],
    additionalChargeCents: 5_000,
    examProctorCode: undefined,
    active: true,
    studyMaterials: [],
    seminaryTesting: false,
    version: 4,
    courseChangeReserved: false,
    courseCollegeId: undefined,
  },
  inUse: 0,
  lastChange: undefined,
  lastChangeBy: undefined,
});
const price = officePriceView({
  id: 1,
  kind: 'package',
  refId: 12,
  name: '12 credits',
  amountCents: 19_950,
  validFrom: new Date('2026-12-01T05:00:00Z'),
  setBy: 'ann',
  setAt: new Date(0),
  reason: undefined,
  state: 'future',
  offered: true,
});

const cells = <Row>(
  columns: readonly { title: string; cell: (row: Row) => string | number | null }[],
  row: Row,
) => Object.fromEntries(columns.map(({ title, cell }) => [title, cell(row)]));

test('an exported exam matches the format of the import', () => {
  expect(cells(examColumns, exam)).toMatchObject({
    id: 7,
    vendor: 'TAL',
    secularNumber: 'ALG-1',
    alt1: '=1+1',
    alt2: null,
    credits: 3,
    paperOnly: 'Yes',
    onlineOnly: 'No',
    requiredExamIds: '3 5',
    active: 'Yes',
  });
});

test('an exported price is in dollars, from its day in New York', () => {
  expect(cells(priceColumns, price)).toEqual({
    kind: 'package',
    refId: 12,
    name: '12 credits',
    amount: 199.5,
    validFrom: '2026-12-01',
    state: 'future',
    setBy: 'ann',
    reason: null,
  });
});
