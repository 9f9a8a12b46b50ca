import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import classes from './student-shell.module.css';

/** Help and the copyright, with the current year. R-374. */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.foot}>
        <nav aria-label={t`Help`}>
          <a href="/documents/faq.pdf" target="_blank" rel="noopener">
            <Trans>FAQ</Trans>
          </a>
          <a href="/documents/user-manual.pdf" target="_blank" rel="noopener">
            <Trans>User Manual</Trans>
          </a>
          <a href="/exam-protocol" target="_blank" rel="noopener">
            <Trans>Exam protocol</Trans>
          </a>
          <a href="/system-check" target="_blank" rel="noopener">
            <Trans>System check</Trans>
          </a>
        </nav>
        <span>
          <Trans>© {new Date().getFullYear()} JSE</Trans>
        </span>
      </div>
    </footer>
  );
}
