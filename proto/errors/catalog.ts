// Every error of the catalog service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const catalogErrors = {
  changed: { status: 409, detail: null },
  coming_sessions: { status: 409, detail: null },
  code_taken: { status: 409, detail: 'This vendor already has an exam with this code.' },
  credits_in_use: { status: 409, detail: null },
  date_taken: { status: 409, detail: null },
  exam_not_found: { status: 404, detail: 'No exam found' },
  fetched: { status: 409, detail: 'This material comes from the vendor.' },
  in_force: { status: 409, detail: 'Only a future price can be withdrawn.' },
  is_default: { status: 409, detail: 'Choose another default package first.' },
  location_not_found: { status: 404, detail: 'No location found' },
  material_not_found: {
    status: 404,
    detail: 'This study material is not offered any more. The exam lists the current ones.',
  },
  name_taken: { status: 409, detail: 'This name is taken.' },
  not_backdated: { status: 409, detail: 'A price cannot begin in the past.' },
  package_not_found: { status: 404, detail: 'No package found' },
  partner_failed: {
    status: 502,
    detail: 'The study materials of TAL and CIS could not be fetched.',
  },
  price_not_found: { status: 404, detail: 'No price found' },
  room_in_use: { status: 409, detail: null },
  sold: { status: 409, detail: 'This package was sold. Retire it and add a new one.' },
  update_running: {
    status: 409,
    detail: 'The study materials are being updated already. Please try again in a minute.',
  },
  url_taken: { status: 409, detail: 'This exam already has this material.' },
  vendor_in_use: { status: 409, detail: null },
  vendor_not_found: { status: 404, detail: 'No vendor found' },
} as const;

/** Errors of tables that the office brings, where some codes have other sentences. */
export const catalogueImportErrors = {
  file_rows_invalid: { status: 422, detail: null },
  preview_outdated: {
    status: 409,
    detail: 'Something changed since the preview. Please look again.',
  },
  too_large: { status: 413, detail: 'The file is too large when it is unpacked.' },
  wrong_type: {
    status: 415,
    detail: 'This kind of file is not accepted. Please use CSV or XLSX.',
  },
} as const;
