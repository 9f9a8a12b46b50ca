import type { Exam } from '@portal/contract/exams/exam';
import classes from './exam-heading.module.css';
import { VendorTile } from './vendor-tile.tsx';

/** Which exam a dialog is about: vendor tile, subject, code and one more fact. */
export function ExamHeading({
  exam,
  note,
}: {
  exam: Pick<Exam, 'subject' | 'secularNumber' | 'vendor_id' | 'vendor_name'>;
  note: string;
}) {
  return (
    <div className={classes.heading}>
      <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} />
      <div>
        <div className={classes.subject}>{exam.subject}</div>
        <div className={classes.note}>
          {exam.secularNumber}, {note}
        </div>
      </div>
    </div>
  );
}
