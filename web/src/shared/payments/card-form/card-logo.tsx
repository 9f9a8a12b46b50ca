import type { CardType } from '@portal/contract/payments/cards';
import { IconCreditCard, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './card-form.module.css';

const marks: Partial<Record<CardType, ReactNode>> = {
  Visa: (
    <b style={{ color: '#1a3fa3', fontStyle: 'italic', fontSize: 13, letterSpacing: '-0.02em' }}>
      VISA
    </b>
  ),
  Mastercard: (
    <svg width="28" height="18" viewBox="0 0 28 18" aria-hidden="true">
      <circle cx="10" cy="9" r="7" fill="#e0332b" />
      <circle cx="18" cy="9" r="7" fill="#f59e1b" fillOpacity="0.9" />
    </svg>
  ),
  'American Express': <b style={{ color: '#0b62a8', fontSize: 11 }}>AMEX</b>,
  Discover: <b style={{ color: '#a34a08', fontSize: 8.5 }}>DISCOVER</b>,
};

/** A card's logo on its white plate, also in the dark scheme. The name is beside it in words. */
export function CardLogo({ type }: { type: CardType | null }) {
  return (
    <span className={classes.logo} aria-hidden="true">
      {(type && marks[type]) ?? <IconCreditCard size={18} stroke={1.8} color="#5e6878" />}
    </span>
  );
}

/** The plate of 'New card'. */
export function NewCardLogo() {
  return (
    <span className={classes.plate} aria-hidden="true">
      <IconPlus size={16} stroke={1.8} />
    </span>
  );
}
