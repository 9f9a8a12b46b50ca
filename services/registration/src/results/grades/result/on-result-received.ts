import { on } from '@portal/kit/events/inbox';
import { ResultReceived } from '@portal/proto/transcripts/v1/events';
import { gradeByVendor } from './grade-by-vendor.ts';

/** A vendor has decided about an exam that waits for its grade. */
export const onResultReceived = on(ResultReceived, {
  apply: (tx, { data }) => gradeByVendor(tx, data),
});
