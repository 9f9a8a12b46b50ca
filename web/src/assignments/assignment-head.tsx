import { t } from '@lingui/core/macro';
import type { Assignment } from '@portal/contract/courses/assignments';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { instantText } from '../shared/format/dates.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import classes from './assignments.module.css';

/** The title of an assignment, and when the vendor received a file for it. */
export function AssignmentHead({ assignment }: { assignment: Assignment }) {
  const {
    courseAssignmentName,
    courseAssignmentDescription,
    studentAssignmentUploaded,
    studentAssignmentUploadedDate,
  } = assignment;
  return (
    <div className={classes.head}>
      <div>
        <h3 className={classes.name}>{courseAssignmentName}</h3>
        {courseAssignmentDescription && (
          <p className={classes.description}>{courseAssignmentDescription}</p>
        )}
      </div>
      <div className={classes.state}>
        {studentAssignmentUploaded ? (
          <ToneBadge tone="moss" icon={IconCircleCheck}>
            {t`Uploaded`}
          </ToneBadge>
        ) : (
          <ToneBadge tone="slate" icon={IconCircleDashed}>
            {t`Open`}
          </ToneBadge>
        )}
        {studentAssignmentUploadedDate && (
          <time dateTime={studentAssignmentUploadedDate} className={classes.date}>
            {instantText(studentAssignmentUploadedDate)}
          </time>
        )}
      </div>
    </div>
  );
}
