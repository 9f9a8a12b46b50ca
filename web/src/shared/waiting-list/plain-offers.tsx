import { Outlet } from 'react-router-dom';
import { readSession } from '../session/session.ts';
import { OfferBanner } from './offer-banner.tsx';
import classes from './waiting-list.module.css';

/** Shows offered seats above a student's page that has no frame; staff see the page alone. O-18 */
export const PlainOffers = () =>
  readSession().staff ? (
    <Outlet />
  ) : (
    <OfferBanner frame={classes.plain}>
      <Outlet />
    </OfferBanner>
  );
