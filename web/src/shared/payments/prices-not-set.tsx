import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';

interface PricesNotSetProps extends Pick<ButtonProps, 'size'> {
  /** The item that the button would buy. */
  of: string;
  className?: string;
}

/** Shows a disabled button in place of one that buys credits while no price is set. R-602. */
export const PricesNotSet = ({ of, ...props }: PricesNotSetProps) => (
  <Button variant="default" disabled aria-label={t`Prices are not set yet. ${of}`} {...props}>
    <Trans>Prices are not set yet.</Trans>
  </Button>
);
