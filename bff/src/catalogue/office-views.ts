import type { Account } from '@portal/access/can';
import { seesPackageComment } from '@portal/access/package-comment';
import type { OfficeExam } from '@portal/contract/catalogue/office-exam';
import type { OfficeMaterial } from '@portal/contract/catalogue/office-material';
import type { OfficePackage } from '@portal/contract/catalogue/office-package';
import type { OfficeLocation, OfficeVendor } from '@portal/contract/catalogue/office-places';
import type { OfficePrice } from '@portal/contract/catalogue/office-price';
import type { OfficeExam as WireExam } from '@portal/proto/catalog/v1/office_exams';
import type { OfficeLocation as WireLocation } from '@portal/proto/catalog/v1/office_locations';
import type { OfficeMaterial as WireMaterial } from '@portal/proto/catalog/v1/office_materials';
import type { OfficePackage as WirePackage } from '@portal/proto/catalog/v1/office_packages';
import type { Price } from '@portal/proto/catalog/v1/office_prices';
import type { Vendor } from '@portal/proto/catalog/v1/vendors';
import { addressOfFile } from './material-file.ts';

/** An exam as the page of the catalogue reads it; money in dollars. */
export function officeExamView(wire: WireExam | undefined): OfficeExam {
  if (!wire?.exam) throw new Error('an answer without its exam');
  const { exam } = wire;
  return {
    id: exam.id,
    subject: exam.subject,
    vendorId: exam.vendorId,
    vendor_name: exam.vendorName,
    secularNumber: exam.secularNumber,
    alt1: exam.alt1 ?? null,
    alt2: exam.alt2 ?? null,
    alt3: exam.alt3 ?? null,
    credits: exam.credits,
    durationMinutes: exam.durationMinutes,
    onlineOnly: exam.onlineOnly,
    paperOnly: exam.paperOnly,
    assignments: exam.assignments,
    allowedResources: exam.allowedResources ?? null,
    contentCode: exam.contentCode ?? null,
    programContentCode: exam.programContentCode ?? null,
    examProctorCode: exam.examProctorCode ?? null,
    alternateCourseVersion: exam.alternateCourseVersion ?? null,
    phonesystemActive: exam.phonesystemActive,
    requiredExamIds: exam.requiredExamIds,
    seminaryTesting: exam.seminaryTesting,
    additionalCharge: exam.additionalChargeCents / 100,
    active: exam.active,
    version: exam.version,
    inUse: wire.inUse,
    lastChangeBy: wire.lastChangeBy ?? null,
    lastChange: wire.lastChange?.toISOString() ?? null,
  };
}

/** A package as the catalogue page shows it; with the comment for those who may read it. */
export function officePackageView(wire: WirePackage | undefined, account: Account): OfficePackage {
  if (!wire?.package) throw new Error('an answer without its package');
  const pack = wire.package;
  return {
    id: pack.id,
    number_of_credits: pack.numberOfCredits,
    purchase_price: pack.purchasePriceCents / 100,
    proctor_fee_price: pack.proctorFeeCents / 100,
    is_default: pack.isDefault,
    display_name: pack.displayName,
    description: pack.description ?? null,
    internal_comment: seesPackageComment(account) ? (pack.internalComment ?? null) : null,
    no_additional_fees: pack.noAdditionalFees,
    is_special_program: pack.isSpecialProgram,
    seminary_study_tti_program_id: pack.seminaryStudyTtiProgramId ?? null,
    year: pack.year ?? null,
    exams_allowed: pack.examsAllowed,
    vendors_allowed: (pack.vendorsAllowed ?? null) as OfficePackage['vendors_allowed'],
    admin_only: pack.adminOnly,
    active: pack.active,
    version: wire.version,
    inUse: wire.inUse,
    lastChangeBy: wire.lastChangeBy ?? null,
    lastChange: wire.lastChange?.toISOString() ?? null,
  };
}

/** A price as the page of the catalogue reads it; nothing is ever changed in one. */
export const officePriceView = (price: Price): OfficePrice => ({
  priceId: price.id,
  kind: price.kind as OfficePrice['kind'],
  refId: price.refId ?? null,
  name: price.name ?? null,
  amount: price.amountCents / 100,
  validFrom: (price.validFrom ?? new Date(0)).toISOString(),
  setBy: price.setBy,
  reason: price.reason ?? null,
  state: price.state as OfficePrice['state'],
  active: price.state === 'in_force',
  version: 0,
  inUse: 0,
  lastChangeBy: price.setBy,
  lastChange: price.setAt?.toISOString() ?? null,
});

export function officeVendorView(vendor: Vendor | undefined): OfficeVendor {
  if (!vendor) throw new Error('an answer without its vendor');
  const { id, name, fullname, active, version, inUse, lastChangeBy, lastChange } = vendor;
  return {
    id,
    name,
    fullname,
    active,
    version,
    inUse,
    lastChangeBy: lastChangeBy ?? null,
    lastChange: lastChange?.toISOString() ?? null,
  };
}

/** A branch with its rooms as the page of the catalogue reads it. */
export function officeLocationView(wire: WireLocation | undefined): OfficeLocation {
  if (!wire?.location) throw new Error('an answer without its branch');
  const { location } = wire;
  return {
    id: location.id,
    name: location.name,
    address: location.address ?? null,
    city: location.city ?? null,
    phone: location.phone ?? null,
    adminOnly: location.adminOnly,
    byAppointment: location.byAppointment,
    israel: wire.israel,
    closesAt: wire.closesAt,
    seminaryStudyProgramIds: location.seminaryStudyProgramIds,
    rooms: wire.rooms,
    active: location.active,
    version: wire.version,
    inUse: wire.inUse,
    lastChangeBy: wire.lastChangeBy ?? null,
    lastChange: wire.lastChange?.toISOString() ?? null,
  };
}

/** A study material as the page of the catalogue reads it. */
export function officeMaterialView(wire: WireMaterial | undefined): OfficeMaterial {
  if (!wire?.material) throw new Error('an answer without its material');
  const { id, fileType, displayTitle, url, lastUpdatedDate } = wire.material;
  const { examId, subject, secularNumber, vendorId, vendorName, fetched, fileName } = wire;
  return {
    id,
    examId,
    subject,
    secularNumber,
    vendorId,
    vendor_name: vendorName,
    displayTitle,
    fileType: fileType as OfficeMaterial['fileType'],
    url: url === '' ? addressOfFile(id) : url,
    fileName: fileName ?? null,
    lastUpdatedDate: lastUpdatedDate ?? null,
    fetched,
    active: wire.active,
    version: wire.version,
    inUse: wire.inUse,
    lastChangeBy: wire.lastChangeBy ?? null,
    lastChange: wire.lastChange?.toISOString() ?? null,
  };
}
