/** Vendors whose exams schools register for: TAL, CCC and CIS. */
const VENDORS = [1, 3, 4];

/**
 * Whether schools can choose an exam for a run. A course must be done before its exam's session is
 * booked, so that a run takes the exam-only version.
 */
export const isOfferedInBulk = ({
  active,
  vendorId,
  programContentCode,
}: {
  active: boolean;
  vendorId: number;
  programContentCode?: string | undefined;
}): boolean => active && VENDORS.includes(vendorId) && !programContentCode;
