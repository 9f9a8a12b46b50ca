import { Trans } from '@lingui/react/macro';
import { Checkbox } from '@mantine/core';
import classes from './terms-checkbox.module.css';

interface TermsCheckboxProps {
  agreed: boolean;
  disabled: boolean;
  onChange: (agreed: boolean) => void;
  /** Further terms, as a sentence. */
  terms: string;
}

/** 'I agree to the terms.': required before every payment above zero. R-079. */
export function TermsCheckbox({ agreed, disabled, onChange, terms }: TermsCheckboxProps) {
  return (
    <Checkbox
      className={classes.terms}
      checked={agreed}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label={
        <Trans>
          I agree to the{' '}
          <a href="/documents/terms.pdf" target="_blank" rel="noopener">
            terms
          </a>
          . {terms}
        </Trans>
      }
    />
  );
}
