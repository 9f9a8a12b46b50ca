import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { VendorTile } from '../../shared/exams/vendor-tile.tsx';
import { durationText, instantText } from '../../shared/format/dates.ts';
import { creditsText } from '../../shared/format/money.ts';
import type { KnownExam, LastVisit } from '../../shared/session/last-visit.ts';
import classes from './exam-list.module.css';

interface LastVisitListProps {
  visit: LastVisit;
  /** Returns whether an exam matches the search; all match by default. */
  matches?: ((exam: KnownExam) => boolean) | undefined;
}

/**
 * The list of the last visit, readable while the current one loads: it has no buttons and shows
 * nothing about the student's registrations.
 */
export function LastVisitList({ visit, matches = () => true }: LastVisitListProps) {
  return (
    <section aria-label={t`Exams of your last visit`} aria-busy="true">
      <Text c="dimmed" role="status" mb={12}>
        <Trans>As of your last visit, {instantText(visit.at)}. The list is being updated.</Trans>
      </Text>
      <ul className={classes.list}>
        {visit.exams.filter(matches).map((exam) => (
          <li key={exam.id} className={classes.row}>
            <KnownRow exam={exam} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function KnownRow({ exam }: { exam: KnownExam }) {
  const { subject, secularNumber, vendor_id, vendor_name, credits } = exam;
  const duration =
    exam.program_content_code !== null || exam.assignments
      ? t`Course`
      : durationText(exam.examDuration);
  const tile = { vendorId: vendor_id, ...(vendor_name ? { vendorName: vendor_name } : {}) };
  return (
    <div className={classes.exam}>
      <div className={classes.line}>
        <div className={classes.opener} style={{ cursor: 'default' }}>
          <span className={classes.tile}>
            <VendorTile {...tile} />
          </span>
          <span className={classes.names}>
            <span className={classes.subject}>{subject}</span>
            <span className={classes.meta}>
              <span className={classes.smallTile}>
                <VendorTile {...tile} small />
              </span>
              <span>{secularNumber}</span>
              <span className={classes.onPhone}>
                {duration}
                <span>{creditsText(credits)}</span>
              </span>
              {[exam.alt1, exam.alt2, exam.alt3].filter(Boolean).map((name) => (
                <span key={name}>{name}</span>
              ))}
            </span>
          </span>
          <span className={classes.duration}>
            <IconClock size={16} stroke={1.8} aria-hidden="true" />
            {duration}
          </span>
          <span className={classes.credits}>{creditsText(credits)}</span>
        </div>
        <span className={classes.action} />
        <span className={classes.chevron} style={{ width: 20 }} />
      </div>
    </div>
  );
}
