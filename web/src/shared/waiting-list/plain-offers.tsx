import { readSession } from '../session/session.ts';
import { OfferBanner } from './offer-banner.tsx';
import classes from './waiting-list.module.css';

/** What is offered to a student, above a page that stands without the frame of student pages. */
export function PlainOffers() {
  if (readSession().staff) return null;
  return (
    <div className={classes.plain}>
      <OfferBanner />
    </div>
  );
}
