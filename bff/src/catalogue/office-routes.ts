import type { CallChecked } from '@portal/contract/call';
import * as catalogue from '@portal/contract/catalogue/office-catalogue';
import * as exams from '@portal/contract/catalogue/office-exam';
import { saveMaterial } from '@portal/contract/catalogue/office-material';
import * as packages from '@portal/contract/catalogue/office-package';
import * as places from '@portal/contract/catalogue/office-places';
import * as prices from '@portal/contract/catalogue/office-price';
import { dayInNewYork } from '@portal/kit/clock';
import type { CallOptions } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { AppContext } from '../app-context.ts';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { type SheetColumn, XLSX_TYPE, xlsxOf } from '../http/files/write-xlsx.ts';
import { route } from '../http/route.ts';
import { bringingCurrent } from './bringing-current.ts';
import { examColumns, priceColumns } from './export-columns.ts';
import {
  officeExamView,
  officeLocationView,
  officeMaterialView,
  officePackageView,
  officePriceView,
  officeVendorView,
} from './office-views.ts';

const examNow = async (id: number, by: CallOptions, { catalog }: AppContext) =>
  officeExamView(
    (await catalog.officeExams.listOfficeExams({ retired: true, ids: [id] }, by)).exams[0],
  );

const packageNow = async (id: number, by: CallOptions, { catalog }: AppContext) =>
  officePackageView(
    (await catalog.officePackages.listOfficePackages({ retired: true, ids: [id] }, by)).packages[0],
    by.actor,
  );

const locationNow = async (id: number, by: CallOptions, { catalog }: AppContext) =>
  officeLocationView(
    (await catalog.officeLocations.listOfficeLocations({ retired: true, ids: [id] }, by))
      .locations[0],
  );

const materialNow = async (id: number, by: CallOptions, { catalog }: AppContext) =>
  officeMaterialView(
    (await catalog.officeMaterials.listOfficeMaterials({ retired: true, ids: [id] }, by))
      .materials[0],
  );

export const officeCatalogueRoutes = [
  route(catalogue.getCatalogue, async ({ input, by }, { catalog }) => {
    const { part, retired = false, search, format } = input;
    const request = { retired, search };
    switch (part) {
      case 'packages': {
        const { packages } = await catalog.officePackages.listOfficePackages(request, by);
        return { part, items: packages.map((one) => officePackageView(one, by.actor)) };
      }
      case 'prices': {
        const { prices } = await catalog.officePrices.listPrices(request, by);
        const items = prices.map(officePriceView);
        return format === 'xlsx' ? fileOf('Prices', priceColumns, items) : { part, items };
      }
      case 'vendors': {
        const { vendors } = await catalog.vendors.listVendors(request, by);
        return { part, items: vendors.map(officeVendorView) };
      }
      case 'locations': {
        const { locations } = await catalog.officeLocations.listOfficeLocations(request, by);
        return { part, items: locations.map(officeLocationView) };
      }
      case 'materials': {
        const { materials } = await catalog.officeMaterials.listOfficeMaterials(request, by);
        return { part, items: materials.map(officeMaterialView) };
      }
      default: {
        const { exams: listed } = await catalog.officeExams.listOfficeExams(request, by);
        const items = listed.map(officeExamView);
        return format === 'xlsx'
          ? fileOf('Exams', examColumns, items)
          : { part: 'exams' as const, items };
      }
    }
  }),

  route(exams.saveExam, ({ input, by }, context) => {
    const { id = 0, version = 0, ...exam } = input;
    return bringingCurrent(
      async () => {
        const saved = await context.catalog.officeExams.saveOfficeExam({ id, version, exam }, by);
        return { item: officeExamView(saved.exam) };
      },
      () => examNow(id, by, context),
    );
  }),

  route(packages.savePackage, ({ input, by }, context) => {
    const { id = 0, version = 0 } = input;
    return bringingCurrent(
      async () => {
        const saved = await context.catalog.officePackages.saveOfficePackage(
          { id, version, package: packageOf(input) },
          by,
        );
        return { item: officePackageView(saved.package, by.actor) };
      },
      () => packageNow(id, by, context),
    );
  }),

  route(prices.setPrice, async ({ input, by }, { catalog }) => {
    const { kind = 'credit_member', refId, amount = 0, validFrom, withdraw, reason = '' } = input;
    const answer =
      withdraw === undefined
        ? await catalog.officePrices.setPrice(
            {
              kind,
              refId,
              reason,
              amountCents: toCents(amount),
              ...(validFrom === 'now' ? {} : { validFrom }),
            },
            by,
          )
        : await catalog.officePrices.withdrawPrice({ priceId: withdraw }, by);
    return { prices: answer.prices.map(officePriceView) };
  }),

  route(places.saveVendor, async ({ input, by }, { catalog }) => {
    const { vendor } = await catalog.vendors.saveVendor({ id: 0, ...input }, by);
    return { item: officeVendorView(vendor) };
  }),

  route(places.saveLocation, ({ input, by }, context) => {
    const { id = 0, version = 0, israel, closesAt = '23:00', rooms, ...location } = input;
    return bringingCurrent(
      async () => {
        const saved = await context.catalog.officeLocations.saveOfficeLocation(
          {
            id,
            version,
            location,
            israel,
            closesAt,
            rooms: rooms.map((room) => ({ id: 0, ...room })),
          },
          by,
        );
        return { item: officeLocationView(saved.location) };
      },
      () => locationNow(id, by, context),
    );
  }),

  route(saveMaterial, async ({ input, file, by }, { catalog }) => {
    const { material } = await catalog.officeMaterials.saveMaterial(
      {
        id: 0,
        ...input,
        ...(file ? { file: { name: file.name, content: file.content } } : {}),
      },
      by,
    );
    return { item: officeMaterialView(material) };
  }),

  route(catalogue.retireFromCatalogue, ({ input, by }, context) => {
    const { part, id, version, active } = input;
    const wanted = { id, version, active };
    const { officeExams, officePackages, officeLocations, officeMaterials, vendors } =
      context.catalog;
    switch (part) {
      case 'packages':
        return bringingCurrent(
          async () => {
            const retired = await officePackages.retirePackage(wanted, by);
            return { part, item: officePackageView(retired.package, by.actor) };
          },
          () => packageNow(id, by, context),
        );
      case 'vendors':
        return bringingCurrent(
          async () => {
            const { vendor } = await vendors.retireVendor(wanted, by);
            return { part, item: officeVendorView(vendor) };
          },
          async () => {
            const { vendors: all } = await vendors.listVendors({ retired: true }, by);
            return officeVendorView(all.find((vendor) => vendor.id === id));
          },
        );
      case 'locations':
        return bringingCurrent(
          async () => {
            const { location } = await officeLocations.retireLocation(wanted, by);
            return { part, item: officeLocationView(location) };
          },
          () => locationNow(id, by, context),
        );
      case 'materials':
        return bringingCurrent(
          async () => {
            const { material } = await officeMaterials.retireMaterial(wanted, by);
            return { part, item: officeMaterialView(material) };
          },
          () => materialNow(id, by, context),
        );
      default:
        return bringingCurrent(
          async () => {
            const { exam } = await officeExams.retireExam(wanted, by);
            return { part: 'exams' as const, item: officeExamView(exam) };
          },
          () => examNow(id, by, context),
        );
    }
  }),
];

/** Returns a workbook named like `Exams 2026-11-25.xlsx`, with today's date in New York. */
function fileOf<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]) {
  async function* pages() {
    yield rows;
  }
  const file = xlsxOf(name, columns, pages());
  return new Streamed(XLSX_TYPE, file, savedAs(`${name} ${dayInNewYork(steadyNow())}.xlsx`));
}

const toCents = (dollars: number): number => Math.round(dollars * 100);

/** A package as it is to be, by the names of the services. */
const packageOf = (sent: CallChecked<typeof packages.savePackage>) => ({
  numberOfCredits: sent.number_of_credits,
  purchasePriceCents: toCents(sent.purchasePrice ?? 0),
  proctorFeeCents: toCents(sent.proctorFeePrice ?? 0),
  isDefault: sent.is_default,
  displayName: sent.display_name,
  description: sent.description,
  internalComment: sent.internal_comment,
  noAdditionalFees: sent.no_additional_fees,
  isSpecialProgram: sent.is_special_program,
  seminaryStudyTtiProgramId: sent.seminary_study_tti_program_id,
  year: sent.year,
  examsAllowed: sent.exams_allowed,
  vendorsAllowed: sent.vendors_allowed,
  adminOnly: sent.admin_only,
});
